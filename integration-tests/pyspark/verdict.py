"""Prints the row of a control table, read by Spark and Delta without tidegate."""

import sys

from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
for row in spark.sql(
    f"SELECT table_name, tracked_from, finalized_until, state, query_name FROM delta.`{sys.argv[1]}`"
).collect():
    print("verdict:", *row, sep="|")
spark.stop()
