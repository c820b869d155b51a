"""The job for Databricks: what its SQL answered in Spark, and that its parts fit together."""

import json
from pathlib import Path

import pytest

RECIPE = Path(__file__).parents[2] / "conf-examples/consumers/databricks"


@pytest.mark.parametrize(
    ("asked", "outcome", "text"),
    [
        ("orders 11", "FINAL", "final until 2024-10-01 11:00:00"),
        ("late 11", "NOT_COVERED", "bronze.late"),
        ("stopped 10", "STOPPED", "REFUSED: attempt 3 would follow"),
        ("absent 11", "NO_SUCH_ROW", "nothing is final"),
        ("orders 12", "error", "Not final yet: bronze.orders: the hour until 2024-10-01T12:00:00Z"),
        ("failed 9", "error", "QUERY_FAILED: "),
        ("active 12", "error", " as ACTIVE"),
    ],
)
def test_the_sql_answers_what_waiting_does_not_change_and_fails_on_the_rest(
    asked: str, outcome: str, text: str, answers: list[str]
) -> None:
    [answer] = [line for line in answers if line.startswith(asked + "|")]
    assert answer.split("|")[1] == outcome
    assert text in answer


def test_each_task_of_the_job_gets_what_it_refers_to() -> None:
    job = json.loads((RECIPE / "gated-job.json").read_text())
    tasks = {task["task_key"]: task for task in job["tasks"]}
    for task in tasks.values():
        assert {needed["task_key"] for needed in task.get("depends_on", [])} <= tasks.keys()
    sql = (RECIPE / Path(tasks["gate"]["sql_task"]["file"]["path"]).name).read_text()
    for parameter in tasks["gate"]["sql_task"]["parameters"]:
        assert f":{parameter}" in sql
    condition = tasks["is_final"]["condition_task"]
    assert condition == {"op": "EQUAL_TO", "left": "{{tasks.gate.output.first_row.outcome}}", "right": "FINAL"}
    assert tasks["gate"]["max_retries"] > 0
