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

import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.util.Time;
import io.tidegate.it.apps.Applications.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** Control tables that were made by others, are in the way, or go away. */
public final class StoreApp {
  private static final String QUERY = "store";
  private static final String VERDICT = "finalized_until TIMESTAMP";
  static final String COLUMNS =
      "table_name STRING, "
          + VERDICT
          + ", tracked_from TIMESTAMP, state STRING, reason_code STRING, reason STRING,"
          + " held_since TIMESTAMP, frontier TIMESTAMP, basis STRING, seen_at TIMESTAMP,"
          + " alive_until TIMESTAMP, epoch BIGINT, query_name STRING, query_id STRING,"
          + " checkpoint STRING, run_id STRING, run_started_at TIMESTAMP, process STRING,"
          + " batch_id BIGINT, end_offset STRING, table_version BIGINT, epoch_from TIMESTAMP,"
          + " held_value TIMESTAMP, updated_at TIMESTAMP";

  /** How many versions are older than their retention, and how many are not. */
  public static final int AGED = 160;

  private static final Duration AGE = Duration.ofHours(2);

  private static final Time TWO_HOURS_AGO =
      new Time() {
        @Override
        public Instant now() {
          return SystemTime.INSTANCE.now().minus(AGE);
        }

        @Override
        public long nanoTime() {
          return SystemTime.INSTANCE.nanoTime();
        }

        @Override
        public void sleep(Duration duration) {
          SystemTime.INSTANCE.sleep(duration);
        }
      };

  private StoreApp() {}

  public static void main(String[] args) throws Exception {
    new Applications()
        .add("sql", StoreApp::sql)
        .add("carried", StoreApp::carried)
        .add("text", (p, r) -> refused(p, r, COLUMNS.replace(VERDICT, "finalized_until STRING")))
        .add(
            "local",
            (p, r) -> refused(p, r, COLUMNS.replace(VERDICT, "finalized_until TIMESTAMP_NTZ")))
        .add("appendOnly", (p, r) -> refused(p, r, COLUMNS, "delta.appendOnly", "true"))
        .add("inTheWay", StoreApp::inTheWay)
        .add("locked", StoreApp::locked)
        .add("dropped", StoreApp::dropped)
        .add("aged", StoreApp::aged)
        .run(args);
  }

  private static StreamingQuery toTheEnd(SparkSession spark, Place place) throws Exception {
    StreamingQuery query =
        MinuteFeed.query(spark, place.directory(), QUERY).trigger(Trigger.AvailableNow()).start();
    query.awaitTermination();
    return query;
  }

  private static List<String> json(SparkSession spark, String select) {
    return spark.sql(select).toJSON().collectAsList();
  }

  private static void sql(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 3);
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    toTheEnd(spark, place);
    spark.stop();
    SparkSession reader = place.withoutPlugin().getOrCreate();
    results.write(
        "verdict",
        json(
            reader,
            "SELECT table_name, unix_seconds(finalized_until) AS until, state FROM "
                + place.controlSql()));
    results.write(
        "engines",
        reader
            .sql("DESCRIBE HISTORY " + place.controlSql())
            .select("engineInfo")
            .distinct()
            .toJSON()
            .collectAsList());
    results.write(
        "detail",
        reader
            .sql("DESCRIBE DETAIL " + place.controlSql())
            .selectExpr(
                "format",
                "partitionColumns",
                "properties",
                "minReaderVersion",
                "minWriterVersion",
                "numFiles")
            .toJSON()
            .collectAsList());
    reader.stop();
  }

  private static void carried(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 3);
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    spark.sql(
        "CREATE TABLE "
            + place.controlSql()
            + " ("
            + COLUMNS
            + ", note STRUCT<who: STRING, tags: ARRAY<STRING>>, weight DECIMAL(20, 3)) USING delta");
    spark.sql(
        "INSERT INTO "
            + place.controlSql()
            + " (table_name, finalized_until, state, epoch, note, weight) VALUES"
            + " ('somebody.else', timestamp'2024-01-01T00:00:00.123456Z', 'THEIRS', 7,"
            + " named_struct('who', 'them', 'tags', array('a', NULL)), 12345678901234567.125),"
            + " ('t.store', NULL, NULL, NULL, named_struct('who', 'ours', 'tags', NULL), NULL)");
    String foreign = "SELECT * FROM " + place.controlSql() + " WHERE table_name = 'somebody.else'";
    results.write("foreignBefore", json(spark, foreign));
    toTheEnd(spark, place);
    spark.stop();
    SparkSession reader = place.withoutPlugin().getOrCreate();
    results.write("foreignAfter", json(reader, foreign));
    results.write(
        "ours",
        json(
            reader,
            "SELECT unix_seconds(finalized_until) AS until, note FROM "
                + place.controlSql()
                + " WHERE table_name = 't.store'"));
    reader.stop();
  }

  private static void refused(Place place, Results results, String columns, String... property)
      throws Exception {
    MinuteFeed.fill(place.directory(), 3);
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    spark.sql(
        "CREATE TABLE "
            + place.controlSql()
            + " ("
            + columns
            + ") USING delta"
            + (property.length == 0
                ? ""
                : " TBLPROPERTIES ('" + property[0] + "' = '" + property[1] + "')"));
    StreamingQuery query = toTheEnd(spark, place);
    results.write("batches", query.recentProgress().length);
    results.write("failure", query.exception().isDefined());
    long start = System.nanoTime();
    spark.stop();
    results.write("stopSeconds", Duration.ofNanos(System.nanoTime() - start).toSeconds());
    SparkSession reader = place.withoutPlugin().getOrCreate();
    results.write("commits", json(reader, "DESCRIBE HISTORY " + place.controlSql()).size());
    reader.stop();
  }

  /** A file where a directory above the table should be, until somebody takes it away. */
  private static void inTheWay(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 2);
    Path blocked = Files.writeString(place.path("blocked"), "not a directory");
    SparkSession spark =
        place
            .tracking(QUERY)
            .config("spark.tidegate.controlTable", blocked.resolve("control").toString())
            .getOrCreate();
    StreamingQuery query =
        MinuteFeed.query(spark, place.directory(), QUERY)
            .trigger(Trigger.ProcessingTime(100))
            .start();
    Waiting.until("three failures in a row", () -> failureStreak() >= 3);
    Waiting.until("all commits", () -> Files.exists(place.path("checkpoint/commits/1")));
    results.write("active", query.isActive());
    Files.delete(blocked);
    Waiting.until("the end of the failures", () -> failureStreak() == 0);
    results.write("activeWhenHealed", query.isActive());
    query.stop();
    spark.stop();
  }

  /** A storage account whose key the application sets on its session, some time after its start. */
  private static void locked(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 2);
    SparkSession spark =
        place
            .tracking(QUERY)
            .config("spark.hadoop.fs.abfss.impl", LockedFileSystem.class.getName())
            .config("spark.tidegate.controlTable", "abfss:" + place.path("locked"))
            .getOrCreate();
    StreamingQuery query =
        MinuteFeed.query(spark, place.directory(), QUERY)
            .trigger(Trigger.ProcessingTime(100))
            .start();
    Waiting.until("two failures in a row", () -> failureStreak() >= 2);
    spark.conf().set("fs.locked.key", "open sesame");
    Waiting.until("the end of the failures", () -> failureStreak() == 0);
    results.write("active", query.isActive());
    query.stop();
    spark.stop();
  }

  /** As Spark's metrics show it. */
  private static int failureStreak() {
    Object value =
        SparkEnv.get()
            .metricsSystem()
            .getSourcesByName("plugin.io.tidegate.TidegatePlugin")
            .head()
            .metricRegistry()
            .getGauges()
            .get("failureStreak")
            .getValue();
    return ((Number) value).intValue();
  }

  private static void dropped(Place place, Results results) throws Exception {
    SparkSession spark = place.tracking("busy", "idle").getOrCreate();
    for (String name : List.of("busy", "idle")) {
      MinuteFeed.fill(place.path(name), 2);
      MinuteFeed.query(spark, place.path(name), name).trigger(Trigger.ProcessingTime(100)).start();
    }
    awaitFinal(spark, place, "t.busy", 2);
    awaitFinal(spark, place, "t.idle", 2);
    dropTable(place.control());
    MinuteFeed.fill(place.path("busy"), 3);
    awaitFinal(spark, place, "t.busy", 3);
    awaitFinal(spark, place, "t.idle", 2);
    results.write("commits", json(spark, "DESCRIBE HISTORY " + place.controlSql()).size());
    spark.stop();
  }

  private static void awaitFinal(SparkSession spark, Place place, String table, int entries)
      throws Exception {
    long until = MinuteFeed.finalAfter(entries).getEpochSecond();
    Waiting.until(
        table + " after " + entries,
        () ->
            Files.exists(place.path("control/_delta_log"))
                && !spark
                    .sql(
                        "SELECT 1 FROM "
                            + place.controlSql()
                            + " WHERE table_name = '"
                            + table
                            + "' AND unix_seconds(finalized_until) = "
                            + until)
                    .isEmpty());
  }

  private static void dropTable(Path root) throws Exception {
    Path aside = root.resolveSibling("dropped");
    Files.move(root, aside);
    // Delta for Spark remembers tables by path.
    Class.forName("org.apache.spark.sql.delta.DeltaLog").getMethod("clearCache").invoke(null);
    try (Stream<Path> paths = Files.walk(aside)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** A table with as many versions beyond its retention as within it, and Spark's view of it. */
  private static void aged(Place place, Results results) throws Exception {
    SparkSession spark = place.withoutPlugin().getOrCreate();
    Path path = place.path("lineages");
    String table = "delta.`" + path + "`";
    attempts(path, TWO_HOURS_AGO, 1, AGED);
    age(path);
    age(path.resolve("_delta_log"));
    attempts(path, SystemTime.INSTANCE, AGED + 1, 2 * AGED);
    results.write("attempts", json(spark, "SELECT attempts FROM " + table));
    results.write(
        "before", json(spark, "SELECT attempts FROM " + table + " VERSION AS OF " + AGED));
    results.write("expired", failure(spark, "SELECT * FROM " + table + " VERSION AS OF 3"));
    results.write("entries", spark.sql("DESCRIBE HISTORY " + table).count());
    results.write("dataFiles", count(path));
    results.write("logFiles", count(path.resolve("_delta_log")));
    spark.sql("VACUUM " + table);
    spark.sql("UPDATE " + table + " SET query_name = 'by Spark'");
    attempts(path, SystemTime.INSTANCE, 2 * AGED + 1, 2 * AGED + 1);
    results.write("afterwards", json(spark, "SELECT attempts, query_name FROM " + table));
    spark.stop();
  }

  private static void attempts(Path table, Time time, long from, long to) throws Exception {
    KernelTableStore<LineageRow> store =
        KernelTableStore.lineages(table.toString(), new Configuration(), time, "aged");
    for (long attempts = from; attempts <= to; attempts++) {
      TableSnapshot<LineageRow> read = store.read();
      LineageRow row = read.rows().getOrDefault("c", LineageRow.builder("c").build());
      CommitOutcome<LineageRow> outcome =
          store.commit(read, List.of(row.toBuilder().attempts(attempts).build()));
      if (!(outcome instanceof CommitOutcome.Committed)) {
        throw new IllegalStateException(outcome.toString());
      }
    }
  }

  private static void age(Path directory) throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Instant was = Files.getLastModifiedTime(file).toInstant();
        Files.setLastModifiedTime(file, FileTime.from(was.minus(AGE)));
      }
    }
  }

  private static String failure(SparkSession spark, String select) {
    try {
      return json(spark, select).toString();
    } catch (Exception e) { // Spark's own, which are checked and not declared
      return e.toString();
    }
  }

  private static long count(Path directory) throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().matches("[a-z\\d].*")).count();
    }
  }
}
