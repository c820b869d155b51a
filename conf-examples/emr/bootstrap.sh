#!/usr/bin/env bash
# A bootstrap action for EMR: puts the jar into Spark's own directory, which a job's --jars does not replace, as it would 'spark.jars'.
# configurations.json beside this names the plugin and what is to be tracked.
#
#   aws emr create-cluster ... --configurations file://configurations.json \
#     --bootstrap-actions 'Path=s3://BUCKET/bootstrap.sh,Args=[s3://BUCKET/tidegate-0.1.0.jar]'
#
# Bootstrap actions run before Spark is installed, so this waits for Spark in the background. The settings name hdfs:/// because
# that is there on every cluster, and it goes when the cluster does. For a control table that outlives it, docs/control-table.md
# says which storage is safe for how many drivers.
#
# SPARK_JARS stands for /usr/lib/spark/jars, COPY for what copies from S3, ATTEMPTS for how often it looks, PAUSE for the seconds
# between, LOG for the file that says how it went.
#
# Tested: that it copies into a directory that comes later, and gives up. Not tested: EMR.
set -euo pipefail

jar=${1:?give the place of the jar, such as s3://BUCKET/tidegate-0.1.0.jar}
spark_jars=${SPARK_JARS:-/usr/lib/spark/jars}
here=$(mktemp -d)
${COPY:-aws s3 cp} "$jar" "$here/"

as_root() { if [ -w "$spark_jars" ]; then "$@"; else sudo "$@"; fi; }
place() {
  for _ in $(seq "${ATTEMPTS:-360}"); do
    if compgen -G "$spark_jars/spark-core_*.jar" >/dev/null; then
      as_root cp "$here"/*.jar "$spark_jars/"
      return
    fi
    sleep "${PAUSE:-5}"
  done
  echo "bootstrap: no Spark came to be in $spark_jars, so tidegate's jar is not there." >&2
  return 1
}
place >"${LOG:-/tmp/tidegate-bootstrap.log}" 2>&1 &
