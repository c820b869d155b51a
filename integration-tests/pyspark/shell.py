# Typed into the pyspark shell, which has a session: a stream of orders with a processing-time trigger.
import os
work = os.environ["WORK"]
orders = spark.readStream.schema("id BIGINT, ordered_at TIMESTAMP").json(f"{work}/in").withWatermark("ordered_at", "10 minutes")
writer = orders.writeStream.queryName("shell orders").option("checkpointLocation", f"{work}/checkpoint shell")
query = writer.trigger(processingTime="1 second").format("parquet").start(f"{work}/out shell")
query.processAllAvailable()
print("rows:", spark.read.parquet(f"{work}/out shell").count())
query.stop()
