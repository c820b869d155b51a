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
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.window;

import io.tidegate.it.source.CdcFeed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Queries that keep rows in state. Each is named as its row and runs three times over one feed that
 * grows between the runs; those that count windows write, under their name, what each batch emits.
 */
public final class StatefulApp {
  private static final List<List<String>> STEPS =
      List.of(List.of("10:05", "10:55"), List.of("10:50", "11:20"), List.of("12:30"));

  private final SparkSession spark;
  private final Results results;
  private final Path feed;
  private final Path directory;
  private final Map<String, Counted> queries = new LinkedHashMap<>();

  /**
   * A query.
   *
   * @param rows what it writes
   * @param mode its output mode
   * @param windows whether its rows are windows with a count
   */
  private record Counted(Dataset<Row> rows, String mode, boolean windows) {}

  private StatefulApp(SparkSession spark, Path directory, Results results) {
    this.spark = spark;
    this.directory = directory;
    this.results = results;
    this.feed = directory.resolve("feed");
  }

  public static void main(String[] args) throws Exception {
    new Scenarios()
        .add(
            "stateful",
            (spark, directory, results) -> new StatefulApp(spark, directory, results).run())
        .run(args);
  }

  private void run() throws Exception {
    Dataset<Row> rows = rows().withWatermark("event_time", "10 minutes");
    Column hours = window(col("event_time"), "1 hour");
    Column sliding = window(col("event_time"), "1 hour", "30 minutes");
    queries.put("st_append", new Counted(counted(rows, hours), "append", true));
    queries.put("st_update", new Counted(counted(rows, hours), "update", true));
    queries.put("st_complete", new Counted(counted(rows, hours), "complete", true));
    queries.put("st_sliding", new Counted(counted(rows, sliding), "append", false));
    queries.put("st_sliding_lag", new Counted(counted(rows, sliding), "append", false));
    queries.put(
        "st_join",
        new Counted(
            rows.as("a")
                .join(
                    rows().withWatermark("event_time", "10 minutes").as("b"),
                    expr("a.id = b.id AND a.event_time = b.event_time")),
            "append",
            false));
    queries.put(
        "st_within", new Counted(rows.dropDuplicatesWithinWatermark("id"), "append", false));
    queries.put("st_half", new Counted(counted(rows.union(rows()), hours), "append", false));
    queries.put(
        "st_other",
        new Counted(
            counted(
                rows.withColumn("other", expr("event_time + INTERVAL 1 HOUR")),
                window(col("other"), "1 hour")),
            "update",
            false));
    int id = 0;
    for (List<String> step : STEPS) {
      List<String> added = new ArrayList<>();
      for (String time : step) {
        added.add("{\"id\":" + id++ + ",\"event_time\":\"2024-10-01T" + time + ":00Z\"}");
      }
      CdcFeed.at(feed).append("{\"n\":" + id + "}", added.toArray(String[]::new));
      List<StreamingQuery> running = new ArrayList<>();
      for (String name : queries.keySet()) {
        running.add(start(name, queries.get(name)));
      }
      for (StreamingQuery query : running) {
        query.awaitTermination();
      }
    }
    spark.conf().set("spark.sql.streaming.noDataMicroBatches.enabled", "false");
    start("st_data_only", queries.get("st_append")).awaitTermination();
  }

  private Dataset<Row> rows() {
    return spark
        .readStream()
        .format("io.tidegate.it.source.CdcSourceProvider")
        .option("feed", feed.toString())
        .load();
  }

  private static Dataset<Row> counted(Dataset<Row> rows, Column window) {
    return rows.groupBy(window.as("window")).agg(count(lit(1)).as("rows"));
  }

  private StreamingQuery start(String name, Counted query) throws Exception {
    VoidFunction2<Dataset<Row>, Long> sink =
        (batch, batchId) -> {
          List<Row> emitted = batch.collectAsList();
          if (query.windows()) {
            write(name, batchId, emitted);
          }
        };
    return query
        .rows()
        .writeStream()
        .queryName(name)
        .outputMode(query.mode())
        .foreachBatch(sink)
        .option("checkpointLocation", directory.resolve(name).toString())
        .trigger(Trigger.AvailableNow())
        .start();
  }

  private void write(String name, long batchId, List<Row> emitted) {
    Map<String, Long> windows = new TreeMap<>();
    for (Row row : emitted) {
      windows.put(row.getStruct(0).getTimestamp(1).toInstant().toString(), row.getLong(1));
    }
    results.write(name, Map.of("batch", batchId, "rowsByEnd", windows));
  }
}
