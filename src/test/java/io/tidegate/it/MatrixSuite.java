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
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.it.apps.MatrixApp;
import io.tidegate.it.apps.MinuteFeed;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shipped jar in one Spark of the compatibility matrix. Needs what {@code
 * integration-tests/matrix/run} lays out, is run by that and by nothing else, once for each Spark.
 */
class MatrixSuite {
  private static final String AMOUNT = "tidegate.matrix.amount";
  private static final String FULL = "full";
  private static final boolean ALL = FULL.equals(System.getProperty(AMOUNT));
  private static final boolean DELTA = !"none".equals(System.getProperty("tidegate.matrix.delta"));
  private static final String NAME = "MatrixSuite/" + System.getProperty("tidegate.matrix.name");

  /** What no Spark has, and nothing here uses: Hadoop's S3 client, and a codec's pool. */
  private static final String OPTIONAL =
      "(org/apache/hadoop/fs/s3a/|software/amazon/awssdk/|org/apache/commons/pool/).*"
          // Its constants are inlined, and only a list of inner classes still names it.
          + "|org/apache/hadoop/fs/Options\\$OpenFileOptions";

  /** Columns that differ from run to run. */
  private static final Set<String> OF_THE_RUN =
      Set.of(
          "seen_at",
          "alive_until",
          "query_id",
          "run_id",
          "run_started_at",
          "process",
          "updated_at",
          "held_since");

  private static final Instant BEGINNING = Instant.EPOCH;
  private static final Instant FINAL = MinuteFeed.finalAfter(MatrixApp.ENTRIES);
  private static final String LAST_OFFSET =
      "[{\"lsn\":2,\"commit_ts\":\"" + FINAL.plusSeconds(30) + "\"}]";

  @TempDir private static Path shared;

  @TempDir private Path own;

  private static Path app;
  private static Path control;
  private static ScenarioResults results;
  private static List<String> log;
  private static List<Map<String, Object>> afterCrash = List.of();

  @BeforeAll
  static void runApplications() throws IOException {
    control = shared.resolve("control");
    app = compiled();
    try (SparkProcess verdicts = start("frontiers", "refusal", "metrics")) {
      verdicts.assertSucceeded();
      log = verdicts.tidegateLog();
    }
    if (ALL) {
      crash();
      try (SparkProcess healing = DELTA ? start("healed", "read") : start("healed")) {
        healing.assertSucceeded();
      }
      terminate();
    }
    results = ScenarioResults.in(shared);
  }

  /** Everything is committed, and the table cannot be written; then it can again. */
  private static void crash() throws IOException {
    Path aside = shared.resolve("control.aside");
    Files.move(control, aside);
    Files.createFile(control);
    try (SparkProcess crashing = start("crash")) {
      assertThat(crashing.awaitExit()).as(crashing::stderr).isEqualTo(MatrixApp.CRASHED);
    }
    Files.delete(control);
    Files.move(aside, control);
    afterCrash = ControlTables.rows(control);
  }

  private static void terminate() {
    try (SparkProcess endless = start("terminated")) {
      endless.awaitOutput(MatrixApp.COMMITTED);
      endless.terminate();
      assertThat(endless.awaitExit()).as(endless::stderr).isEqualTo(143);
    }
  }

  /** The application, compiled against the Spark it runs in. */
  private static Path compiled() throws IOException {
    Path sources = Shipped.basedir().resolve("src/test/java");
    Path classes = Files.createDirectories(shared.resolve("classes"));
    Path jar = shared.resolve("app.jar");
    run(
        "javac",
        "-nowarn",
        "-Xlint:none",
        "-proc:none",
        "--release",
        "17",
        "-sourcepath",
        sources.toString(),
        "-cp",
        String.join(File.pathSeparator, jars()),
        "-d",
        classes.toString(),
        sources.resolve("io/tidegate/it/apps/MatrixApp.java").toString(),
        sources.resolve("io/tidegate/it/source/CdcSourceProvider.java").toString());
    run("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
    return jar;
  }

  private static List<String> jars() throws IOException {
    try (Stream<Path> files = Files.list(Shipped.sparkHome().resolve("jars"))) {
      return files.map(Path::toString).toList();
    }
  }

  private static void run(String tool, String... arguments) {
    int code = ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments);
    assertThat(code).as(tool).isZero();
  }

  private static SparkProcess start(String... scenarios) {
    SparkProcessBuilder builder =
        SparkProcess.named(NAME + "/" + scenarios[0])
            .launched()
            .withPlugin()
            .conf("spark.ui.enabled", "true")
            .conf("spark.ui.port", "0")
            .conf("spark.it.format", DELTA ? "delta" : "parquet")
            .conf("spark.tidegate.controlTable", control.toString())
            .conf("spark.tidegate.startsAt", "beginning")
            .conf("spark.tidegate.granularity", "minute")
            .conf("spark.tidegate.frontier", "offset")
            .timeout(Duration.ofMinutes(5));
    for (String query :
        List.of("offset", "watermark", "windows", "arrival", "refused", "crashed", "terminated")) {
      builder.conf("spark.tidegate.queries." + query + ".table", "t." + query);
    }
    for (String query : List.of("watermark", "windows")) {
      builder.conf("spark.tidegate.queries." + query + ".frontier", "watermark");
    }
    builder
        .conf("spark.tidegate.queries.arrival.frontier", "arrival")
        .conf("spark.tidegate.queries.arrival.lag", "0s")
        .conf("spark.tidegate.queries.arrival.granularity", "PT1S");
    if (!DELTA) {
      builder.withoutConf("spark.sql.extensions").withoutConf("spark.sql.catalog.spark_catalog");
    }
    return builder.app(MatrixApp.class, app).args(shared).args((Object[]) scenarios).start();
  }

  private static Map<String, Object> row(String query) {
    return ControlTables.row(control, "t." + query).orElseThrow();
  }

  /** A row without what differs from run to run. */
  private static Map<String, Object> shown(Map<String, Object> row) {
    Map<String, Object> shown = new LinkedHashMap<>(row);
    shown.keySet().removeAll(OF_THE_RUN);
    return shown;
  }

  /** The same columns of a row that a query of a scenario has left. */
  private static Map<String, Object> left(String scenario, String query, String state) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("table_name", "t." + query);
    row.put("finalized_until", null);
    row.put("tracked_from", BEGINNING);
    row.put("state", state);
    row.put("reason_code", null);
    row.put("reason", null);
    row.put("frontier", null);
    row.put("basis", null);
    row.put("epoch", 1L);
    row.put("query_name", query);
    row.put("checkpoint", "file:" + shared.resolve(scenario).resolve(query + ".checkpoint"));
    row.put("batch_id", null);
    row.put("end_offset", null);
    row.put("table_version", null);
    row.put("epoch_from", BEGINNING);
    row.put("held_value", null);
    row.put("done_until", null);
    return row;
  }

  /** The same of a query over a feed that has read it all. */
  private static Map<String, Object> read(
      String scenario, String query, String basis, Instant frontier, long batch) {
    Map<String, Object> row = left(scenario, query, "ENDED");
    row.put("finalized_until", FINAL);
    row.put("frontier", frontier);
    row.put("basis", basis);
    row.put("batch_id", batch);
    row.put("end_offset", LAST_OFFSET);
    return row;
  }

  private static Map<String, Object> readByOffset(String scenario, String query) {
    Instant frontier = FINAL.plusSeconds(30);
    return read(scenario, query, "offset(field=commit_ts)", frontier, MatrixApp.ENTRIES - 1L);
  }

  @Test
  void everyClassAndMemberTheJarRefersToIsThere() throws IOException {
    assertThat(Linkage.missing(Shipped.jar(), Shipped.sparkHome().resolve("jars")))
        .filteredOn(missing -> !missing.matches(OPTIONAL))
        .isEmpty();
  }

  @Test
  void everyScenarioRan() {
    assertThat(results.errors()).isEmpty();
  }

  @Test
  void aVerdictByTheSourcesOwnOffsets() {
    assertThat(shown(row("offset"))).isEqualTo(readByOffset("frontiers", "offset"));
  }

  @Test
  void aVerdictByTheWatermark() {
    Instant frontier = FINAL.plusSeconds(30);
    assertThat(shown(row("watermark")))
        .isEqualTo(read("frontiers", "watermark", "watermark", frontier, 2));
  }

  @Test
  void aVerdictByTheWatermarkOfWindows() {
    assertThat(shown(row("windows")))
        .isEqualTo(read("frontiers", "windows", "watermark", FINAL, 3));
  }

  @Test
  void aVerdictByArrival() {
    Map<String, Object> row = row("arrival");
    Instant frontier = (Instant) row.get("frontier");
    Map<String, Object> expected = left("frontiers", "arrival", "ENDED");
    expected.put("finalized_until", frontier.truncatedTo(ChronoUnit.SECONDS));
    expected.put("frontier", row.get("run_started_at"));
    expected.put("basis", "arrival");
    expected.put("batch_id", 0L);
    expected.put("end_offset", "[{\"logOffset\":0}]");
    assertThat(shown(row)).isEqualTo(expected);
  }

  @Test
  void aQueryThatGetsNowhereIsRefused() {
    List<JsonNode> attempts = results.all("refusal", "attempt");
    assertThat(attempts.subList(0, 3)).extracting(JsonNode::asText).containsOnly("failed");
    assertThat(attempts.subList(3, attempts.size()))
        .singleElement()
        .extracting(JsonNode::asText)
        .asString()
        .startsWith("[TIDEGATE_START_REFUSED] The streaming query 'refused'")
        .contains("java.lang.IllegalStateException: record 7 cannot be parsed");
    Map<String, Object> expected = left("refusal", "refused", "STOPPED");
    expected.put("reason_code", "REFUSED");
    expected.put(
        "reason",
        "attempt 4 would follow 3 attempts in a row that banked no progress, and the limit is 3");
    assertThat(shown(row("refused"))).isEqualTo(expected);
  }

  @Test
  void theMetricsAreShown() {
    JsonNode gauges = results.get("metrics", "gauges");
    assertThat(gauge(gauges, "startsRefused").asLong()).isEqualTo(1);
    assertThat(gauge(gauges, "table.t.offset.advances").asLong()).isPositive();
  }

  private static JsonNode gauge(JsonNode gauges, String name) {
    List<String> names = new ArrayList<>();
    gauges.fieldNames().forEachRemaining(names::add);
    String found =
        names.stream()
            .filter(n -> n.endsWith(".driver.plugin.io.tidegate.TidegatePlugin." + name))
            .findFirst()
            .orElseThrow(() -> new AssertionError("No gauge " + name + " among " + names));
    return gauges.get(found).get("value");
  }

  @Test
  void theLogTellsOfNoTroubleOfItsOwn() {
    assertThat(log).anyMatch(l -> l.contains(" INFO "));
    assertThat(log)
        .filteredOn(l -> l.contains(" WARN ") || l.contains(" ERROR "))
        .filteredOn(l -> !l.contains("[TIDEGATE_START_REFUSED]"))
        .filteredOn(l -> !l.contains("has matched no query"))
        .isEmpty();
  }

  @Test
  void theCommandLineSaysTheSame() throws Exception {
    Commands.Ended ended =
        new Commands(own).launch("status", "--json", "--control", control.toString());
    assertThat(ended.err()).isEmpty();
    JsonNode tables = new ObjectMapper().readTree(ended.out()).get("tables");
    List<Map<String, Object>> rows = ControlTables.rows(control);
    assertThat(tables).hasSameSizeAs(rows);
    for (int i = 0; i < rows.size(); i++) {
      JsonNode told = tables.get(i);
      rows.get(i)
          .forEach(
              (column, value) ->
                  assertThat(told.get(column).isNull() ? null : told.get(column).asText())
                      .as(column)
                      .isEqualTo(value == null ? null : value.toString()));
    }
  }

  @Test
  @EnabledIfSystemProperty(named = AMOUNT, matches = FULL)
  void whatACrashLeftBehindIsHealedByTheNextRun() {
    assertThat(afterCrash).isNotEmpty().noneMatch(row -> "t.crashed".equals(row.get("table_name")));
    Map<String, Object> expected = readByOffset("crash", "crashed");
    // What was read before there was a row is not vouched for.
    expected.put("tracked_from", FINAL.plus(1, ChronoUnit.MINUTES));
    expected.put("epoch_from", FINAL.plus(1, ChronoUnit.MINUTES));
    assertThat(shown(row("crashed"))).isEqualTo(expected);
  }

  @Test
  @EnabledIfSystemProperty(named = AMOUNT, matches = FULL)
  void aTerminatedProcessLeavesItsLastVerdict() {
    assertThat(shown(row("terminated"))).isEqualTo(readByOffset("terminated", "terminated"));
  }

  @Test
  @EnabledIfSystemProperty(named = AMOUNT, matches = FULL)
  @EnabledIfSystemProperty(named = "tidegate.matrix.delta", matches = "\\d.*")
  void theSparksOwnDeltaReadsTheControlTable() {
    JsonNode offset =
        results.all("read", "row").stream()
            .filter(row -> row.get("table_name").asText().equals("t.offset"))
            .findFirst()
            .orElseThrow();
    row("offset")
        .forEach(
            (column, value) -> {
              String told = offset.get(column).isNull() ? null : offset.get(column).asText();
              if (value instanceof Instant instant) {
                assertThat(Instant.parse(told)).as(column).isEqualTo(instant);
              } else {
                assertThat(told).as(column).isEqualTo(value == null ? null : value.toString());
              }
            });
  }
}
