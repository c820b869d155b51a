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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.it.apps.KafkaApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code arrival} makes of Kafka. Needs a broker: run by {@code integration-tests/kafka/run}
 * and by nothing else.
 */
class KafkaSuite {
  private static final Duration LAG = Duration.ofSeconds(1);
  private static final int KILLED = 137;

  private static Path control;
  private static ScenarioResults results;
  private static List<Map<String, Object>> afterStop;

  @BeforeAll
  static void runApplications(@TempDir Path directory) throws IOException {
    control = directory.resolve("control");
    try (SparkProcess app = app(directory, "endless", "once", "killed")) {
      assertThat(app.awaitExit()).as(app::stderr).isEqualTo(KILLED);
    }
    try (SparkProcess app = app(directory, "stopped")) {
      app.assertSucceeded();
    }
    afterStop = ControlTables.rows(control);
    try (SparkProcess app = app(directory, "healed")) {
      app.assertSucceeded();
    }
    results = ScenarioResults.in(directory);
    assertThat(results.errors()).isEmpty();
  }

  private static SparkProcess app(Path directory, String... scenarios) throws IOException {
    Path connector = Path.of(System.getProperty("tidegate.kafka.connector"));
    try (Stream<Path> files = Files.list(connector)) {
      SparkProcessBuilder builder =
          SparkProcess.named("KafkaSuite/" + scenarios[0])
              .withPlugin()
              .jars(files.filter(f -> f.toString().endsWith(".jar")).toArray(Path[]::new))
              .conf("spark.it.bootstrap", System.getProperty("tidegate.kafka.bootstrap"))
              .conf("spark.tidegate.controlTable", control.toString())
              .conf("spark.tidegate.frontier", "arrival")
              .conf("spark.tidegate.lag", LAG.toSeconds() + "s")
              .conf("spark.tidegate.granularity", "PT1S")
              .conf("spark.tidegate.startsAt", "beginning")
              .conf("spark.tidegate.queries.any.name", "*")
              .conf("spark.tidegate.queries.any.table", "{name}")
              .conf("spark.tidegate.queries.committed15.table", "committed15")
              .conf("spark.tidegate.queries.committed15.lag", "15m")
              .app(KafkaApp.class)
              .args(directory);
      builder.args((Object[]) scenarios);
      return builder.start();
    }
  }

  static List<String> busy() {
    return KafkaApp.BUSY;
  }

  static List<String> killed() {
    return KafkaApp.KILLED;
  }

  private static Map<String, Object> row(String table) {
    return ControlTables.row(control, table).orElseThrow();
  }

  private static Map<String, Object> rowAfterStop(String table) {
    return afterStop.stream()
        .filter(row -> table.equals(row.get("table_name")))
        .findFirst()
        .orElseThrow();
  }

  private static Instant instant(Map<String, Object> row, String column) {
    return (Instant) Objects.requireNonNull(row.get(column), column);
  }

  /** What a row says has been read of Kafka: topic, partition, next offset. */
  private static JsonNode read(Map<String, Object> row) {
    try {
      return new ObjectMapper().readTree((String) row.get("end_offset")).get(0);
    } catch (JsonProcessingException e) {
      throw new AssertionError(row.toString(), e);
    }
  }

  private static Stream<JsonNode> records(JsonNode read) {
    List<JsonNode> all = results.get("healed", "records").findParents("topic");
    return all.stream().filter(each -> read.has(each.get("topic").asText()));
  }

  private static boolean unread(JsonNode record, JsonNode read) {
    return record.get("offset").asLong()
        >= read.get(record.get("topic").asText()).get(record.get("partition").asText()).asLong();
  }

  private static boolean before(JsonNode record, Instant instant) {
    return Instant.ofEpochMilli(record.get("at").asLong()).isBefore(instant);
  }

  @Test
  void noRowEverSpokeOfWhatWasNotRead() {
    Set<Object> checked = new TreeSet<>();
    for (List<Map<String, Object>> version : ControlTables.history(control).values()) {
      for (Map<String, Object> row : version) {
        if (row.get("frontier") != null) {
          JsonNode read = read(row);
          Instant frontier = instant(row, "frontier");
          assertThat(records(read).filter(r -> unread(r, read) && before(r, frontier)))
              .as("unread before the frontier of %s", row)
              .isEmpty();
          checked.add(row.get("table_name"));
        }
      }
    }
    assertThat(checked)
        .containsExactlyInAnyOrder(
            "busy",
            "committed15",
            "limited",
            "mixed",
            "once",
            "patient",
            "quieted",
            "restarted",
            "two");
  }

  @ParameterizedTest
  @MethodSource("busy")
  void aBatchThatReachesTheLatestOffsetsIsProofWithoutAPause(String table) {
    Map<String, Object> row = row(table);

    assertThat(instant(row, "finalized_until")).isAfter(instant(row, "run_started_at"));
    assertThat(row).containsEntry("basis", "arrival");
    assertThat(results.get("endless", "idle").asLong()).isZero();
  }

  @Test
  void aLimitedBatchIsNoProofUntilTheLastRecord() {
    assertThat(rowAfterStop("limited"))
        .containsEntry("frontier", null)
        .containsEntry("reason_code", "NOT_CAUGHT_UP")
        .containsEntry(
            "reason",
            "source KafkaV2[Subscribe[limited]] has more to read: it reports"
                + " {\"limited\":{\"0\":30}} as its latest");
    assertThat(ControlTables.history(control, "limited", "batch_id"))
        .filteredOn(Objects::nonNull)
        .containsOnly(2L);
  }

  @Test
  void recordsThatWaitForMoreAreNoProof() {
    Map<String, Object> row = row("patient");

    assertThat(row)
        .containsEntry("reason_code", "NOT_CAUGHT_UP")
        .containsEntry("batch_id", 0L)
        .containsEntry(
            "reason",
            "source KafkaV2[Subscribe[patient]] left records waiting: it reports"
                + " {\"patient\":{\"0\":6}} as its latest");
  }

  @Test
  void anOpenTransactionIsWaitedForByTheLag() {
    assertThat(row("committed"))
        .containsEntry("reason_code", "READ_COMMITTED")
        .containsEntry("finalized_until", null);

    List<Object> moved = ControlTables.history(control, "committed15", "finalized_until");
    assertThat(new TreeSet<>(moved.stream().filter(Objects::nonNull).toList()))
        .hasSizeGreaterThan(1);
    Map<String, Object> first =
        ControlTables.history(control).values().stream()
            .flatMap(List::stream)
            .filter(row -> "committed15".equals(row.get("table_name")))
            .filter(row -> row.get("frontier") != null)
            .findFirst()
            .orElseThrow();
    Instant trigger = instant(first, "frontier").plus(Duration.ofMinutes(15));
    JsonNode read = read(first);
    assertThat(records(read).filter(r -> unread(r, read) && before(r, trigger)))
        .as("what the transaction hid from the trigger")
        .hasSize(2);
  }

  @Test
  void aRunThatIsAskedOnceProvesItsStartWithoutAnySetting() {
    Map<String, Object> row = row("once");

    assertThat(instant(row, "frontier").plus(LAG)).isEqualTo(instant(row, "run_started_at"));
    assertThat(row).containsEntry("batch_id", 2L).containsEntry("reason_code", null);
    assertThat(read(row).at("/once/0").asLong()).isEqualTo(25);
  }

  @Test
  void aRunThatIsAskedOnceAndLeavesRecordsWaitingProvesNothing() {
    assertThat(row("leftover"))
        .containsEntry("finalized_until", null)
        .containsEntry("reason_code", "NOT_CAUGHT_UP");
  }

  @ParameterizedTest
  @MethodSource("killed")
  void aBatchThatWasPlannedByAnotherRunIsNoProof(String table) {
    Map<String, Object> row = rowAfterStop(table);

    assertThat(row).containsEntry("batch_id", 0L).containsEntry("reason_code", "NOT_CAUGHT_UP");
    assertThat(instant(row, "frontier")).isBefore(instant(row, "run_started_at"));
  }

  @ParameterizedTest
  @MethodSource("killed")
  void theNextRunReadsTheRest(String table) {
    Map<String, Object> row = row(table);

    assertThat(instant(row, "frontier")).isAfter(instant(row, "run_started_at").minus(LAG));
    assertThat(instant(row, "finalized_until"))
        .isAfter(instant(rowAfterStop(table), "finalized_until"));
  }
}
