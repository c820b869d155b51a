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
package io.tidegate.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidegate.it.apps.PluginApp;
import io.tidegate.it.source.CdcFeed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each of the entry points, alone, together, twice and late. */
class PluginIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String PLUGIN = "io.tidegate.TidegatePlugin";
  private static final String LISTENER = "io.tidegate.TidegateListener";
  private static final String EXTENSION = "io.tidegate.TidegateExtensions";
  private static final String DELTA = "io.delta.sql.DeltaSparkSessionExtension";
  private static final String COUNTING = "io.tidegate.it.apps.CountingListener";
  private static final String LISTENERS = "spark.sql.streaming.streamingQueryListeners";
  private static final String EXTENSIONS = "spark.sql.extensions";
  private static final String TWO_PM = "2024-10-01T14:00:00Z";

  @TempDir private Path work;

  private Path control() {
    return work.resolve("control");
  }

  private SparkProcessBuilder app(String name, String... scenarios) {
    SparkProcessBuilder builder =
        SparkProcess.named("PluginIT/" + name)
            .jars(Shipped.jar())
            .app(PluginApp.class)
            .args(work)
            .args((Object[]) scenarios)
            .timeout(Duration.ofMinutes(5))
            .conf("spark.tidegate.frontier", "offset")
            .conf("spark.tidegate.controlTable", control().toString());
    for (String label : List.of("counted", "late", "twin", "in_session", "stateful", "never_run")) {
      builder.conf("spark.tidegate.queries." + label + ".table", label);
    }
    return builder;
  }

  private static CdcFeed feed(Path directory) {
    return CdcFeed.at(directory.resolve("feed"));
  }

  private void await(SparkProcess app, String table, Predicate<Map<String, Object>> holds) {
    Awaitility.await(table)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .until(
            () -> !app.isAlive() || ControlTables.row(control(), table).filter(holds).isPresent());
    assertThat(app.isAlive()).as("the application runs").isTrue();
  }

  private void awaitVerdict(SparkProcess app, String table, String until) {
    await(app, table, r -> Instant.parse(until).equals(r.get("finalized_until")));
  }

  /** Moves the verdict twice, each time with all that went before it written. */
  private void driveCounted(SparkProcess app) {
    await(app, "counted", r -> "IDLE".equals(r.get("reason_code")));
    feed(work.resolve("counted")).append("{\"commit_ts\":\"2024-10-01T14:37:00Z\"}");
    awaitVerdict(app, "counted", TWO_PM);
    feed(work.resolve("counted")).append("{\"commit_ts\":\"2024-10-01T15:37:00Z\"}");
    awaitVerdict(app, "counted", "2024-10-01T15:00:00Z");
  }

  /** How often the row was written: the claim, two verdicts and the end. */
  private void assertWrittenFourTimes() {
    assertThat(ControlTables.history(control(), "counted", "updated_at").stream().distinct())
        .hasSize(4);
    assertThat(ControlTables.row(control(), "counted").orElseThrow())
        .containsEntry("state", "ENDED")
        .containsEntry("epoch", 1L)
        .containsEntry("tracked_from", Instant.parse("2024-10-01T15:00:00Z"));
  }

  private void stop() throws Exception {
    Files.createFile(work.resolve("stop.now"));
  }

  private static long count(SparkProcess app, String words) {
    return app.tidegateLog().stream().filter(l -> l.contains(words)).count();
  }

  private static void assertQuiet(SparkProcess app) {
    assertThat(app.stderr()).doesNotContain("io.tidegate.shaded");
    assertThat(app.tidegateLog()).noneMatch(l -> l.contains(" ERROR "));
  }

  @Test
  void pluginAloneIsEnoughBesideWhatTheUserHas() throws Exception {
    feed(work.resolve("counted"));
    try (SparkProcess app =
        app("alone", "conf", "counted", "twins", "session", "stateful", "await", "metrics", "stop")
            .conf("spark.plugins", " " + PLUGIN + " ")
            .conf(EXTENSIONS, " " + DELTA + " , ")
            .conf(LISTENERS, " " + COUNTING)
            .conf("spark.ui.enabled", "true")
            .conf("spark.ui.port", "0")
            .start()) {
      driveCounted(app);
      app.awaitOutput("(CONFLICT)");
      feed(work.resolve("twins/first")).append("{\"commit_ts\":\"2024-10-01T16:37:00Z\"}");
      awaitVerdict(app, "twin", "2024-10-01T16:00:00Z");
      assertThat(ControlTables.row(control(), "twin").orElseThrow())
          .as("the first, unharmed")
          .containsEntry("checkpoint", "file:" + work.resolve("twins/first/checkpoint"))
          .containsEntry("epoch", 1L)
          .containsEntry("reason_code", null);
      await(app, "stateful", r -> true);
      stop();
      app.assertSucceeded();
      ScenarioResults results = ScenarioResults.in(work);
      assertThat(results.errors()).isEmpty();
      assertConf(results);
      assertSessions(app, results);
      assertMetrics(results.get("metrics", "gauges"));
      assertLog(app);
    }
    assertWrittenFourTimes();
  }

  private static void assertConf(ScenarioResults results) {
    assertThat(names(results, EXTENSIONS)).containsExactly(DELTA, EXTENSION);
    assertThat(names(results, LISTENERS)).containsExactly(COUNTING, LISTENER);
    assertThat(results.get("conf", "listeners"))
        .extracting(JsonNode::textValue)
        .as("listeners, those of Spark's own UI aside")
        .filteredOn(name -> name.startsWith("io."))
        .containsExactlyInAnyOrder(COUNTING, LISTENER);
    assertThat(results.get("stop", "started").intValue())
        .as("queries the user's own listeners heard of, one for each session")
        .isGreaterThanOrEqualTo(5);
  }

  private static List<String> names(ScenarioResults results, String key) {
    return List.of(results.get("conf", key).textValue().split(","));
  }

  private void assertSessions(SparkProcess app, ScenarioResults results) {
    assertThat(results.get("session", "rows").longValue()).isEqualTo(1);
    assertThat(ControlTables.row(control(), "in_session").orElseThrow())
        .containsEntry("finalized_until", Instant.parse(TWO_PM));
    assertThat(ControlTables.row(control(), "stateful").orElseThrow())
        .containsEntry("reason_code", "STATEFUL");
    assertThat(ControlTables.history(control(), "twin", "reason_code")).doesNotContain("CONFLICT");
    assertThat(ControlTables.row(control(), "twin").orElseThrow())
        .as("not taken over by a query that ended before it")
        .containsEntry("checkpoint", "file:" + work.resolve("twins/first/checkpoint"))
        .containsEntry("epoch", 1L);
    assertThat(app.tidegateLog())
        .filteredOn(l -> l.contains(" ERROR "))
        .singleElement()
        .asString()
        .contains("twin is not written (CONFLICT)")
        .contains(work.resolve("twins/first/checkpoint").toString())
        .contains(work.resolve("twins/second/checkpoint").toString());
  }

  private static void assertMetrics(JsonNode gauges) {
    String table = "table.in_session.";
    assertThat(gauge(gauges, table + "lagSeconds").longValue())
        .isBetween(
            Duration.between(Instant.parse(TWO_PM), Instant.now()).toSeconds() - 3_600,
            Duration.between(Instant.parse(TWO_PM), Instant.now()).toSeconds());
    assertThat(gauge(gauges, table + "advances").longValue()).isEqualTo(1);
    assertThat(gauge(gauges, table + "holdCode").textValue()).isEmpty();
    assertThat(gauge(gauges, table + "heldSince").textValue()).isEmpty();
    assertThat(gauge(gauges, "table.stateful.holdCode").textValue()).isEqualTo("STATEFUL");
    assertThat(Instant.parse(gauge(gauges, "table.stateful.heldSince").textValue()))
        .isBefore(Instant.now());
    assertThat(gauge(gauges, "table.stateful.lagSeconds").longValue()).isEqualTo(-1);
    assertThat(gauge(gauges, "table.counted.advances").longValue()).isEqualTo(2);
    assertThat(gauge(gauges, "commits").longValue()).isGreaterThanOrEqualTo(5);
    assertThat(gauge(gauges, "failureStreak").longValue()).isZero();
    assertThat(gauge(gauges, "callback.count").longValue()).isPositive();
  }

  private static JsonNode gauge(JsonNode gauges, String name) {
    String suffix = ".driver.plugin." + PLUGIN + "." + name;
    List<String> found = new ArrayList<>();
    gauges.fieldNames().forEachRemaining(found::add);
    found.removeIf(n -> !n.endsWith(suffix));
    assertThat(found).as("gauges named %s", suffix).hasSize(1);
    return gauges.get(found.get(0)).get("value");
  }

  private void assertLog(SparkProcess app) {
    assertThat(app.stderr()).doesNotContain("io.tidegate.shaded");
    assertThat(app.tidegateLog())
        .filteredOn(l -> l.contains("Tidegate 0.1.0: "))
        .singleElement()
        .asString()
        .contains(" INFO ")
        .endsWith("Tidegate 0.1.0: tracking 6 entries into file:" + control() + ".");
    assertThat(app.tidegateLog().stream().filter(l -> l.contains("has matched no query")))
        .anySatisfy(
            l ->
                assertThat(l)
                    .contains(" WARN ")
                    .contains("spark.tidegate.queries.never_run (name 'never_run')")
                    .contains("Names seen: counted, in_session, stateful, twin."))
        .hasSize(2);
  }

  @Test
  void givenTwiceIsAsGivenOnce() throws Exception {
    feed(work.resolve("counted"));
    try (SparkProcess app =
        app("twice", "conf", "byHand", "counted", "await", "stop")
            .conf("spark.plugins", PLUGIN + "," + PLUGIN)
            .conf(EXTENSIONS, EXTENSION + "," + DELTA + "," + EXTENSION)
            .conf(LISTENERS, LISTENER + " , " + COUNTING + "," + LISTENER)
            .start()) {
      driveCounted(app);
      stop();
      app.assertSucceeded();
      ScenarioResults results = ScenarioResults.in(work);
      assertThat(results.errors()).isEmpty();
      assertThat(names(results, EXTENSIONS)).containsExactly(EXTENSION, DELTA);
      assertThat(names(results, LISTENERS)).containsExactly(LISTENER, COUNTING);
      assertThat(count(app, "tracking 6 entries into")).isEqualTo(1);
      assertThat(count(app, "never_run (name")).isEqualTo(1);
      assertQuiet(app);
    }
    assertWrittenFourTimes();
    assertThat(ControlTables.rows(control())).hasSize(1);
    assertThat(ControlTables.history(control())).as("commits").hasSize(4);
  }

  @Test
  void listenerAloneTracks() throws Exception {
    feed(work.resolve("counted"));
    try (SparkProcess app =
        app("listener", "counted", "await", "stop").conf(LISTENERS, LISTENER).start()) {
      driveCounted(app);
      stop();
      app.assertSucceeded();
      assertThat(ScenarioResults.in(work).errors()).isEmpty();
      assertQuiet(app);
    }
    assertWrittenFourTimes();
  }

  @Test
  void listenerAddedLateAdoptsTheRun() throws Exception {
    assertLate(app("late", "late", "await", "stop"), false);
  }

  @Test
  void extensionAloneTracksFromTheStart() throws Exception {
    SparkProcessBuilder app =
        app("late", "late", "await", "stop").conf(EXTENSIONS, DELTA + "," + EXTENSION);
    assertLate(app, true);
  }

  private void assertLate(SparkProcessBuilder builder, boolean trackedBefore) throws Exception {
    try (SparkProcess app = builder.start()) {
      awaitVerdict(app, "late", "2024-10-01T12:00:00Z");
      feed(work.resolve("late")).append("{\"commit_ts\":\"2024-10-01T14:37:00Z\"}");
      awaitVerdict(app, "late", TWO_PM);
      stop();
      app.assertSucceeded();
      ScenarioResults results = ScenarioResults.in(work);
      assertThat(results.errors()).isEmpty();
      assertThat(results.get("late", "trackedBefore").booleanValue()).isEqualTo(trackedBefore);
      assertQuiet(app);
    }
    assertThat(ControlTables.row(control(), "late").orElseThrow())
        .containsEntry("state", "ENDED")
        .containsEntry("checkpoint", "file:" + work.resolve("late/checkpoint"));
  }

  @Test
  void executorsNeedNoJar() throws Exception {
    try (SparkProcess app =
        SparkProcess.named("PluginIT/executors")
            .driverClassPath(Shipped.jar())
            .conf("spark.plugins", PLUGIN)
            .conf("spark.tidegate.controlTable", control().toString())
            .conf("spark.tidegate.frontier", "offset")
            .conf("spark.tidegate.queries.in_session.table", "in_session")
            .master("local-cluster[1,1,1024]")
            .environment("SPARK_HOME", Shipped.sparkHome().toString())
            .environment("SPARK_SCALA_VERSION", "2.13")
            .conf("spark.executor.memory", "512m")
            .app(PluginApp.class)
            .args(work, "conf", "session", "job")
            .timeout(Duration.ofMinutes(5))
            .start()) {
      app.assertSucceeded();
      ScenarioResults results = ScenarioResults.in(work);
      assertThat(results.errors()).isEmpty();
      assertThat(results.get("conf", "spark.plugins").textValue()).isEmpty();
      assertThat(results.get("job", "sum").longValue()).isEqualTo(499_500);
      assertThat(results.get("session", "rows").longValue()).isEqualTo(1);
      assertQuiet(app);
      assertThat(count(app, "is on the driver's local file system")).isEqualTo(1);
    }
    assertThat(ControlTables.row(control(), "in_session").orElseThrow())
        .containsEntry("finalized_until", Instant.parse(TWO_PM));
  }
}
