#!/usr/bin/env bash
# An application on Kubernetes by spark-submit alone, in an image that the Dockerfile beside this makes.
#
#   K8S=https://kubernetes.example.com:6443 conf-examples/kubernetes/spark-submit.sh --class com.example.Orders local:///opt/app/orders.jar
#
# Tested: what it gives to spark-submit, and that tidegate accepts that. Not tested: Kubernetes.
set -euo pipefail

exec "${SPARK_HOME:+$SPARK_HOME/bin/}spark-submit" \
  --master "k8s://${K8S:-https://kubernetes.default.svc:443}" \
  --deploy-mode cluster \
  --conf spark.kubernetes.namespace=streams \
  --conf spark.kubernetes.authenticate.driver.serviceAccountName=spark \
  --conf spark.kubernetes.container.image=registry.example.com/spark-with-tidegate:0.1.0 \
  --conf spark.plugins=io.tidegate.TidegatePlugin \
  --conf spark.tidegate.controlTable=abfss://lake@example.dfs.core.windows.net/tidegate/control \
  --conf spark.tidegate.queries.orders.table=silver.orders \
  --conf spark.tidegate.queries.orders.frontier=offset \
  "$@"
