"""Waits in Airflow until periods of streamed tables are final, and tells assets that a verdict has moved.

* ``TidegateSensor`` gates a task on a period of one or several tables. It is deferrable: the waiting is done by a trigger, and takes
  no worker slot.
* ``TidegateEventTrigger`` is for an asset's watcher, and starts DAGs as soon as more is final.

Install: put this file where the schedulers, the workers and the triggerers import from, such as Airflow's ``plugins`` folder, and
``pip install deltalake`` for the triggerers. No JVM is needed: the control table is read by delta-rs, in a thread beside the event loop.
Credentials and endpoints of the storage are delta-rs's: from the environment, or by ``storage_options``.

``example_gated.py`` and ``example_on_final.py`` beside this file show both.

Tested with Airflow 3.3.2 and deltalake 1.6.6 on Python 3.11, against control tables on a local disk. The watcher's memory needs
Airflow 3.3; before that, an event may be told again when a triggerer starts.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from enum import Enum
from typing import Any

from airflow.sdk import BaseSensorOperator
from airflow.sdk.exceptions import AirflowException, AirflowFailException
from airflow.triggers.base import BaseEventTrigger, BaseTrigger, TriggerEvent

Row = dict[str, Any]

COLUMNS = "table_name, tracked_from, finalized_until, epoch_from, state, reason_code, reason, seen_at"


class Outcome(str, Enum):
    """What a table answers, the weightiest last."""

    FINAL = "final"
    NOT_YET = "not yet"
    STALE = "stale"
    STOPPED = "stopped"
    NOT_COVERED = "not covered"
    NO_SUCH_ROW = "no such row"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Period:
    """From ``start`` (inclusive) to ``end`` (exclusive), both with a zone."""

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        if self.start.tzinfo is None or self.end.tzinfo is None:
            raise ValueError(f"A period needs instants with a zone, such as 2026-10-01T14:00:00Z: {self}")
        if self.start >= self.end:
            raise ValueError(f"A period starts before it ends: {self}")

    @classmethod
    def parse(cls, start: str, end: str) -> Period:
        return cls(datetime.fromisoformat(start), datetime.fromisoformat(end))

    def __str__(self) -> str:
        return f"{self.start.isoformat()}/{self.end.isoformat()}"


def is_final(row: Row, period: Period) -> bool:
    """The one predicate: tracked_from <= start AND end <= finalized_until."""
    tracked_from, finalized_until = row["tracked_from"], row["finalized_until"]
    if tracked_from is None or finalized_until is None:
        return False
    return tracked_from <= period.start and period.end <= finalized_until


def answer(row: Row, period: Period, max_age: timedelta | None, now: datetime) -> tuple[Outcome, str]:
    """What a row says of a period, as ``tidegate wait`` would."""
    if is_final(row, period):
        return Outcome.FINAL, f"{row['table_name']}: {period} is final."
    text = (
        f"{row['table_name']}: {period} is not final. It is from {row['tracked_from']} until {row['finalized_until']}."
    )
    if row["epoch_from"] is not None and period.start < row["epoch_from"]:
        return Outcome.NOT_COVERED, f"{text} It will not be: the stream can vouch for {row['epoch_from']} onwards only."
    held = f" {row['reason_code']}: {row['reason']}" if row["reason_code"] else ""
    if row["state"] == "STOPPED":
        return Outcome.STOPPED, f"{text} The stream was refused a start.{held}"
    if max_age is not None and (row["seen_at"] is None or now - row["seen_at"] > max_age):
        return Outcome.STALE, f"{text} The owner was last seen {row['seen_at']}, more than {max_age} ago.{held}"
    return Outcome.NOT_YET, f"{text} State {row['state']}.{held}"


def read_rows(control: str, storage_options: dict[str, str] | None) -> dict[str, Row]:
    """The rows of a control table, by the name of their table."""
    from deltalake import DeltaTable, QueryBuilder  # not at the top: schedulers and workers need no deltalake

    table = DeltaTable(control, storage_options=storage_options)
    batch = QueryBuilder().register("control", table).execute(f"SELECT {COLUMNS} FROM control").read_all()
    columns = {name: batch.column(name).to_pylist() for name in batch.column_names}
    rows = [dict(zip(columns, values)) for values in zip(*columns.values())]
    return {row["table_name"]: row for row in rows}


def ask(rows: dict[str, Row], tables: Iterable[str], period: Period, max_age: timedelta | None) -> tuple[Outcome, str]:
    """The weightiest answer of all tables, and the texts of those that give it."""
    now = datetime.now(timezone.utc)
    answers = [
        answer(rows[table], period, max_age, now)
        if table in rows
        else (
            Outcome.NO_SUCH_ROW,
            f"{table}: the control table has no such row; it has {', '.join(sorted(rows)) or 'none'}.",
        )
        for table in tables
    ]
    weight = list(Outcome).index
    worst = max((outcome for outcome, _ in answers), key=weight)
    return worst, " ".join(text for outcome, text in answers if outcome is worst)


class TidegateTrigger(BaseTrigger):
    """Fires once, when the answer stands: its event is ``{"outcome": ..., "text": ...}``.

    A control table that cannot be read at first is an answer as well; one that could be read before is asked again.
    """

    def __init__(
        self,
        control: str,
        tables: list[str],
        start: str,
        end: str,
        max_age: float | None = None,
        poke_interval: float = 60,
        storage_options: dict[str, str] | None = None,
    ) -> None:
        super().__init__()
        self.given = {
            "control": control,
            "tables": tables,
            "start": start,
            "end": end,
            "max_age": max_age,
            "poke_interval": poke_interval,
            "storage_options": storage_options,
        }

    def serialize(self) -> tuple[str, dict[str, Any]]:
        return f"{type(self).__module__}.{type(self).__qualname__}", self.given

    async def run(self) -> AsyncIterator[TriggerEvent]:
        given = self.given
        period = Period.parse(given["start"], given["end"])
        max_age = None if given["max_age"] is None else timedelta(seconds=given["max_age"])
        read_once = False
        while True:
            try:
                rows = await asyncio.to_thread(read_rows, given["control"], given["storage_options"])
            except Exception as failure:
                outcome, text = Outcome.UNREADABLE, f"{given['control']} cannot be read: {failure}"
            else:
                outcome, text = ask(rows, given["tables"], period, max_age)
            if outcome is not Outcome.NOT_YET and not (read_once and outcome is Outcome.UNREADABLE):
                yield TriggerEvent({"outcome": outcome.value, "text": text})
                return
            self.log.info("%s", text)
            read_once = read_once or outcome is not Outcome.UNREADABLE
            await asyncio.sleep(given["poke_interval"])


class TidegateSensor(BaseSensorOperator):
    """Waits until a period is final for every table.

    A stream that was refused a start, and a period from before what a stream can vouch for, fail the task at once and for good:
    waiting does not help, and neither do retries. An owner that is out of sight, a table without a row and a control table that
    cannot be read fail it at once as well, and it may be retried. ``timeout`` is the sensor's own.

    :param control: the path of the control table, as delta-rs takes it: ``s3://...``, ``abfss://...``, a local path
    :param tables: a table, or several: all of them have to be final
    :param start: the start (inclusive) of the period, with a zone; that of the DAG run's data interval unless given
    :param end: its end (exclusive)
    :param max_age: give up where a table's owner was last seen longer ago
    :param storage_options: delta-rs's options of the storage; they are stored with the trigger, so give no secrets
    """

    template_fields = ("control", "tables", "start", "end")

    def __init__(
        self,
        *,
        control: str,
        tables: str | list[str],
        start: str = "{{ data_interval_start.isoformat() }}",
        end: str = "{{ data_interval_end.isoformat() }}",
        max_age: timedelta | None = None,
        storage_options: dict[str, str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.control = control
        self.tables = tables
        self.start = start
        self.end = end
        self.max_age = max_age
        self.storage_options = storage_options

    def execute(self, context: Any) -> None:
        Period.parse(self.start, self.end)  # a wrong one fails here, rather than in the triggerer
        self.defer(
            trigger=TidegateTrigger(
                control=self.control,
                tables=[self.tables] if isinstance(self.tables, str) else list(self.tables),
                start=self.start,
                end=self.end,
                max_age=None if self.max_age is None else self.max_age.total_seconds(),
                poke_interval=self.poke_interval,
                storage_options=self.storage_options,
            ),
            method_name="execute_complete",
            timeout=timedelta(seconds=self.timeout),
        )

    def execute_complete(self, context: Any, event: dict[str, str]) -> None:
        outcome, text = Outcome(event["outcome"]), event["text"]
        if outcome in (Outcome.STOPPED, Outcome.NOT_COVERED):
            raise AirflowFailException(text)
        if outcome is not Outcome.FINAL:
            raise AirflowException(text)
        self.log.info("%s", text)


def moved(row: Row, told: str | None) -> bool:
    """Whether a row claims something, and more than was told."""
    tracked_from, finalized_until = row["tracked_from"], row["finalized_until"]
    if tracked_from is None or finalized_until is None or tracked_from >= finalized_until:
        return False
    return told is None or datetime.fromisoformat(told) < finalized_until


class TidegateEventTrigger(BaseEventTrigger):
    """Tells an asset each time more of a table is final.

    Its event says from where to where: ``{"table": ..., "since": ..., "until": ..., "tracked_from": ...}``, instants with a zone.
    ``since`` is what was told before, null where nothing is known to have been: begin then where your own work has got to. What
    was told is remembered with the asset, one look after it was told, so that an event is told twice rather than not at all.
    """

    MEMORY = "tidegate.told"

    def __init__(
        self, control: str, table: str, poke_interval: float = 60, storage_options: dict[str, str] | None = None
    ) -> None:
        super().__init__()
        self.given = {
            "control": control,
            "table": table,
            "poke_interval": poke_interval,
            "storage_options": storage_options,
        }

    def serialize(self) -> tuple[str, dict[str, Any]]:
        return f"{type(self).__module__}.{type(self).__qualname__}", self.given

    async def run(self) -> AsyncIterator[TriggerEvent]:
        given = self.given
        memory = getattr(self, "asset_state_store", None)
        told = remembered = await memory.aget(self.MEMORY) if memory else None
        while True:
            try:
                if memory and told != remembered:
                    await memory.aset(self.MEMORY, told)
                    remembered = told
                rows = await asyncio.to_thread(read_rows, given["control"], given["storage_options"])
                row = rows.get(given["table"])
            except Exception as failure:
                self.log.warning("%s cannot be read, and is asked again: %s", given["control"], failure)
                row = None
            if row is not None and moved(row, told):
                until = row["finalized_until"].isoformat()
                tracked_from = row["tracked_from"].isoformat()
                yield TriggerEvent(
                    {"table": given["table"], "since": told, "until": until, "tracked_from": tracked_from}
                )
                told = until
            await asyncio.sleep(given["poke_interval"])
