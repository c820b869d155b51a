"""An hourly DAG that starts its work when the hour of two streamed tables is final, and fails at once when it will not be."""

from datetime import datetime, timedelta, timezone

from airflow.sdk import DAG, Param, task
from airflow.timetables.interval import CronDataIntervalTimetable
from tidegate_sensor import TidegateSensor

with DAG(
    "orders_hourly",
    # An interval as such, not only an instant: a plain '@hourly' has an empty data interval in Airflow 3.
    schedule=CronDataIntervalTimetable("0 * * * *", timezone="UTC"),
    start_date=datetime(2024, 10, 1, tzinfo=timezone.utc),
    catchup=False,
    params={"control": Param("/lake/tidegate/control", type="string")},
):
    gate = TidegateSensor(
        task_id="gate",
        control="{{ params.control }}",
        tables=["bronze.orders", "bronze.items"],
        max_age=timedelta(minutes=30),
        poke_interval=60,
        timeout=timedelta(hours=2),
        retries=3,
    )

    @task
    def work(data_interval_start=None, data_interval_end=None) -> None:
        print(f"All orders from {data_interval_start} until {data_interval_end} are in.")

    gate >> work()
