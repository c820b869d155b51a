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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;

/** Checkpoints that others left behind, and what a start makes of them. */
public final class HealApp {
  private static final String QUERY = "heal";

  private HealApp() {}

  public static void main(String[] args) throws Exception {
    new Applications()
        .add("nothingNew", HealApp::nothingNew)
        .add("stillIdle", HealApp::stillIdle)
        .add("killed", HealApp::killed)
        .add("uncommitted", HealApp::uncommitted)
        .add("damaged", HealApp::damaged)
        .add("untouched", HealApp::untouched)
        .run(args);
  }

  /** Three batches that nobody kept a verdict for. */
  private static void threeBatches(Place place) throws Exception {
    MinuteFeed.fill(place.directory(), 3);
    SparkSession spark = place.withoutPlugin().getOrCreate();
    toTheEnd(spark, place.directory());
    spark.stop();
  }

  private static StreamingQuery toTheEnd(SparkSession spark, Path directory) throws Exception {
    StreamingQuery query =
        MinuteFeed.query(spark, directory, QUERY).trigger(Trigger.AvailableNow()).start();
    query.awaitTermination();
    return query;
  }

  private static void nothingNew(Place place, Results results) throws Exception {
    threeBatches(place);
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    StreamingQuery query = toTheEnd(spark, place.directory());
    results.write("rowsRead", query.lastProgress().numInputRows());
    spark.stop();
  }

  private static void stillIdle(Place place, Results results) throws Exception {
    threeBatches(place);
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    StreamingQuery query =
        MinuteFeed.query(spark, place.directory(), QUERY)
            .trigger(Trigger.ProcessingTime(100))
            .start();
    Waiting.until(
        "a verdict while the query idles",
        () ->
            !spark
                .sql("SELECT 1 FROM " + place.controlSql() + " WHERE finalized_until IS NOT NULL")
                .isEmpty());
    results.write("active", query.isActive());
    results.write("committed", Files.exists(place.path("checkpoint/commits/3")));
    query.stop();
    spark.stop();
  }

  /** The directory holds what a killed driver left. */
  private static void killed(Place place, Results results) throws Exception {
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    StreamingQuery query =
        MinuteFeed.query(spark, place.directory(), QUERY)
            .format("delta")
            .option("path", place.path("table").toString())
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination();
    results.write("batches", query.recentProgress().length);
    spark.stop();
  }

  private static void uncommitted(Place place, Results results) throws Exception {
    threeBatches(place);
    Files.delete(place.path("checkpoint/commits/2"));
    Files.delete(place.path("checkpoint/commits/.2.crc"));
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    StreamingQuery failing =
        replaying(spark, place)
            .foreachBatch(
                (VoidFunction2<Dataset<Row>, Long>)
                    (batch, id) -> {
                      throw new IllegalStateException("batch " + id + " fails again");
                    })
            .start();
    results.write("failure", errorOf(failing));
    spark.stop();
    results.write("whileUncommitted", verdict(place));

    SparkSession again = place.tracking(QUERY).getOrCreate();
    replaying(again, place).start().awaitTermination();
    again.stop();
    results.write("onceCommitted", verdict(place));
  }

  private static DataStreamWriter<Row> replaying(SparkSession spark, Place place) {
    return MinuteFeed.query(spark, place.directory(), QUERY).trigger(Trigger.AvailableNow());
  }

  private static String errorOf(StreamingQuery query) {
    try {
      query.awaitTermination();
      return "none";
    } catch (StreamingQueryException e) {
      Throwable root = e;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      return root.toString();
    }
  }

  /** What a reader without tidegate sees. */
  private static List<String> verdict(Place place) {
    SparkSession spark =
        place.withoutPlugin().config("spark.sql.session.timeZone", "UTC").getOrCreate();
    try {
      return spark
          .sql(
              "SELECT concat_ws(' ', date_format(finalized_until, 'HH:mm'), state, batch_id,"
                  + " reason_code) FROM "
                  + place.controlSql())
          .collectAsList()
          .stream()
          .map(row -> row.getString(0))
          .toList();
    } finally {
      spark.stop();
    }
  }

  private static void damaged(Place place, Results results) throws Exception {
    threeBatches(place);
    Path newest = place.path("checkpoint/offsets/2");
    Files.delete(place.path("checkpoint/offsets/.2.crc"));
    Files.writeString(newest, Files.readString(newest).substring(0, 20));
    SparkSession without = place.withoutPlugin().getOrCreate();
    results.write("errorWithout", errorOf(replaying(without, place).start()));
    without.stop();
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    results.write("errorWith", errorOf(replaying(spark, place).start()));
    spark.stop();
  }

  /** Two equal checkpoints, one run with the plugin and one without, both finding nothing. */
  private static void untouched(Place place, Results results) throws Exception {
    threeBatches(place);
    Path twin = Files.createDirectories(place.path("twin"));
    copy(place.path("feed"), twin.resolve("feed"));
    copy(place.path("checkpoint"), twin.resolve("checkpoint"));
    results.write("before", listing(place.path("checkpoint")));
    SparkSession without = place.withoutPlugin().getOrCreate();
    toTheEnd(without, twin);
    without.stop();
    results.write("without", listing(twin.resolve("checkpoint")));
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    toTheEnd(spark, place.directory());
    spark.stop();
    results.write("with", listing(place.path("checkpoint")));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path copy = to.resolve(from.relativize(path).toString());
        Files.copy(path, copy, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.filter(Files::isDirectory).toList()) {
        Path copy = to.resolve(from.relativize(path).toString());
        Files.setLastModifiedTime(copy, Files.getLastModifiedTime(path));
      }
    }
  }

  /** Every path with its size and time. */
  private static List<String> listing(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      List<String> lines = new ArrayList<>();
      for (Path path : all.sorted().toList()) {
        lines.add(
            root.relativize(path)
                + " "
                + (Files.isDirectory(path) ? "dir" : Files.size(path))
                + " "
                + Files.getLastModifiedTime(path).toInstant().truncatedTo(ChronoUnit.MICROS));
      }
      return lines;
    }
  }
}
