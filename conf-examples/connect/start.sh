#!/usr/bin/env bash
# Starts a Spark Connect server with tidegate, in the foreground, by connect.conf beside this.
#
#   SPARK_HOME=... TIDEGATE_JAR=... conf-examples/connect/start.sh --master spark://...
#
# What is given to it is spark-submit's own. A distribution's sbin/start-connect-server.sh takes the same options and goes into the
# background.
#
# Tested: what it gives to spark-submit, and the server itself with such settings (integration-tests/connect/run).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec "${SPARK_HOME:+$SPARK_HOME/bin/}spark-submit" \
  --properties-file "$here/connect.conf" \
  --jars "${TIDEGATE_JAR:-tidegate-0.1.0.jar}" \
  --class org.apache.spark.sql.connect.service.SparkConnectServer \
  "$@" spark-internal
