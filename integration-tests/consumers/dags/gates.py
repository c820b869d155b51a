"""A gate for each table, for what Airflow makes of each answer."""

import os
from datetime import datetime, timedelta, timezone

from airflow.sdk import DAG
from tidegate_sensor import TidegateSensor

for table in ("orders", "stopped", "late", "absent"):
    with DAG(f"gate_{table}", schedule=None, start_date=datetime(2024, 1, 1, tzinfo=timezone.utc)):
        TidegateSensor(
            task_id="gate",
            control=os.environ["TIDEGATE_CONTROL"],
            tables=["bronze.items", f"bronze.{table}"],
            start="2024-10-01T10:00:00Z",
            end="2024-10-01T11:00:00Z",
            retries=1,
            retry_delay=timedelta(0),
        )
