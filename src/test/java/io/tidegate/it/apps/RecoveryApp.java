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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** Lineages that are started again and again, each case in an application of its own. */
public final class RecoveryApp {
  private static final String QUERIES = "spark.tidegate.queries.";

  private RecoveryApp() {}

  public static void main(String[] args) throws Exception {
    new Applications()
        .add("banking", RecoveryApp::banking)
        .add("quiet", RecoveryApp::quiet)
        .add("purged", RecoveryApp::purged)
        .add("rewound", RecoveryApp::rewound)
        .add("wiped", RecoveryApp::wiped)
        .add("older", RecoveryApp::older)
        .add("commitFails", RecoveryApp::commitFails)
        .add("refusal", RecoveryApp::refusal)
        .add("sidelines", RecoveryApp::sidelines)
        .add("neverRun", RecoveryApp::neverRun)
        .add("resume", RecoveryApp::resume)
        .add("cooldown", RecoveryApp::cooldown)
        .add("settings", RecoveryApp::settings)
        .add("notBounded", RecoveryApp::notBounded)
        .add("stops", RecoveryApp::stops)
        .add("deploys", RecoveryApp::deploys)
        .add("contextAfterFailure", RecoveryApp::contextAfterFailure)
        .run(args);
  }

  static SparkSession session(Place place, String... queries) {
    return builder(place, queries).getOrCreate();
  }

  static SparkSession.Builder builder(Place place, String... queries) {
    SparkSession.Builder builder =
        place
            .withPlugin()
            .config("spark.tidegate.frontier", "arrival")
            .config("spark.tidegate.lag", "0s");
    for (String query : queries) {
      builder.config(QUERIES + query + ".table", "t." + query);
    }
    return builder;
  }

  /** Each attempt writes one batch and dies in the next. */
  private static void banking(Place place, Results results) throws Exception {
    SparkSession spark = session(place, "q");
    Lineage lineage = new Lineage(spark, place, "q").lines(25);
    for (int i = 0; i < 20; i++) {
      results.write("attempt", lineage.attempt(Lineage.one()));
    }
    spark.stop();
  }

  /** All is read, and nothing new comes. */
  private static void quiet(Place place, Results results) throws Exception {
    SparkSession spark = session(place, "q");
    Lineage lineage = new Lineage(spark, place, "q").lines(1);
    for (int i = 0; i < 11; i++) {
      results.write("attempt", lineage.attempt(Lineage::good));
    }
    spark.stop();
  }

  /** More than a hundred batches, of which the checkpoint keeps two. */
  private static void purged(Place place, Results results) throws Exception {
    SparkSession spark = session(place, "q");
    spark.conf().set("spark.sql.streaming.minBatchesToRetain", "2");
    Lineage lineage = new Lineage(spark, place, "q").lines(101);
    results.write("attempt", lineage.attempt(Lineage::good));
    lineage.lines(120);
    for (int i = 0; i < 6; i++) {
      results.write("attempt", lineage.attempt(Lineage.one()));
    }
    try (Stream<Path> commits = Files.list(lineage.checkpoint().resolve("commits"))) {
      results.write("commits", commits.filter(f -> !f.toString().endsWith(".crc")).count());
    }
    spark.stop();
  }

  /** Somebody sets the checkpoint back by four batches; what is read again is progress again. */
  private static void rewound(Place place, Results results) throws Exception {
    SparkSession spark = place.tracking("q").getOrCreate();
    for (int i = 1; i <= 6; i++) {
      MinuteFeed.fill(place.directory(), i);
      results.write("attempt", attempt(spark, place, Lineage::good));
    }
    MinuteFeed.fill(place.directory(), 7);
    results.write("attempt", attempt(spark, place, Lineage::poison));
    results.write("attempt", attempt(spark, place, Lineage::poison));
    for (int batch = 6; batch >= 2; batch--) {
      for (String log : List.of("offsets", "commits")) {
        Files.deleteIfExists(place.path("checkpoint").resolve(log).resolve("" + batch));
        Files.deleteIfExists(place.path("checkpoint").resolve(log).resolve("." + batch + ".crc"));
      }
    }
    for (int i = 0; i < 4; i++) {
      results.write("attempt", attempt(spark, place, Lineage.one()));
    }
    for (int i = 0; i < 4; i++) {
      results.write("attempt", attempt(spark, place, Lineage::poison));
    }
    spark.stop();
  }

  /** An attempt to read the feed, an entry a batch. */
  private static String attempt(SparkSession spark, Place place, Lineage.Batch batch)
      throws TimeoutException {
    return Lineage.attempt(
        () ->
            Lineage.writes(
                    MinuteFeed.query(spark, place.directory(), "q").trigger(Trigger.AvailableNow()),
                    batch)
                .start());
  }

  private static void wiped(Place place, Results results) throws Exception {
    SparkSession spark = session(place, "q");
    Lineage lineage = new Lineage(spark, place, "q").lines(1);
    for (int i = 0; i < 4; i++) {
      results.write("attempt", lineage.attempt(Lineage::poison));
    }
    Lineage.delete(lineage.checkpoint());
    for (int i = 0; i < 4; i++) {
      results.write("attempt", lineage.attempt(Lineage::poison));
    }
    spark.stop();
  }

  /** The checkpoint has a life before tidegate, with a batch pending at its end. */
  private static void older(Place place, Results results) throws Exception {
    SparkSession spark = place.withoutPlugin().getOrCreate();
    Lineage before = new Lineage(spark, place, "q").lines(3);
    results.write("before", before.attempt(Lineage::good));
    before.lines(4);
    for (int i = 0; i < 5; i++) {
      results.write("before", before.attempt(Lineage::poison));
    }
    spark.stop();
    spark = session(place, "q");
    Lineage lineage = new Lineage(spark, place, "q");
    for (int i = 0; i < 4; i++) {
      results.write("attempt", lineage.attempt(Lineage::poison));
    }
    spark.stop();
  }

  /** A file that is left over lets the sink's write succeed and the commit fail, for ever. */
  private static void commitFails(Place place, Results results) throws Exception {
    SparkSession spark = session(place, "q");
    Lineage lineage = new Lineage(spark, place, "q").lines(3);
    results.write("attempt", lineage.attempt(Lineage::good));
    int[] writes = new int[1];
    for (int i = 0; i < 4; i++) {
      Files.deleteIfExists(lineage.checkpoint().resolve("commits/2"));
      results.write("attempt", lineage.attempt(id -> writes[0]++));
    }
    results.write("writes", writes[0]);
    spark.stop();
  }

  /** All that a refused start may leave behind. */
  private static void refusal(Place place, Results results) throws Exception {
    SparkSession spark = session(place, "q");
    CountingListener listener = new CountingListener();
    spark.streams().addListener(listener);
    Lineage lineage = new Lineage(spark, place, "q").lines(1);
    for (int i = 0; i < 3; i++) {
      results.write("attempt", lineage.attempt(Lineage::poison));
    }
    spark.sql("CREATE TABLE kept (value STRING) USING delta");
    Waiting.until("three started events", () -> CountingListener.STARTED.get() == 3);
    Set<String> files = files(lineage.checkpoint());
    results.write("start", told(() -> lineage.writer(Lineage::good).start()));
    results.write("start", told(() -> lineage.writer().format("noop").start()));
    results.write("start", told(() -> lineage.writer().format("delta").toTable("kept")));
    results.write("threads", threads("stream execution"));
    for (String flag :
        List.of(
            "enabledTentatively",
            "dualRunWithLegacy",
            "returnSinglePassResultInDualRun",
            "runExtendedResolutionChecks")) {
      spark.conf().set("spark.sql.analyzer.singlePassResolver." + flag, "true");
      spark.conf().set("spark.sql.analyzer.singlePassResolver.dualRunSampleRate", "1.0");
      results.write(flag, told(() -> lineage.writer(Lineage::good).start()));
      spark.conf().unset("spark.sql.analyzer.singlePassResolver." + flag);
    }
    results.write("filesAreTheSame", files.equals(files(lineage.checkpoint())));
    Lineage other = new Lineage(spark, place, "other").lines(1);
    results.write("other", other.attempt(Lineage::good));
    Waiting.until("the other's started event", () -> CountingListener.STARTED.get() > 3);
    results.write("startedEvents", CountingListener.STARTED.get());
    spark.stop();
  }

  private static Set<String> files(Path root) throws Exception {
    try (Stream<Path> all = Files.walk(root)) {
      Set<String> files = new TreeSet<>();
      for (Path file : all.toList()) {
        files.add(file + " " + Files.getLastModifiedTime(file));
      }
      return files;
    }
  }

  private static List<String> threads(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(prefix))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static String told(Lineage.Start start) {
    try {
      start.start().stop();
      return "started";
    } catch (Exception e) {
      return e.getClass().getName() + ": " + e.getMessage();
    }
  }

  /** One query runs on while another one of the application is refused. */
  private static void sidelines(Place place, Results results) throws Exception {
    SparkSession spark = session(place, "bad", "beside");
    Lineage beside = new Lineage(spark, place, "beside").lines(1);
    StreamingQuery runs = beside.writer(Lineage::good).trigger(Trigger.ProcessingTime(100)).start();
    Lineage bad = new Lineage(spark, place, "bad").lines(1);
    for (int i = 0; i < 4; i++) {
      results.write("attempt", bad.attempt(Lineage::poison));
    }
    beside.lines(3);
    runs.processAllAvailable();
    results.write("besideIsActive", runs.isActive());
    spark.stop();
  }

  /** Starts that fail behind the check, so that no run comes of them. */
  private static void neverRun(Place place, Results results) throws Exception {
    SparkSession spark = session(place, "conflict", "cannot");
    Lineage taken = new Lineage(spark, place, "conflict").lines(1);
    StreamingQuery holder =
        taken
            .writer(Lineage::good)
            .option("checkpointLocation", place.path("holder").toString())
            .trigger(Trigger.ProcessingTime(100))
            .start();
    Lineage conflict = new Lineage(spark, place, "conflict");
    for (int i = 0; i < 5; i++) {
      results.write("conflict", conflict.attempt(Lineage::good));
    }
    holder.stop();
    results.write("conflictSolved", conflict.attempt(Lineage::good));
    Lineage cannot = new Lineage(spark, place, "cannot").lines(1);
    results.write("cannot", cannot.attempt(Lineage::good));
    Files.writeString(cannot.checkpoint().resolve("metadata"), "?");
    Files.delete(cannot.checkpoint().resolve(".metadata.crc"));
    for (int i = 0; i < 14; i++) {
      results.write("cannot", cannot.attempt(Lineage::good));
    }
    spark.stop();
  }

  /** A refused lineage, resumed by tokens. */
  private static void resume(Place place, Results results) throws Exception {
    resume(place, results, null, Lineage::poison, 4);
    resume(place, results, "fixed", Lineage::good, 1);
    resume(place, results, "fixed", Lineage::poison, 4);
    resume(place, results, "fixed", Lineage::good, 1);
    resume(place, results, "again", Lineage::poison, 4);
    resume(place, results, "fixed", Lineage::good, 1);
  }

  private static void resume(
      Place place, Results results, String token, Lineage.Batch batch, int attempts)
      throws Exception {
    SparkSession.Builder builder = builder(place, "q");
    if (token != null) {
      builder.config(QUERIES + "q.recovery.resume", token);
    }
    SparkSession spark = builder.getOrCreate();
    Lineage lineage = new Lineage(spark, place, "q");
    int lines = 1;
    while (Files.exists(place.path("q.input/" + (lines - 1) + ".txt"))) {
      lines++;
    }
    lineage.lines(lines);
    for (int i = 0; i < attempts; i++) {
      results.write("attempt", lineage.attempt(batch));
    }
    spark.stop();
  }

  /** An outage that ends by itself: the probe finds it over. */
  private static void cooldown(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 2);
    SparkSession spark =
        place.tracking("q").config(QUERIES + "q.recovery.cooldown", "5s").getOrCreate();
    boolean[] outage = {true};
    Lineage.Batch batch =
        id -> {
          if (outage[0]) {
            Lineage.poison(id);
          }
        };
    for (int i = 0; i < 4; i++) {
      results.write("attempt", attempt(spark, place, batch));
    }
    Waiting.until("a probe that fails", () -> attempt(spark, place, batch).equals("failed"));
    results.write("attempt", attempt(spark, place, batch));
    outage[0] = false;
    Waiting.until("a probe that ends well", () -> attempt(spark, place, batch).equals("ended"));
    results.write("attempt", attempt(spark, place, batch));
    spark.stop();
  }

  /** Bounds of other kinds. */
  private static void settings(Place place, Results results) throws Exception {
    SparkSession spark =
        builder(place, "none", "warns", "off", "most", "longest")
            .config(QUERIES + "none.recovery.limit", "0")
            .config(QUERIES + "warns.recovery.action", "warn")
            .config(QUERIES + "off.recovery.enabled", "false")
            .config(QUERIES + "most.recovery.maxAttempts", "5")
            .config(QUERIES + "longest.recovery.maxElapsed", "1s")
            .getOrCreate();
    for (String name : List.of("none", "warns", "off")) {
      Lineage lineage = new Lineage(spark, place, name).lines(1);
      for (int i = 0; i < 5; i++) {
        results.write(name, lineage.attempt(Lineage::poison));
      }
    }
    Lineage longest = new Lineage(spark, place, "longest").lines(200);
    Waiting.until("a refusal", () -> longest.attempt(Lineage.one()).equals("refused"));
    Lineage most = new Lineage(spark, place, "most").lines(10);
    for (int i = 0; i < 7; i++) {
      results.write("most", most.attempt(Lineage.one()));
    }
    spark.stop();
  }

  /** Queries that nobody can tell again. */
  private static void notBounded(Place place, Results results) throws Exception {
    SparkSession spark =
        builder(place)
            .config(QUERIES + "all.name", "*")
            .config(QUERIES + "all.table", "t.{name}")
            .config("spark.tidegate.recovery.action", "refuse")
            .getOrCreate();
    Lineage unnamed = new Lineage(spark, place, null).lines(1);
    Lineage temporary = new Lineage(spark, place, "temporary").lines(1);
    Lineage globbed = new Lineage(spark, place, "globbed").lines(1);
    for (int i = 0; i < 5; i++) {
      results.write("unnamed", unnamed.attempt(Lineage::poison));
      results.write("temporary", Lineage.attempt(() -> fails(temporary).start()));
      results.write("globbed", globbed.attempt(Lineage::poison));
    }
    spark.stop();
  }

  /** A query whose checkpoint Spark deletes at its end. */
  private static DataStreamWriter<Row> fails(Lineage lineage) {
    return lineage
        .rows()
        .selectExpr("raise_error(value)")
        .writeStream()
        .queryName("temporary")
        .trigger(Trigger.AvailableNow())
        .format("noop");
  }

  /** Stopped each time in the middle of its first batch. */
  private static void stops(Place place, Results results) throws Exception {
    SparkSession spark = session(place, "q");
    Lineage lineage = new Lineage(spark, place, "q").lines(1);
    for (int i = 0; i < 14; i++) {
      CountDownLatch inBatch = new CountDownLatch(1);
      CountDownLatch never = new CountDownLatch(1);
      StreamingQuery query =
          lineage
              .writer(
                  id -> {
                    inBatch.countDown();
                    never.await();
                  })
              .start();
      inBatch.await();
      query.stop();
      results.write("attempt", Lineage.end(query));
    }
    results.write("attempt", lineage.attempt(Lineage::good));
    spark.stop();
  }

  /** Its SparkContext is stopped each time in the middle of its first batch. */
  private static void deploys(Place place, Results results) throws Exception {
    for (int i = 0; i < 12; i++) {
      SparkSession spark = session(place, "q");
      Lineage lineage = new Lineage(spark, place, "q").lines(1);
      CountDownLatch inBatch = new CountDownLatch(1);
      StreamingQuery query =
          lineage
              .writer(
                  id -> {
                    inBatch.countDown();
                    while (true) {
                      spark.range(10).count();
                    }
                  })
              .start();
      inBatch.await();
      spark.stop();
      results.write("attempt", Lineage.end(query));
    }
    SparkSession spark = session(place, "q");
    results.write("attempt", new Lineage(spark, place, "q").attempt(Lineage::good));
    spark.stop();
  }

  /** A failure of its own, after which the application stops its context at once. */
  private static void contextAfterFailure(Place place, Results results) throws Exception {
    for (int i = 0; i < 4; i++) {
      SparkSession spark = session(place, "q");
      try {
        results.write("attempt", new Lineage(spark, place, "q").lines(1).attempt(Lineage::poison));
      } finally {
        spark.stop();
      }
    }
  }
}
