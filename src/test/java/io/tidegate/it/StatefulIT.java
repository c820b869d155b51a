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
import io.tidegate.it.apps.StatefulApp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the watermark is worth to queries that keep rows in state, by what they have emitted. */
class StatefulIT {
  /** The rows of the feed by the end of their hour. */
  private static final Map<String, Long> ROWS =
      Map.of("2024-10-01T11:00:00Z", 3L, "2024-10-01T12:00:00Z", 1L, "2024-10-01T13:00:00Z", 1L);

  private static Path work;
  private static Path control;
  private static ScenarioResults results;

  @BeforeAll
  static void run(@TempDir Path directory) {
    work = directory;
    control = directory.resolve("control");
    SparkProcessBuilder builder =
        SparkProcess.named("StatefulIT")
            .withPlugin()
            .app(StatefulApp.class)
            .args(directory)
            .timeout(Duration.ofMinutes(8))
            .conf("spark.tidegate.controlTable", control.toString())
            .conf("spark.tidegate.frontier", "watermark");
    for (String name :
        List.of(
            "st_append",
            "st_update",
            "st_complete",
            "st_data_only",
            "st_sliding",
            "st_sliding_lag",
            "st_join",
            "st_within",
            "st_half",
            "st_other")) {
      builder.conf("spark.tidegate.queries." + name + ".table", name);
    }
    builder.conf("spark.tidegate.queries.st_sliding_lag.lag", "1h");
    try (SparkProcess app = builder.start()) {
      app.assertSucceeded();
    }
    results = ScenarioResults.in(directory);
  }

  private static Map<String, Object> theRow(String table) {
    return ControlTables.row(control, table)
        .orElseThrow(() -> new AssertionError("There is no row of " + table));
  }

  @Test
  void everyQueryRanThrough() {
    assertThat(results.errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // What the last batch ran with is floored to the window.
    "st_append,2024-10-01T12:00:00Z,2024-10-01T12:00:00Z",
    "st_update,2024-10-01T12:00:00Z,2024-10-01T12:00:00Z",
    // Without a batch after the data the watermark in force trails what has been read.
    "st_complete,2024-10-01T11:00:00Z,2024-10-01T11:00:00Z",
    "st_data_only,2024-10-01T11:00:00Z,2024-10-01T11:00:00Z",
    "st_sliding_lag,2024-10-01T11:20:00Z,2024-10-01T11:00:00Z",
    // Nothing is held back, so the watermark after the batch counts.
    "st_within,2024-10-01T12:20:00Z,2024-10-01T12:00:00Z"
  })
  void theVerdictIsWhatHasBeenEmitted(String table, String frontier, String until) {
    assertThat(theRow(table))
        .containsEntry("frontier", Instant.parse(frontier))
        .containsEntry("finalized_until", Instant.parse(until))
        .containsEntry("basis", "watermark")
        .containsEntry("reason_code", null);
  }

  @ParameterizedTest
  @CsvSource({
    "st_sliding,LAG_NEEDED,(Aggregate)",
    "st_other,LAG_NEEDED,(Aggregate)",
    "st_join,LAG_NEEDED,(Join)",
    "st_half,NO_WATERMARK,1 of 2 streaming sources"
  })
  void doubtHoldsAndSaysWhy(String table, String code, String words) {
    Map<String, Object> row = theRow(table);
    assertThat(row)
        .containsEntry("finalized_until", null)
        .containsEntry("tracked_from", null)
        .containsEntry("reason_code", code);
    assertThat((String) row.get("reason")).contains(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"st_append", "st_update", "st_complete", "st_data_only"})
  void noVerdictIsAheadOfWhatItsBatchHadEmitted(String table) throws Exception {
    int verdicts = 0;
    for (Map<String, Object> row :
        ControlTables.history(control).values().stream()
            .flatMap(List::stream)
            .filter(each -> table.equals(each.get("table_name")))
            .filter(each -> each.get("finalized_until") != null)
            .toList()) {
      Instant until = (Instant) row.get("finalized_until");
      long batch = (Long) row.get("batch_id");
      assertThat(until)
          .isEqualTo(watermarkDuring(work.resolve("stateful").resolve(table), batch))
          .isAfter(Instant.parse("2024-10-01T09:00:00Z"));
      Map<String, Long> emitted = emittedUpTo(table, batch);
      ROWS.forEach(
          (end, rows) -> {
            if (!Instant.parse(end).isAfter(until)) {
              assertThat(emitted).as("%s", row).containsEntry(end, rows);
            }
          });
      verdicts++;
    }
    assertThat(verdicts).isPositive();
    assertThat(emittedUpTo(table, Long.MAX_VALUE)).as("at least one window").isNotEmpty();
  }

  /** The last count a batch up to and with this one emitted for each window, by its end. */
  private static Map<String, Long> emittedUpTo(String table, long batch) {
    Map<String, Long> emitted = new HashMap<>();
    for (JsonNode each : results.all("stateful", table)) {
      if (each.get("batch").longValue() <= batch) {
        each.get("rowsByEnd")
            .fields()
            .forEachRemaining(window -> emitted.put(window.getKey(), window.getValue().asLong()));
      }
    }
    return emitted;
  }

  private static Instant watermarkDuring(Path checkpoint, long batch) throws Exception {
    String metadata = Files.readAllLines(checkpoint.resolve("offsets/" + batch)).get(1);
    return Instant.ofEpochMilli(
            new ObjectMapper().readTree(metadata).get("batchWatermarkMs").longValue())
        .truncatedTo(ChronoUnit.HOURS);
  }

  @Test
  void windowsThatHaveNotEndedAreNeitherEmittedNorFinal() {
    assertThat(emittedUpTo("st_append", Long.MAX_VALUE))
        .containsOnlyKeys("2024-10-01T11:00:00Z", "2024-10-01T12:00:00Z");
    assertThat(emittedUpTo("st_data_only", Long.MAX_VALUE))
        .containsOnlyKeys("2024-10-01T11:00:00Z");
  }
}
