"""A stream that fails each time is refused at its fourth start; what is raised reads well in Python.

With remote=sc://... among the settings the session is one of Spark Connect.
"""

import sys

from pyspark.sql import SparkSession


def attempt(spark: SparkSession, work: str) -> None:
    (
        spark.readStream.format("rate")
        .option("rowsPerSecond", 100)
        .load()
        .selectExpr("raise_error('record 7 cannot be parsed')")
        .writeStream.queryName("python orders")
        .option("checkpointLocation", f"{work}/poison")
        .format("noop")
        .start()
        .awaitTermination()
    )


def main(work: str, conf: list[str]) -> None:
    builder = SparkSession.builder
    for entry in conf:
        key, value = entry.split("=", 1)
        builder = builder.remote(value) if key == "remote" else builder.config(key, value)
    spark = builder.getOrCreate()
    for _ in range(6):  # the first batch of a rate source is empty, and banked
        try:
            attempt(spark, work)
        except Exception as error:
            print(f"raised: {type(error).__name__}: {str(error).strip()}")
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
