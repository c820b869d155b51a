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

import io.tidegate.it.apps.Applications.Place;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** Attempts of queries of every kind, and starts while the record's storage is in trouble. */
public final class KindsApp {
  private KindsApp() {}

  public static void main(String[] args) throws Exception {
    new Applications()
        .add("async", (place, results) -> poison(place, results, true, Trigger.ProcessingTime(0)))
        .add("continuous", (place, results) -> poison(place, results, false, continuous()))
        .add("realTime", (place, results) -> poison(place, results, false, realTime()))
        .add("schema", KindsApp::schema)
        .add("sql", KindsApp::sql)
        .add("fileInPlace", KindsApp::fileInPlace)
        .add("unwritable", KindsApp::unwritable)
        .add("hangs", KindsApp::hangs)
        .run(args);
  }

  private static Trigger continuous() {
    return Trigger.Continuous(200);
  }

  private static Trigger realTime() {
    return Trigger.RealTime("5 seconds");
  }

  /** Attempts at a query that can write nothing. */
  private static void poison(Place place, Results results, boolean async, Trigger trigger)
      throws Exception {
    SparkSession spark = RecoveryApp.session(place, "q");
    for (int i = 0; i < 5; i++) {
      results.write(
          "attempt",
          Lineage.attempt(
              () ->
                  rate(spark, place, "cast(raise_error('record 7') AS STRING)")
                      .option("asyncProgressTrackingEnabled", async)
                      .trigger(trigger)
                      .start()));
    }
    spark.stop();
  }

  private static DataStreamWriter<Row> rate(SparkSession spark, Place place, String column) {
    return spark
        .readStream()
        .format("rate")
        .option("rowsPerSecond", 10)
        .option("numPartitions", 1)
        .load()
        .selectExpr(column)
        .writeStream()
        .queryName("q")
        .option("checkpointLocation", place.path("q.checkpoint").toString())
        .format("noop");
  }

  /** The schema of a Delta source grows again and again under a query, which ends it. */
  private static void schema(Place place, Results results) throws Exception {
    SparkSession spark = RecoveryApp.session(place, "q");
    String table = "delta.`" + place.path("source") + "`";
    spark.range(1).write().format("delta").save(place.path("source").toString());
    List<String> values = new ArrayList<>(List.of("1"));
    for (int i = 0; i < 5; i++) {
      StreamingQuery query = delta(spark, place).start();
      query.processAllAvailable();
      spark.sql("ALTER TABLE " + table + " ADD COLUMN c" + i + " STRING");
      values.add("'v'");
      spark.sql("INSERT INTO " + table + " VALUES (" + String.join(", ", values) + ")");
      results.write("attempt", Lineage.end(query));
    }
    results.write(
        "attempt",
        Lineage.attempt(() -> delta(spark, place).trigger(Trigger.AvailableNow()).start()));
    spark.stop();
  }

  private static DataStreamWriter<Row> delta(SparkSession spark, Place place) {
    return spark
        .readStream()
        .format("delta")
        .load(place.path("source").toString())
        .writeStream()
        .queryName("q")
        .option("checkpointLocation", place.path("q.checkpoint").toString())
        .trigger(Trigger.ProcessingTime(100))
        .format("noop");
  }

  /** A refused lineage as SQL shows it. */
  private static void sql(Place place, Results results) throws Exception {
    SparkSession spark = RecoveryApp.session(place, "orders");
    Lineage lineage = new Lineage(spark, place, "orders").lines(3);
    results.write("attempt", lineage.attempt(Lineage.one()));
    for (int i = 0; i < 4; i++) {
      results.write("attempt", lineage.attempt(Lineage::poison));
    }
    spark.stop();
    SparkSession reader =
        place.withoutPlugin().config("spark.sql.session.timeZone", "UTC").getOrCreate();
    for (String query : Files.readString(place.path("../queries.sql")).split(";")) {
      Dataset<Row> rows =
          reader.sql(query.replace("/lake/tidegate/control", place.control().toString()));
      rows.show(20, 0);
      results.write("columns", List.of(rows.columns()));
      results.write("rows", rows.toJSON().collectAsList());
    }
    reader.stop();
  }

  /** A file where the record should be. */
  private static void fileInPlace(Place place, Results results) throws Exception {
    Files.writeString(place.path("record"), "not a table");
    starts(place, results, place.path("record").toString());
  }

  /** A place in which nothing can be created. */
  private static void unwritable(Place place, Results results) throws Exception {
    Files.writeString(place.path("file"), "not a directory");
    starts(place, results, place.path("file/record").toString());
  }

  /** A file system that does not answer. */
  private static void hangs(Place place, Results results) throws Exception {
    starts(place, results, "troubled://" + place.path("record"));
    results.write("hung", TroubledFileSystem.blocked() > 0);
    TroubledFileSystem.release();
  }

  private static void starts(Place place, Results results, String record) throws Exception {
    SparkSession spark =
        RecoveryApp.builder(place, "q", "also")
            .config("spark.hadoop.fs.troubled.impl", TroubledFileSystem.class.getName())
            .config("spark.tidegate.lineageTable", record)
            .getOrCreate();
    for (String name : List.of("q", "also", "stranger")) {
      Lineage lineage = new Lineage(spark, place, name).lines(1);
      long asked = System.nanoTime();
      StreamingQuery query = lineage.writer(Lineage::good).start();
      results.write("millis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - asked));
      results.write("attempt", Lineage.end(query));
    }
    spark.stop();
  }
}
