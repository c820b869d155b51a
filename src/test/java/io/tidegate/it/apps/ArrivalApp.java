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

import static org.apache.spark.sql.functions.col;

import io.tidegate.it.apps.Applications.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** Queries that fall idle, never do, or are asked for what there is, all under {@code arrival}. */
public final class ArrivalApp {
  /** The queries that become final. */
  public static final List<String> PROVEN = List.of("quiet", "limited", "delta");

  /** The queries that never do. */
  public static final List<String> BUSY = List.of("busy", "half");

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private ArrivalApp() {}

  public static void main(String[] args) throws Exception {
    new Applications().add("arrival", ArrivalApp::arrival).run(args);
  }

  private static void arrival(Place place, Results results) throws Exception {
    SparkSession.Builder builder =
        place
            .withPlugin()
            .config("spark.tidegate.frontier", "arrival")
            .config("spark.tidegate.lag", "1s")
            .config("spark.tidegate.granularity", "PT10S")
            .config("spark.tidegate.queries.any.name", "*")
            .config("spark.tidegate.queries.any.table", "{name}");
    SparkSession spark = builder.getOrCreate();
    List<StreamingQuery> queries = new ArrayList<>();
    queries.add(endless(place, "quiet", files(spark, place, "quiet", 1, 10)));
    queries.add(endless(place, "limited", files(spark, place, "limited", 8, 1)));
    queries.add(endless(place, "delta", delta(spark, place)));
    queries.add(endless(place, "busy", rate(spark)));
    queries.add(
        endless(
            place,
            "half",
            rate(spark).select("value").union(files(spark, place, "half", 1, 10).select("value"))));
    availableNow(spark, place, results);
    Waiting.until(
        "quiet queries to be final", PATIENCE, () -> countFinal(spark, place) == PROVEN.size());
    for (StreamingQuery query : queries) {
      query.stop();
    }
    spark.stop();
  }

  private static long countFinal(SparkSession spark, Place place) {
    return spark
        .read()
        .format("delta")
        .load(place.control().toString())
        .where(col("table_name").isin(PROVEN.toArray()))
        .where("tracked_from < finalized_until")
        .count();
  }

  /** Runs that are asked for what there is: with something to read, and without. */
  private static void availableNow(SparkSession spark, Place place, Results results)
      throws Exception {
    SparkSession eager = spark.newSession();
    eager.conf().set("spark.sql.streaming.noDataProgressEventInterval", "0");
    for (String name : List.of("once", "eager")) {
      SparkSession session = name.equals("eager") ? eager : spark;
      writer(place, name, files(session, place, name, 2, 1))
          .trigger(Trigger.AvailableNow())
          .start()
          .awaitTermination();
    }
    writer(place, "again", files(spark, place, "again", 2, 1))
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
    results.write("againStarts", Instant.now().toString());
    writer(place, "again", files(spark, place, "again", 0, 1))
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
    results.write("againEnds", Instant.now().toString());
  }

  private static StreamingQuery endless(Place place, String name, Dataset<Row> rows)
      throws Exception {
    return writer(place, name, rows).trigger(Trigger.ProcessingTime(500)).start();
  }

  private static DataStreamWriter<Row> writer(Place place, String name, Dataset<Row> rows) {
    return rows.writeStream()
        .queryName(name)
        .format("noop")
        .option("checkpointLocation", place.path(name + ".checkpoint").toString());
  }

  private static Dataset<Row> rate(SparkSession spark) {
    return spark
        .readStream()
        .format("rate-micro-batch")
        .option("rowsPerBatch", 1)
        .load()
        .selectExpr("CAST(value AS STRING) AS value");
  }

  private static Dataset<Row> files(
      SparkSession spark, Place place, String name, int files, int perTrigger) throws Exception {
    Path directory = Files.createDirectories(place.path(name + ".files"));
    for (int i = 0; i < files; i++) {
      Files.writeString(directory.resolve(i + ".txt"), "line " + i);
    }
    return spark
        .readStream()
        .format("text")
        .option("maxFilesPerTrigger", perTrigger)
        .load(directory.toString());
  }

  private static Dataset<Row> delta(SparkSession spark, Place place) {
    String table = place.path("source").toString();
    spark.range(3).write().format("delta").save(table);
    return spark.readStream().format("delta").load(table);
  }
}
