"""Asks for a verdict in SQL, from a client of Spark Connect."""

import sys

from pyspark.sql import SparkSession

spark = SparkSession.builder.remote(sys.argv[1]).getOrCreate()


def final(table: str, start: int) -> str:
    hours = ", ".join(f"TIMESTAMP'2024-10-01 {hour:02}:00:00Z'" for hour in (start, start + 1))
    return f"SELECT tidegate_is_final('{table}', {hours})"


print("eight:", *spark.sql(final("bronze.jvm", 8)).first())
print("nine:", *spark.sql(final("bronze.jvm", 9)).first())
print("rows:", spark.sql("SELECT * FROM tidegate_verdicts() WHERE table_name = 'bronze.jvm'").count())
try:
    spark.sql(final("bronze.jmv", 8)).collect()
except Exception as error:
    print(f"raised: {type(error).__name__}: {str(error).strip()}")
spark.stop()
