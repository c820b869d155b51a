"""A foreachBatch function that raises each time is refused at the fourth start; what is raised reads well in Python."""

import sys

from pyspark.sql import DataFrame, SparkSession


def batch(orders: DataFrame, number: int) -> None:
    raise ValueError(f"record 7 of batch {number} cannot be parsed")


def main(url: str, work: str) -> None:
    spark = SparkSession.builder.remote(url).getOrCreate()
    # On a busy machine Spark gives up on a start whose Python worker takes long: no attempt of the query's own.
    for _ in range(8):
        try:
            (
                spark.readStream.format("rate")
                .load()
                .writeStream.queryName("python poison")
                .option("checkpointLocation", f"{work}/poison python")
                .foreachBatch(batch)
                .start()
                .awaitTermination()
            )
        except Exception as error:
            print(f"raised: {type(error).__name__}: {str(error).strip()}", flush=True)
            if "TIDEGATE_START_REFUSED" in str(error):
                break
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
