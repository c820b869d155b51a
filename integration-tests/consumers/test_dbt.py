"""The dbt project, run by dbt with DuckDB against a table in each state."""

import json
import shutil
from pathlib import Path
from typing import Any

import duckdb
import pytest
from dbt.cli.main import dbtRunner, dbtRunnerResult
from duckdb_extensions import import_extension

PROJECT = Path(__file__).parents[2] / "conf-examples/consumers/dbt"


@pytest.fixture()
def project(tmp_path: Path, extensions: dict[str, str]) -> Path:
    """A copy of the project, with a profile and three orders: one in the hour from 10:00."""
    directory = tmp_path / "project"
    shutil.copytree(PROJECT, directory)
    output: dict[str, Any] = {
        "type": "duckdb",
        "path": str(tmp_path / "db.duckdb"),
        "extensions": ["delta"],
        "config_options": extensions,
    }
    output["settings"] = {"TimeZone": "Asia/Kathmandu"}
    profile = {"gated": {"target": "test", "outputs": {"test": output}}}
    (directory / "profiles.yml").write_text(json.dumps(profile))
    with duckdb.connect(output["path"], config=extensions) as database:
        import_extension("delta", con=database)
        database.execute("CREATE SCHEMA bronze")
        database.execute("CREATE TABLE bronze.orders (ordered_at TIMESTAMPTZ)")
        for time in ("09:59", "10:30", "11:00"):
            database.execute(f"INSERT INTO bronze.orders VALUES ('2024-10-01T{time}:00Z')")
    return directory


def dbt(project: Path, control: str, *arguments: str, **variables: Any) -> dbtRunnerResult:
    variables["tidegate_control"] = f"delta_scan('{control}')"
    where = ["--project-dir", str(project), "--profiles-dir", str(project), "--vars", json.dumps(variables)]
    return dbtRunner().invoke([*arguments, *where])


def run(project: Path, control: str, table: str, start: str, end: str) -> tuple[str, str]:
    """The model's status and message."""
    done = dbt(
        project,
        control,
        "run",
        tables=[f"bronze.{table}"],
        start=f"2024-10-01T{start}:00Z",
        end=f"2024-10-01T{end}:00Z",
    )
    assert done.result is not None, done.exception
    return str(done.result.results[0].status), str(done.result.results[0].message)


def test_a_model_runs_when_its_hour_is_final(project: Path, control: str) -> None:
    assert run(project, control, "orders", "10:00", "11:00")[0] == "success"
    shown = dbt(project, control, "show", "--inline", "select orders from main.orders_hourly", start="", end="")
    assert [row["orders"] for row in shown.result.results[0].agate_table.rows] == [1]


@pytest.mark.parametrize(
    ("table", "texts"),
    [
        ("orders", ["bronze.orders from 2024-10-01T11:00:00Z until 2024-10-01T12:00:00Z is not final yet", "as ENDED"]),
        ("failed", ["is not final yet", "QUERY_FAILED: ", "order 7 cannot be parsed"]),
        ("stopped", ["will not be final: the stream was refused a start. REFUSED: attempt 3 would follow"]),
        ("late", ["will not be final: the period starts before what the stream can vouch for"]),
        ("absent", ["bronze.absent has no row in the control table. Check its name."]),
    ],
)
def test_a_model_fails_with_the_reason(project: Path, control: str, table: str, texts: list[str]) -> None:
    status, message = run(project, control, table, "11:00", "12:00")
    assert status == "error"
    for text in texts:
        assert text in " ".join(message.split())


def test_freshness_goes_by_what_is_final(project: Path, control: str) -> None:
    done = dbt(project, control, "source", "freshness")
    result = done.result.results[0]
    assert str(result.status) == "error"
    assert result.max_loaded_at.isoformat().startswith("2024-10-01T11:00:00")
