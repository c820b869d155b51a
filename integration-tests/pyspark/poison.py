"""A stream whose foreachBatch function raises at its first batch."""

import sys

from pyspark.sql import DataFrame, SparkSession


def batch(orders: DataFrame, number: int) -> None:
    raise ValueError(f"record {orders.count()} of batch {number} cannot be parsed")


def main(work: str) -> None:
    spark = SparkSession.builder.getOrCreate()
    (
        spark.readStream.schema("id BIGINT, ordered_at TIMESTAMP")
        .json(f"{work}/in")
        .writeStream.queryName("poison")
        .option("checkpointLocation", f"{work}/checkpoint poison")
        .foreachBatch(batch)
        .start()
        .awaitTermination()
    )


if __name__ == "__main__":
    main(sys.argv[1])
