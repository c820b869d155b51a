#!/usr/bin/env bash
# An init script for Databricks: puts the jar where the driver loads classes from, and the plugin into the driver's configuration,
# after the plugins that other scripts have put there. Cluster-scoped, with the settings of spark.tidegate.* in the cluster's own
# configuration (cluster.json beside this).
#
# A 'spark.plugins' in the cluster's own configuration comes before what is written here: there, name io.tidegate.TidegatePlugin
# in that list too. Files are read so that the first one by name wins: 00-00- comes before most.
#
# TIDEGATE_JAR is where the jar was uploaded to; DATABRICKS_ROOT stands for /databricks.
#
# Tested: that it leaves the jar and a configuration that has the plugin once, in a directory of its own, run once, twice and after
# others. Not tested: Databricks.
set -euo pipefail

jar=${TIDEGATE_JAR:-/Volumes/main/lib/tidegate-0.1.0.jar}
root=${DATABRICKS_ROOT:-/databricks}
plugin=io.tidegate.TidegatePlugin
conf=$root/driver/conf/00-00-tidegate.conf

mkdir -p "$root/jars"
cp -f "$jar" "$root/jars/"

# Executors need nothing of it, and have no such configuration.
[ "${DB_IS_DRIVER:-TRUE}" = TRUE ] || exit 0

# The value that holds now: the first file by name that has one, which is this script's own where it ran before.
others=
for file in "$root"/driver/conf/*.conf; do
  [ -f "$file" ] || continue
  others=$(sed -n 's/^[[:space:]]*"\{0,1\}spark\.plugins"\{0,1\}[[:space:]]*=[[:space:]]*"\([^"]*\)".*/\1/p' "$file" | tail -n 1)
  [ -z "$others" ] || break
done
case ",${others// /}," in
  *",$plugin,"*) plugins=$others ;;
  *) plugins=${others:+$others,}$plugin ;;
esac

mkdir -p "$root/driver/conf"
cat >"$conf" <<END
[driver] {
  "spark.plugins" = "$plugins"
}
END
