#!/usr/bin/env bash
# An initialization action for Dataproc: puts the jar into Spark's own directory, on every node, since the driver may run on any of
# them. cluster.yaml beside this names it, the plugin and what is to be tracked.
#
# The place of the jar is the cluster's metadata 'tidegate-jar'. SPARK_JARS stands for /usr/lib/spark/jars, METADATA for what reads
# metadata, COPY for what copies from Cloud Storage.
#
# Tested: that it copies what the metadata names. Not tested: Dataproc.
set -euo pipefail

jar=$(${METADATA:-/usr/share/google/get_metadata_value} attributes/tidegate-jar)
${COPY:-gcloud storage cp} "$jar" "${SPARK_JARS:-/usr/lib/spark/jars}/"
