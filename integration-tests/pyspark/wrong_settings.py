"""A wrong setting stops the application with a message that reads well in Python."""

import sys

from pyspark.sql import SparkSession

builder = SparkSession.builder.master("local[1]")
for entry in sys.argv[1:]:
    key, value = entry.split("=", 1)
    builder = builder.config(key, value)
try:
    builder.getOrCreate()
except Exception as error:  # PySpark converts Java's exceptions only once there is a session
    print("refused:", str(error).splitlines()[1])
else:
    print("started")
