"""A stream that does not come to an end by itself. With 'stuck' its first batch never ends; with 'exit' the application
leaves while the stream runs.
"""

import sys
import threading

from pyspark.sql import DataFrame, SparkSession


def main(work: str, how: str, conf: list[str]) -> None:
    builder = SparkSession.builder
    for entry in conf:
        key, value = entry.split("=", 1)
        builder = builder.config(key, value)
    spark = builder.getOrCreate()

    def batch(orders: DataFrame, _: int) -> None:
        if how == "stuck":
            print("in a batch", flush=True)
            threading.Event().wait()
        orders.write.mode("append").parquet(f"{work}/out {how}")

    query = (
        spark.readStream.schema("id BIGINT, ordered_at TIMESTAMP")
        .json(f"{work}/in")
        .withWatermark("ordered_at", "10 minutes")
        .writeStream.queryName(how)
        .option("checkpointLocation", f"{work}/checkpoint {how}")
        .trigger(processingTime="1 second")
        .foreachBatch(batch)
        .start()
    )
    if how == "exit":
        query.processAllAvailable()
        sys.exit(7)
    query.awaitTermination()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
