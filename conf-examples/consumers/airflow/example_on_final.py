"""An asset that gets an event when more of a streamed table is final, and a DAG that each event starts."""

import os
from datetime import datetime, timezone

from airflow.sdk import DAG, Asset, AssetWatcher, task
from tidegate_sensor import TidegateEventTrigger

# A watcher's arguments have no templates: they are read where the DAG is parsed.
orders = Asset(
    "bronze.orders",
    watchers=[
        AssetWatcher(
            name="bronze.orders is final",
            trigger=TidegateEventTrigger(
                control=os.environ.get("TIDEGATE_CONTROL", "/lake/tidegate/control"),
                table="bronze.orders",
            ),
        )
    ],
)

with DAG("orders_on_final", schedule=[orders], start_date=datetime(2024, 10, 1, tzinfo=timezone.utc), catchup=False):

    @task
    def work(triggering_asset_events=None) -> None:
        # One run may answer for several events: from the first one's start until the last one's end.
        events = [event.extra["payload"] for event in triggering_asset_events[orders]]
        print(f"All orders from {events[0]['since']} until {events[-1]['until']} are in.")

    work()
