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

import io.tidegate.api.VerdictState;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import io.tidegate.it.apps.Applications.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/** Tables that are kept by SQL: what the store promises, and applications that rely on it. */
public final class SqlApp {
  private static final String QUERY = "sql";
  private static final String SITE_DEFAULT =
      "spark.databricks.delta.properties.defaults.enableChangeDataFeed";

  private SqlApp() {}

  public static void main(String[] args) throws Exception {
    new Applications()
        .add("contract", SqlApp::contract)
        .add("tracked", SqlApp::tracked)
        .add("healed", SqlApp::healed)
        .add("path", SqlApp::path)
        .run(args);
  }

  private static void contract(Place place, Results results) throws Exception {
    SparkSession spark = place.withoutPlugin().getOrCreate();
    new SqlContract(spark, warehouse(spark), results).run();
    spark.stop();
  }

  private static Path warehouse(SparkSession spark) {
    return Path.of(spark.conf().get("spark.sql.warehouse.dir").replaceFirst("^file:/*", "/"));
  }

  /** What the two applications on one table share. */
  private static SparkSession session(Place place) {
    SparkSession spark =
        place
            .tracking(QUERY, "poison")
            .config("spark.tidegate.controlTable", "flow.tidegate_control")
            .config("spark.tidegate.recovery.limit", "1")
            .config("spark.tidegate.flushTimeout", "60s")
            .config("spark.scheduler.mode", "FAIR")
            .config(SITE_DEFAULT, "true")
            .getOrCreate();
    spark.conf().unset(SITE_DEFAULT); // which only concerns tables that tidegate creates then
    spark.sql("CREATE SCHEMA flow");
    return spark;
  }

  /** A query is tracked, another one refused; then the context stops with something to write. */
  private static void tracked(Place place, Results results) throws Exception {
    SparkSession spark = session(place);
    // What a user may set for queries of their own.
    spark.conf().set("spark.sql.session.timeZone", "Asia/Kathmandu");
    spark.sparkContext().setLocalProperty("spark.scheduler.pool", "users");
    JobSeen jobs = new JobSeen();
    spark.sparkContext().addSparkListener(jobs);
    MinuteFeed.fill(place.directory(), 3);
    toTheEnd(spark, place);
    await(spark, "t.sql", finalAfter(3));

    Lineage poison = new Lineage(spark, place, "poison").lines(1);
    results.write("attempt", poison.attempt(Lineage::poison));
    long start = System.nanoTime();
    results.write("attempt", poison.attempt(Lineage::poison));
    results.write("refusedSeconds", Duration.ofNanos(System.nanoTime() - start).toSeconds());
    await(spark, "t.poison", row -> row.state() == VerdictState.STOPPED);

    spark.sparkContext().setLocalProperty("spark.scheduler.pool", null);
    results.write("pools", jobs.pools());
    results.write("descriptions", jobs.descriptions());
    spark.sql("CACHE TABLE flow.tidegate_control");
    try {
      results.write("cached", json(spark, "SELECT tidegate_finalized_until('t.sql')"));
    } catch (IllegalArgumentException e) {
      results.write("cached", e.getMessage());
    }
    spark.sql("UNCACHE TABLE flow.tidegate_control");
    results.write(
        "functions",
        json(
            spark,
            "SELECT unix_seconds(tidegate_finalized_until('t.sql')) AS until,"
                + " (SELECT count(*) FROM tidegate_verdicts()) AS rows"));
    results.write(
        "author",
        spark
            .sql("DESCRIBE HISTORY flow.tidegate_control")
            .select("userMetadata")
            .distinct()
            .toJSON()
            .collectAsList());
    MinuteFeed.fill(place.directory(), 5);
    toTheEnd(spark, place);
    start = System.nanoTime();
    spark.stop();
    results.write("stopSeconds", Duration.ofNanos(System.nanoTime() - start).toSeconds());
  }

  /** The next application on the same checkpoint and table. */
  private static void healed(Place place, Results results) throws Exception {
    Place before = new Place(place.directory().resolveSibling("tracked"));
    SparkSession spark = session(before);
    for (String table : List.of("tidegate_control", "tidegate_control_lineages")) {
      spark.sql(
          "CREATE TABLE flow."
              + table
              + " USING delta LOCATION '"
              + warehouse(spark).resolve("flow.db").resolve(table)
              + "'");
    }
    toTheEnd(spark, before);
    await(spark, "t.sql", finalAfter(5));
    results.write(
        "epoch", json(spark, "SELECT epoch FROM flow.tidegate_control WHERE table_name = 't.sql'"));
    results.write("refused", new Lineage(spark, before, "poison").attempt(Lineage::poison));
    spark.stop();
  }

  /** A path that turns out to hold what Delta Kernel cannot write. */
  private static void path(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 3);
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    spark.sql(
        "CREATE TABLE "
            + place.controlSql()
            + " ("
            + StoreApp.COLUMNS
            + ") USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')");
    toTheEnd(spark, place);
    String done =
        "SELECT table_name FROM "
            + place.controlSql()
            + " WHERE finalized_until = timestamp_seconds("
            + MinuteFeed.finalAfter(3).getEpochSecond()
            + ")";
    Waiting.until("the verdict", () -> !json(spark, done).isEmpty());
    results.write("verdict", json(spark, done));
    spark.stop();
  }

  private static void toTheEnd(SparkSession spark, Place place) throws Exception {
    MinuteFeed.query(spark, place.directory(), QUERY)
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
  }

  /** Waits for a row of the shared table, without a Spark job. */
  private static void await(SparkSession spark, String table, Predicate<VerdictRow> wanted)
      throws Exception {
    TableStore<VerdictRow> reader =
        KernelTableStore.verdicts(
            warehouse(spark).resolve("flow.db/tidegate_control").toUri().getPath(),
            new Configuration(),
            SystemTime.INSTANCE,
            "test");
    Waiting.until(
        "the row of " + table,
        () -> {
          VerdictRow row = reader.read().rows().get(table);
          return row != null && wanted.test(row);
        });
  }

  private static Predicate<VerdictRow> finalAfter(int entries) {
    return row -> MinuteFeed.finalAfter(entries).equals(row.finalizedUntil());
  }

  private static List<String> json(SparkSession spark, String select) {
    return spark.sql(select).toJSON().collectAsList();
  }
}
