#!/usr/bin/env bash
# An application with tidegate, all on the command line: the jar, the plugin, and what is to be tracked.
#
#   conf-examples/spark-submit.sh --class com.example.Orders orders.jar
#
# What is given to it is spark-submit's own: more options, the application, its arguments. TIDEGATE_JAR and CONTROL_TABLE name
# the jar and the control table.
#
# Tested: the whole of it, under a local master and a standalone one (integration-tests/install/run).
set -euo pipefail

exec "${SPARK_HOME:+$SPARK_HOME/bin/}spark-submit" \
  --jars "${TIDEGATE_JAR:-tidegate-0.1.0.jar}" \
  --conf spark.plugins=io.tidegate.TidegatePlugin \
  --conf "spark.tidegate.controlTable=${CONTROL_TABLE:-/lake/tidegate/control}" \
  --conf spark.tidegate.queries.orders.table=bronze.orders \
  --conf spark.tidegate.queries.orders.frontier=watermark \
  --conf spark.tidegate.queries.orders.startsAt=beginning \
  "$@"
