"""The sensor and the watcher, in a real Airflow with a metadata database of its own, against a table in each state."""

import asyncio
import os
import shutil
import sys
import threading
from collections.abc import AsyncIterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
RECIPE = HERE.parents[1] / "conf-examples/consumers/airflow"

# Airflow reads its settings when it is imported.
WORK = Path(os.environ["CONSUMERS_WORK"])
HOME = WORK / "airflow"
DAGS = HOME / "dags"
shutil.copytree(RECIPE, DAGS, ignore=shutil.ignore_patterns("__pycache__"))
shutil.copy(HERE / "dags/gates.py", DAGS)
sys.path.insert(0, str(DAGS))
os.environ.update(
    AIRFLOW_HOME=str(HOME),
    AIRFLOW__CORE__DAGS_FOLDER=str(DAGS),
    AIRFLOW__CORE__LOAD_EXAMPLES="False",
    AIRFLOW__CORE__DAGS_ARE_PAUSED_AT_CREATION="False",  # a paused DAG's assets are not watched
    TIDEGATE_CONTROL=str(WORK / "control"),
)

import tidegate_sensor
from airflow.dag_processing.dagbag import DagBag
from airflow.sdk.exceptions import AirflowException, AirflowFailException, TaskDeferred
from airflow.utils.db import initdb
from tidegate_sensor import Outcome, Period, TidegateEventTrigger, TidegateSensor, TidegateTrigger


@pytest.fixture(scope="module")
def bag() -> Any:
    initdb()
    return DagBag(dag_folder=str(DAGS))


def trigger(control: str, table: str, hour: int, **more: Any) -> TidegateTrigger:
    given = {"poke_interval": 0.01, **more}
    return TidegateTrigger(
        control, [f"bronze.{table}"], f"2024-10-01T{hour - 1:02}:00:00Z", f"2024-10-01T{hour:02}:00:00Z", **given
    )


async def events(run: AsyncIterator[Any], count: int) -> list[Any]:
    seen = []
    async for event in run:
        seen.append(event.payload)
        if len(seen) == count:
            break
    return seen


def answered(trigger: TidegateTrigger) -> tuple[str, str]:
    [event] = asyncio.run(asyncio.wait_for(events(trigger.run(), 2), 30))
    return event["outcome"], event["text"]


@pytest.mark.parametrize(
    ("table", "hour", "outcome", "text"),
    [
        ("orders", 11, "final", "is final"),
        ("stopped", 9, "final", "is final"),
        ("stopped", 10, "stopped", "REFUSED: attempt 3 would follow"),
        ("late", 10, "not covered", "onwards only"),
        ("absent", 10, "no such row", "it has bronze.active, "),
    ],
)
def test_the_trigger_fires_once_when_the_answer_stands(
    table: str, hour: int, outcome: str, text: str, control: str
) -> None:
    seen, said = answered(trigger(control, table, hour))
    assert seen == outcome
    assert text in said


def test_the_trigger_gives_up_an_owner_that_is_out_of_sight(control: str) -> None:
    outcome, text = answered(trigger(control, "active", 12, max_age=1))
    assert outcome == "stale"
    assert "last seen" in text


def test_the_trigger_says_at_once_what_it_cannot_read(tmp_path: Path) -> None:
    outcome, text = answered(trigger(str(tmp_path), "orders", 11))
    assert outcome == "unreadable"
    assert text.startswith(f"{tmp_path} cannot be read: ")


def test_a_failure_after_a_first_answer_is_waited_out(control: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_rows = tidegate_sensor.read_rows(control, None)
    final_rows = {
        "bronze.active": {**open_rows["bronze.active"], "finalized_until": datetime(2025, 1, 1, tzinfo=timezone.utc)}
    }
    replies = iter([open_rows, OSError("the storage is away"), final_rows])

    def reply(*_: Any) -> Any:
        following = next(replies)
        if isinstance(following, Exception):
            raise following
        return following

    monkeypatch.setattr(tidegate_sensor, "read_rows", reply)
    assert answered(trigger(control, "active", 12))[0] == "final"


def test_a_slow_storage_does_not_hold_up_the_triggerer(control: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, went_on = threading.Event(), threading.Event()
    served: list[bool] = []

    def slow(*_: Any) -> Any:
        reading.set()
        served.append(went_on.wait(30))
        return {}

    monkeypatch.setattr(tidegate_sensor, "read_rows", slow)

    async def ask_and_go_on() -> None:
        asking = asyncio.create_task(events(trigger(control, "orders", 11).run(), 1))
        while not reading.is_set():
            await asyncio.sleep(0.01)
        went_on.set()
        await asking

    asyncio.run(ask_and_go_on())
    assert served == [True]


def test_a_trigger_is_made_again_from_what_it_serializes(control: str) -> None:
    path, given = trigger(control, "orders", 11).serialize()
    assert path == "tidegate_sensor.TidegateTrigger"
    assert answered(TidegateTrigger(**given))[0] == "final"


def test_the_sensor_defers_with_its_timeout() -> None:
    sensor = TidegateSensor(
        task_id="gate",
        control="/c",
        tables="bronze.orders",
        start="2024-10-01T10:00Z",
        end="2024-10-01T11:00Z",
        timeout=90,
        poke_interval=7,
    )
    with pytest.raises(TaskDeferred) as deferred:
        sensor.execute({})
    assert deferred.value.timeout == timedelta(seconds=90)
    assert deferred.value.method_name == "execute_complete"
    assert deferred.value.trigger.given["tables"] == ["bronze.orders"]
    assert deferred.value.trigger.given["poke_interval"] == 7


@pytest.mark.parametrize(
    ("start", "end"), [("2024-10-01T10:00", "2024-10-01T11:00"), ("2024-10-01T11:00Z", "2024-10-01T11:00Z")]
)
def test_a_period_without_a_zone_or_a_length_is_refused(start: str, end: str) -> None:
    with pytest.raises(ValueError, match="A period"):
        Period.parse(start, end)


@pytest.mark.parametrize("outcome", list(Outcome))
def test_each_outcome_ends_the_task_in_its_way(outcome: Outcome) -> None:
    sensor = TidegateSensor(task_id="gate", control="/c", tables="t")
    event = {"outcome": outcome.value, "text": "the reason"}
    if outcome is Outcome.FINAL:
        sensor.execute_complete({}, event)
        return
    with pytest.raises(AirflowException, match="the reason") as raised:
        sensor.execute_complete({}, event)
    for_good = outcome in (Outcome.STOPPED, Outcome.NOT_COVERED)
    assert isinstance(raised.value, AirflowFailException) is for_good


def test_the_examples_are_parsed(bag: Any) -> None:
    assert bag.import_errors == {}
    assert {"orders_hourly", "orders_on_final"} <= set(bag.dags)


@pytest.mark.parametrize(
    ("table", "state", "tries"),
    [("orders", "success", 1), ("stopped", "failed", 1), ("late", "failed", 1), ("absent", "failed", 2)],
)
def test_airflow_runs_a_gate(table: str, state: str, tries: int, bag: Any) -> None:
    run = bag.dags[f"gate_{table}"].test()
    [gate] = run.get_task_instances()
    assert (gate.state, gate.try_number) == (state, tries)


def test_airflow_runs_the_hourly_example(bag: Any, control: str) -> None:
    run = bag.dags["orders_hourly"].test(
        logical_date=datetime(2024, 10, 1, 11, tzinfo=timezone.utc), run_conf={"control": control}
    )
    assert run.state == "success"
    assert run.data_interval_end == datetime(2024, 10, 1, 11, tzinfo=timezone.utc)
    assert {task.task_id: task.state for task in run.get_task_instances()} == {"gate": "success", "work": "success"}


class Memory:
    """What Airflow keeps for an asset."""

    def __init__(self, **stored: str) -> None:
        self.stored = stored

    async def aget(self, key: str, default: Any = None) -> Any:
        return self.stored.get(key, default)

    async def aset(self, key: str, value: str) -> None:
        self.stored[key] = value


def row(until: int | None, tracked_from: int = 0) -> dict[str, dict[str, Any]]:
    """A control table in which bronze.t is final from an hour until another."""
    day = datetime(2024, 10, 1, tzinfo=timezone.utc)
    return {
        "bronze.t": {
            "tracked_from": day + timedelta(hours=tracked_from),
            "finalized_until": None if until is None else day + timedelta(hours=until),
        }
    }


def test_the_watcher_tells_each_move_once(monkeypatch: pytest.MonkeyPatch) -> None:
    replies = iter([row(None), row(3, tracked_from=9), row(3), row(3), OSError("away"), row(5), row(6)])

    def reply(*_: Any) -> Any:
        following = next(replies)
        if isinstance(following, Exception):
            raise following
        return following

    monkeypatch.setattr(tidegate_sensor, "read_rows", reply)
    watcher = TidegateEventTrigger("/c", "bronze.t", poke_interval=0.001)
    watcher.asset_state_store = Memory()
    told = asyncio.run(asyncio.wait_for(events(watcher.run(), 3), 30))
    hours = [(event["since"] and event["since"][11:13], event["until"][11:13]) for event in told]
    assert hours == [(None, "03"), ("03", "05"), ("05", "06")]
    assert watcher.asset_state_store.stored == {TidegateEventTrigger.MEMORY: "2024-10-01T05:00:00+00:00"}


def test_a_watcher_that_starts_again_goes_on_from_what_was_told(control: str) -> None:
    watcher = TidegateEventTrigger(control, "bronze.orders", poke_interval=0.01)
    watcher.asset_state_store = Memory(**{TidegateEventTrigger.MEMORY: "2024-10-01T08:00:00+00:00"})
    [event] = asyncio.run(asyncio.wait_for(events(watcher.run(), 1), 30))
    assert event == {
        "table": "bronze.orders",
        "since": "2024-10-01T08:00:00+00:00",
        "until": "2024-10-01T11:00:00+00:00",
        "tracked_from": "1970-01-01T00:00:00+00:00",
    }


def test_an_event_of_the_watcher_queues_the_dag(bag: Any) -> None:
    from airflow.dag_processing.bundles.manager import DagBundlesManager
    from airflow.dag_processing.dagbag import sync_bag_to_db
    from airflow.models.asset import AssetDagRunQueue, AssetEvent
    from airflow.models.trigger import Trigger
    from airflow.triggers.base import TriggerEvent
    from airflow.utils.session import create_session
    from sqlalchemy import select

    DagBundlesManager().sync_bundles_to_db()
    sync_bag_to_db(bag, "dags-folder", None)
    with create_session() as session:
        [stored] = [
            t for t in session.scalars(select(Trigger)) if t.classpath == "tidegate_sensor.TidegateEventTrigger"
        ]
        watcher = TidegateEventTrigger(**stored.kwargs)
        [payload] = asyncio.run(asyncio.wait_for(events(watcher.run(), 1), 30))
        Trigger.submit_event(stored.id, TriggerEvent(payload), session=session)
        session.flush()
        assert session.scalars(select(AssetEvent)).one().extra == {"from_trigger": True, "payload": payload}
        assert payload["until"] == "2024-10-01T11:00:00+00:00"
        queued = session.scalars(select(AssetDagRunQueue.target_dag_id)).all()
    assert queued == ["orders_on_final"]
