"""DuckDB and delta-rs read what was written: each column, type and value, after checkpoints and expired versions."""

import json
import subprocess
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import duckdb
import pytest
from deltalake import DeltaTable, QueryBuilder
from duckdb_extensions import import_extension

ROOT = Path(__file__).parents[2]
VERDICT = (ROOT / "conf-examples/consumers/duckdb/verdict.sql").read_text()

Rows = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def database(extensions: dict[str, str]) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(config=extensions)
    import_extension("delta", con=connection)
    connection.execute("LOAD delta")
    return connection


@pytest.fixture(scope="module")
def shown(control: str) -> Rows:
    """What 'tidegate status --json' shows."""
    output = subprocess.run(
        [ROOT / "bin/tidegate", "status", "--json", "--control", control],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    return {row["table_name"]: row for row in json.loads(output)["tables"]}


def by_delta_rs(control: str) -> tuple[dict[str, str], Rows]:
    table = QueryBuilder().register("control", DeltaTable(control)).execute("SELECT * FROM control").read_all()
    columns = {name: table.column(name).to_pylist() for name in table.column_names}
    rows = [dict(zip(columns, values)) for values in zip(*columns.values())]
    types = {field.name: field.type.type for field in DeltaTable(control).schema().fields}
    return types, {row["table_name"]: row for row in rows}


def by_duckdb(control: str, database: duckdb.DuckDBPyConnection) -> tuple[dict[str, str], Rows]:
    relation = database.sql(f"SELECT * FROM delta_scan('{control}')")
    names = {"VARCHAR": "string", "TIMESTAMP WITH TIME ZONE": "timestamp", "BIGINT": "long"}
    types = {name: names[str(kind)] for name, kind in zip(relation.columns, relation.types)}
    rows = [dict(zip(relation.columns, values)) for values in relation.fetchall()]
    return types, {row["table_name"]: row for row in rows}


def documented() -> dict[str, str]:
    """The columns that docs/control-table.md names, with their types."""
    names = {"STRING": "string", "TIMESTAMP": "timestamp", "BIGINT": "long"}
    cells = [
        line.split("|") for line in (ROOT / "docs/control-table.md").read_text().splitlines() if line.startswith("| `")
    ]
    return {cell[1].strip(" `"): names[cell[2].strip()] for cell in cells if cell[2].strip() in names}


def same(column: str, seen: Any, shown: Any) -> bool:
    if isinstance(seen, datetime):
        return seen.tzinfo is not None and seen == datetime.fromisoformat(shown)
    return seen == shown


@pytest.mark.parametrize("reader", ["delta-rs", "duckdb"])
def test_each_reader_sees_what_the_command_line_shows(
    reader: str, control: str, shown: Rows, database: duckdb.DuckDBPyConnection
) -> None:
    types, rows = by_delta_rs(control) if reader == "delta-rs" else by_duckdb(control, database)
    assert types == documented()
    assert (
        rows.keys()
        == shown.keys()
        == {f"bronze.{name}" for name in ("orders", "items", "late", "stopped", "failed", "active")}
    )
    different = [
        (table, column, row[column], shown[table][column])
        for table, row in rows.items()
        for column in types
        if not same(column, row[column], shown[table][column])
    ]
    assert different == []


def test_the_log_they_read_has_been_checkpointed_and_cut(control: str) -> None:
    log = [path.name for path in Path(control, "_delta_log").iterdir()]
    assert any(name.endswith(".checkpoint.parquet") for name in log)
    assert "00000000000000000000.json" not in log
    assert DeltaTable(control).version() > 48


def test_each_state_was_written(shown: Rows) -> None:
    states = {table.removeprefix("bronze."): row["state"] for table, row in shown.items()}
    assert states.pop("items") in ("ACTIVE", "ENDED")
    assert states == {"orders": "ENDED", "late": "ENDED", "stopped": "STOPPED", "failed": "FAILED", "active": "ACTIVE"}
    assert datetime.fromisoformat(shown["bronze.items"]["finalized_until"]) == datetime(
        2024, 10, 3, tzinfo=timezone.utc
    )


@pytest.mark.parametrize(
    ("table", "start", "end", "final"),
    [
        ("bronze.orders", "2024-10-01T10:00:00Z", "2024-10-01T11:00:00Z", True),
        ("bronze.orders", "2024-10-01T12:00:00+02:00", "2024-10-01T13:00:00+02:00", True),
        ("bronze.orders", "2024-10-01T11:00:00Z", "2024-10-01T12:00:00Z", False),
        ("bronze.late", "2024-10-01T09:00:00Z", "2024-10-01T10:00:00Z", False),
        ("bronze.stopped", "2024-10-01T08:00:00Z", "2024-10-01T09:00:00Z", True),
        ("bronze.failed", "2024-10-01T08:00:00Z", "2024-10-01T09:00:00Z", False),
    ],
)
@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu"])
def test_the_predicate_in_duckdb(
    table: str, start: str, end: str, final: bool, zone: str, control: str, database: duckdb.DuckDBPyConnection
) -> None:
    database.execute(f"SET TimeZone = '{zone}'")
    asked = {"control": control, "table_name": table, "period_start": start, "period_end": end}
    assert database.execute(VERDICT, asked).fetchall()[0][0] is final


def test_a_table_that_is_not_known_has_no_row(control: str, database: duckdb.DuckDBPyConnection) -> None:
    asked = {
        "control": control,
        "table_name": "bronze.absent",
        "period_start": "2024-10-01Z",
        "period_end": "2024-10-02Z",
    }
    assert database.execute(VERDICT, asked).fetchall() == []
