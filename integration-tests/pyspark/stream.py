"""A stream that knows nothing of tidegate: orders from files into a folder of Parquet, by foreachBatch."""

import sys

from pyspark.sql import SparkSession


def main(work: str, conf: list[str]) -> None:
    builder = SparkSession.builder
    for entry in conf:
        key, value = entry.split("=", 1)
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    query = (
        spark.readStream.schema("id BIGINT, ordered_at TIMESTAMP")
        .option("maxFilesPerTrigger", 1)
        .json(f"{work}/in")
        .withWatermark("ordered_at", "10 minutes")
        .writeStream.queryName("python orders")
        .option("checkpointLocation", f"{work}/checkpoint")
        .trigger(availableNow=True)
        .foreachBatch(lambda batch, _: batch.write.mode("append").parquet(f"{work}/out"))
        .start()
    )
    query.awaitTermination()
    print("rows:", spark.read.parquet(f"{work}/out").count())
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
