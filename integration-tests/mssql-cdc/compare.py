"""Streams a change data capture source and compares two verdicts on it at each point: the package's own
finalization.advance, and tidegate's, which knows of the stream only what its configuration says.

The database is the package's file-backed one. One process runs the first points, with a run of the stream for each
of them, another one the rest, with runs that go on, by the hour and by the day.
"""

import sys
import time
from collections.abc import Callable
from datetime import datetime

from mssql_cdc import finalization, stream
from mssql_cdc.fake import FakeCdcDatabase
from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery

HOUR, DAY = ("orders", "hour"), ("orders by day", "day")

# What the source says at each point: the commits since the one before, and whether they carry rows.
FIRST = [
    ("nothing has been read", []),
    ("in an hour", [("2026-10-01T14:03:22.117", True)]),
    ("the hour's last millisecond", [("2026-10-01T14:59:59.999", True)]),
    ("on the boundary", [("2026-10-01T15:00:00", True)]),
    ("two commits of one time", [("2026-10-01T15:00:00", True)]),
    ("no commits, but the source's clock moves", [("2026-10-01T16:05:00", False)]),
    ("the time goes back", [("2026-10-01T15:50:00", True)]),
    ("several hours at once", [(f"2026-10-01T{hour}:10:00", True) for hour in (17, 18, 19)]),
]
SECOND = [
    ("after a restart", [("2026-10-01T20:00:00.003", True)]),
    ("idle", []),
    ("idle beyond the day", [("2026-10-02T00:00:00", False)]),
    ("a backlog", [(f"2026-10-02T{hour:02}:59:59.997", True) for hour in range(6)]),
    ("the time goes back over midnight", [("2026-10-01T23:30:00", True)]),
    ("on the boundary again", [("2026-10-02T06:00:00", True)]),
]


class Comparison:
    def __init__(self, spark: SparkSession, work: str) -> None:
        self.spark, self.work = spark, work
        self.database = FakeCdcDatabase(f"{work}/db", ["dbo_orders"], columns={"dbo_orders": "id INT, amount INT"})
        self.failures = 0

    def start(self, name: str, trigger: dict) -> StreamingQuery:
        options = {
            "backend": "fake",
            "fakePath": f"{self.work}/db",
            "captureInstance": "dbo_orders",
            "maxCommitsPerBatch": "2",
            "numPartitions": "1",
        }
        return stream(self.spark, options).to_delta(
            f"{self.work}/bronze {name}",
            app_id=name,
            checkpoint=f"{self.work}/checkpoint {name}",
            trigger=trigger,
            query_name=name,
        )

    def ours(self, name: str) -> datetime | None:
        control = self.spark.read.format("delta").load(f"{self.work}/control")
        found = control.where(control.query_name == name).selectExpr("CAST(finalized_until AS TIMESTAMP_NTZ)")
        rows = found.collect()
        return rows[0][0] if rows else None

    def theirs(self, name: str, granularity: str, query: StreamingQuery) -> datetime | None:
        end = finalization.end_offset_from_progress(query.lastProgress)
        return finalization.advance(self.spark, f"{self.work}/theirs", name, end, granularity=granularity)

    def run(self, points: list, verdicts: list, query_of: Callable[[str], StreamingQuery]) -> None:
        for what, commits in points:
            for at, rows in commits:
                when = datetime.fromisoformat(at)
                if rows:
                    self.database.commit("dbo_orders", [(2, {"id": 1, "amount": 2})], at=when)
                else:
                    self.database.idle(at=when)
            for name, granularity in verdicts:
                theirs = self.theirs(name, granularity, query_of(name))
                ours = self.ours(name)
                deadline = time.monotonic() + 60  # a verdict follows its batch, at its own pace
                while ours != theirs and time.monotonic() < deadline:
                    time.sleep(0.1)
                    ours = self.ours(name)
                said = "same" if ours == theirs else "DIFFERENT"
                self.failures += ours != theirs
                print(f"{said}: {what}: {name}: theirs {theirs}, ours {ours}", flush=True)


def main(work: str, part: str) -> None:
    spark = SparkSession.builder.getOrCreate()
    comparison = Comparison(spark, work)
    if part == "first":

        def ended(name: str) -> StreamingQuery:
            query = comparison.start(name, {"availableNow": True})
            query.awaitTermination()
            return query

        comparison.run(FIRST, [HOUR], ended)
    else:
        queries = {name: comparison.start(name, {"processingTime": "0 seconds"}) for name, _ in (HOUR, DAY)}

        def caught_up(name: str) -> StreamingQuery:
            queries[name].processAllAvailable()
            return queries[name]

        comparison.run(SECOND, [HOUR, DAY], caught_up)
    spark.stop()
    sys.exit(comparison.failures)


if __name__ == "__main__":
    main(*sys.argv[1:])
