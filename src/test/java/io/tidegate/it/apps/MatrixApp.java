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
import static org.apache.spark.sql.functions.window;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;

/**
 * What runs in each Spark of the compatibility matrix, compiled against that Spark: it keeps to
 * what all of them offer. {@code spark.it.format} names what its tables are written as.
 */
public final class MatrixApp {
  /** How many entries its feeds have. */
  public static final int ENTRIES = 3;

  /** The exit code of the process that dies. */
  public static final int CRASHED = 42;

  /** What the process prints that is to be terminated. */
  public static final String COMMITTED = "All is committed.";

  private MatrixApp() {}

  public static void main(String[] args) throws Exception {
    new Scenarios()
        .add("frontiers", MatrixApp::frontiers)
        .add("refusal", MatrixApp::refusal)
        .add("metrics", MatrixApp::metrics)
        .add("crash", MatrixApp::crash)
        .add("healed", MatrixApp::healed)
        .add("terminated", MatrixApp::terminated)
        .add("read", MatrixApp::read)
        .run(args);
  }

  /** The writer of a query that ends when all is read, into nothing. */
  private static DataStreamWriter<Row> writer(Dataset<Row> rows, Path directory, String name) {
    return rows.writeStream()
        .queryName(name)
        .format("noop")
        .option("checkpointLocation", directory.resolve(name + ".checkpoint").toString())
        .trigger(Trigger.AvailableNow());
  }

  /** The same into a table. */
  private static DataStreamWriter<Row> tableWriter(Dataset<Row> rows, Path directory, String name) {
    return writer(rows, directory, name)
        .format(rows.sparkSession().conf().get("spark.it.format"))
        .option("path", directory.resolve(name).toString());
  }

  private static Dataset<Row> feed(SparkSession spark, Path directory) {
    MinuteFeed.fill(directory, ENTRIES);
    return MinuteFeed.read(spark, directory);
  }

  private static Dataset<Row> lines(SparkSession spark, Path directory) throws IOException {
    Path input = Files.createDirectories(directory.resolve("lines"));
    Files.writeString(input.resolve("1.txt"), "a line");
    return spark.readStream().text(input.toString());
  }

  /** A verdict by each frontier. */
  private static void frontiers(SparkSession spark, Path directory, Results results)
      throws Exception {
    Dataset<Row> feed = feed(spark, directory);
    Dataset<Row> delayed = feed.withWatermark("event_time", "0 seconds");
    Dataset<Row> windows =
        delayed
            .groupBy(window(col("event_time"), "1 minute"))
            .count()
            .selectExpr("window.start AS start", "count");
    List<StreamingQuery> queries = new ArrayList<>();
    queries.add(tableWriter(feed, directory, "offset").start());
    queries.add(writer(delayed, directory, "watermark").start());
    queries.add(writer(windows, directory, "windows").start());
    queries.add(writer(lines(spark, directory), directory, "arrival").start());
    for (StreamingQuery query : queries) {
      query.awaitTermination();
    }
    // The second run finds nothing new, which proves that the first had read it all.
    writer(lines(spark, directory), directory, "arrival").start().awaitTermination();
  }

  /** A batch that can never be written, until its query may start no more. */
  private static void refusal(SparkSession spark, Path directory, Results results)
      throws Exception {
    VoidFunction2<Dataset<Row>, Long> poison =
        (rows, id) -> {
          throw new IllegalStateException("record 7 cannot be parsed");
        };
    for (int i = 0; i < 4; i++) {
      String told;
      try {
        writer(lines(spark, directory), directory, "refused")
            .foreachBatch(poison)
            .start()
            .awaitTermination();
        told = "ended";
      } catch (StreamingQueryException e) {
        told = "failed";
      } catch (IllegalArgumentException e) {
        told = e.getMessage();
      }
      results.write("attempt", told);
    }
  }

  /** As Spark's UI shows them. */
  private static void metrics(SparkSession spark, Path directory, Results results)
      throws Exception {
    URI shown = URI.create(spark.sparkContext().uiWebUrl().get() + "/metrics/json/");
    try (InputStream json = shown.toURL().openStream()) {
      results.write("gauges", new ObjectMapper().readTree(json).get("gauges"));
    }
  }

  /** The process dies when everything is committed, and no verdict could be written. */
  private static void crash(SparkSession spark, Path directory, Results results) throws Exception {
    lineage(spark, directory).awaitTermination();
    Runtime.getRuntime().halt(CRASHED);
  }

  /** The lineage of {@link #crash}: nothing is left to read. */
  private static void healed(SparkSession spark, Path directory, Results results) throws Exception {
    lineage(spark, directory.resolveSibling("crash")).awaitTermination();
  }

  private static StreamingQuery lineage(SparkSession spark, Path directory) throws Exception {
    return tableWriter(feed(spark, directory), directory, "crashed").start();
  }

  /** The control table, as this Spark's own Delta reads it. */
  private static void read(SparkSession spark, Path directory, Results results) {
    String control = "delta.`" + spark.conf().get("spark.tidegate.controlTable") + "`";
    for (Row row : spark.sql("SELECT * FROM " + control + " ORDER BY table_name").collectAsList()) {
      Map<String, String> columns = new LinkedHashMap<>();
      for (String column : row.schema().fieldNames()) {
        Object value = row.get(row.fieldIndex(column));
        Object exact = value instanceof Timestamp time ? time.toInstant() : value;
        columns.put(column, exact == null ? null : exact.toString());
      }
      results.write("row", columns);
    }
  }

  /** A query that goes on until the process is told to end. */
  private static void terminated(SparkSession spark, Path directory, Results results)
      throws Exception {
    StreamingQuery query =
        writer(feed(spark, directory), directory, "terminated")
            .trigger(Trigger.ProcessingTime(100))
            .start();
    query.processAllAvailable();
    System.out.println(COMMITTED);
    query.awaitTermination();
  }
}
