"""Asks for a verdict in SQL and by DataFrames; what is raised reads well in Python.

With remote=sc://... among the settings the session is one of Spark Connect.
"""

import sys

from pyspark.sql import SparkSession
from pyspark.sql.functions import call_function, expr, lit

builder = SparkSession.builder
for entry in sys.argv[1:]:
    key, value = entry.split("=", 1)
    builder = builder.remote(value) if key == "remote" else builder.config(key, value)
spark = builder.getOrCreate()

final = "tidegate_is_final('bronze.py', TIMESTAMP'2024-10-01 09:00:00Z', TIMESTAMP'2024-10-01 10:00:00Z')"
print("sql:", *spark.sql(f"SELECT {final}").first(), sep="|")
print("frame:", spark.range(3).filter(expr(final)).count(), sep="|")
until = call_function("tidegate_finalized_until", lit("bronze.py")).cast("long")
print("call:", *spark.range(1).select(until).first(), sep="|")
for row in spark.sql("SELECT table_name, state FROM tidegate_verdicts()").collect():
    print("rows:", *row, sep="|")
try:
    spark.sql(f"SELECT {final.replace('bronze.py', 'bronze.pi')}").collect()
except Exception as error:
    print(f"raised: {type(error).__name__}: {str(error).strip()}")
spark.stop()
