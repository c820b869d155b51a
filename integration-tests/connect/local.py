"""PySpark with a Connect server of its own: the settings are those of the builder."""

import sys

from pyspark.sql import SparkSession


def main(work: str, conf: list[str]) -> None:
    builder = SparkSession.builder.remote("local[2]")
    for entry in conf:
        key, value = entry.split("=", 1)
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    query = (
        spark.readStream.schema("id BIGINT, ordered_at TIMESTAMP")
        .json(f"{work}/in")
        .withWatermark("ordered_at", "10 minutes")
        .writeStream.queryName("local orders")
        .option("checkpointLocation", f"{work}/checkpoint local")
        .trigger(availableNow=True)
        .format("parquet")
        .start(f"{work}/out local")
    )
    query.awaitTermination()
    print("ended:", query.name)
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
