/*
 * Copyright 2026 The Tidegate authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.tidegate.it.apps;

import io.tidegate.internal.store.kernel.DeltaPlaces;
import io.tidegate.it.apps.Applications.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/** Tables that Spark writes, and what their logs say of their rows. */
public final class PlacesApp {
  private static final String DAYS =
      "(id BIGINT, region STRING, day DATE) USING delta PARTITIONED BY (region, day)";

  private PlacesApp() {}

  public static void main(String[] args) throws Exception {
    new Applications()
        .add("marked", (p, r) -> counted(p, r, "'delta.enableDeletionVectors' = 'true'"))
        .add(
            "mapped",
            (p, r) ->
                counted(
                    p,
                    r,
                    "'delta.enableDeletionVectors' = 'true', 'delta.columnMapping.mode' = 'name',"
                        + " 'delta.checkpointPolicy' = 'v2', 'delta.checkpointInterval' = '2'"))
        .add("noStatistics", PlacesApp::noStatistics)
        .add("times", PlacesApp::times)
        .run(args);
  }

  private static DeltaPlaces places(SparkSession spark) {
    return new DeltaPlaces(() -> spark.sessionState().newHadoopConf());
  }

  /** Inserts, deletes and counts. */
  private static void counted(Place place, Results results, String properties) throws Exception {
    SparkSession spark = place.withoutPlugin().getOrCreate();
    String table = "delta.`" + place.path("t") + "`";
    spark.sql("CREATE TABLE " + table + " " + DAYS + " TBLPROPERTIES (" + properties + ")");
    for (int from = 0; from < 300; from += 100) {
      spark.sql(
          "INSERT INTO "
              + table
              + " SELECT /*+ COALESCE(1) */ id, IF(id % 3 = 0, NULL, concat('r&', id % 3)),"
              + " date_add(DATE'2026-10-01', CAST(id % 2 AS INT)) FROM range("
              + from
              + ", "
              + (from + 100)
              + ")");
    }
    spark.sql("DELETE FROM " + table + " WHERE id % 10 = 1");
    try (Stream<Path> files = Files.walk(place.path("t"))) {
      results.write(
          "marks",
          files
              .filter(file -> file.getFileName().toString().startsWith("deletion_vector_"))
              .count());
    }
    for (String filter :
        List.of("", "?region=r%261", "?region=&day=2026-10-02", "?DAY=2026-10-01")) {
      results.write("logged", places(spark).rows(List.of(place.path("t") + filter)));
    }
    for (String where :
        List.of(
            "true",
            "region = 'r&1'",
            "region IS NULL AND day = DATE'2026-10-02'",
            "day = DATE'2026-10-01'")) {
      results.write(
          "selected",
          spark.sql("SELECT count(*) FROM " + table + " WHERE " + where).head().getLong(0));
    }
    spark.stop();
  }

  /** Written without statistics, and read from a checkpoint that has them in columns only. */
  private static void noStatistics(Place place, Results results) throws Exception {
    SparkSession spark = place.withoutPlugin().getOrCreate();
    spark.conf().set("spark.databricks.delta.stats.collect", "false");
    spark.range(10).write().format("delta").save(place.path("t").toString());
    results.write("told", told(() -> places(spark).rows(List.of(place.path("t").toString()))));
    spark.conf().set("spark.databricks.delta.stats.collect", "true");
    String columns = "delta.`" + place.path("columns") + "`";
    spark.sql(
        "CREATE TABLE "
            + columns
            + " (id BIGINT) USING delta TBLPROPERTIES ('delta.checkpointInterval' = '1',"
            + " 'delta.checkpoint.writeStatsAsJson' = 'false',"
            + " 'delta.checkpoint.writeStatsAsStruct' = 'true')");
    spark.range(10).write().format("delta").mode("append").save(place.path("columns").toString());
    results.write(
        "told", told(() -> places(spark).rows(List.of(place.path("columns").toString()))));
    spark.stop();
  }

  private static String told(Callable<Long> count) throws Exception {
    try {
      return count.call() + " rows";
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  /** A time as a partition value. */
  private static void times(Place place, Results results) throws Exception {
    SparkSession spark = place.withoutPlugin().getOrCreate();
    spark
        .sql("SELECT id, TIMESTAMP'2026-10-01T11:00:00Z' AS at FROM range(10)")
        .write()
        .format("delta")
        .partitionBy("at")
        .save(place.path("t").toString());
    results.write(
        "rows", places(spark).rows(List.of(place.path("t") + "?at=2026-10-01T11:00:00Z")));
    spark.stop();
  }
}
