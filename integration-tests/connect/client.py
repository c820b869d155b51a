"""A client with a query that runs until a line of standard input says what becomes of it: 'stop' stops it, 'release'
ends the session under it.
"""

import sys

from pyspark.sql import SparkSession


def main(url: str, work: str, name: str, who: str) -> None:
    spark = SparkSession.builder.remote(url).getOrCreate()
    query = (
        spark.readStream.schema("id BIGINT, ordered_at TIMESTAMP")
        .option("maxFilesPerTrigger", 1)
        .json(f"{work}/in {who}")
        .withWatermark("ordered_at", "10 minutes")
        .writeStream.queryName(name)
        .option("checkpointLocation", f"{work}/checkpoint {who}")
        .trigger(processingTime="0 seconds")
        .format("parquet")
        .start(f"{work}/out {who}")
    )
    print(f"{who}: started", flush=True)
    if sys.stdin.readline().strip() == "stop":
        query.stop()
    spark.stop()
    print(f"{who}: ended", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
