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

import io.tidegate.it.apps.ArrivalApp;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Only a trigger that found nothing makes a period final under {@code arrival}. */
class ArrivalIT {
  private static ScenarioResults results;
  private static Path control;

  @BeforeAll
  static void runApplication(@TempDir Path directory) {
    control = directory.resolve("arrival/control");
    try (SparkProcess app =
        SparkProcess.named("ArrivalIT/arrival")
            .jars(Shipped.jar())
            .app(ArrivalApp.class)
            .args(directory)
            .timeout(Duration.ofMinutes(8))
            .start()) {
      app.assertSucceeded();
    }
    results = ScenarioResults.in(directory);
    assertThat(results.errors()).isEmpty();
  }

  static List<String> proven() {
    return ArrivalApp.PROVEN;
  }

  static List<String> busy() {
    return ArrivalApp.BUSY;
  }

  private static Map<String, Object> row(String table) {
    return ControlTables.row(control, table).orElseThrow();
  }

  private static Instant instant(Map<String, Object> row, String column) {
    return (Instant) Objects.requireNonNull(row.get(column), column);
  }

  @ParameterizedTest
  @MethodSource("proven")
  void quietMinutesBecomeFinal(String table) {
    Map<String, Object> row = row(table);

    assertThat(instant(row, "finalized_until"))
        .isAfter(instant(row, "tracked_from"))
        .isBeforeOrEqualTo(instant(row, "frontier"));
    assertThat(instant(row, "frontier")).isBetween(instant(row, "run_started_at"), Instant.now());
    assertThat(row).containsEntry("basis", "arrival");
  }

  @Test
  void allThatWasThereIsReadFirst() {
    assertThat(row("limited")).containsEntry("batch_id", 7L);
  }

  @ParameterizedTest
  @MethodSource("busy")
  void aQueryThatAlwaysHasSomethingToReadHolds(String table) {
    assertThat(row(table))
        .containsEntry("finalized_until", null)
        .containsEntry("reason_code", "NOT_CAUGHT_UP");
    assertThat((String) row(table).get("reason")).contains("had something to read");
  }

  @Test
  void aRunThatFindsNothingProvesItsStart() {
    Map<String, Object> row = row("again");

    assertThat(instant(row, "frontier").plusSeconds(1))
        .isBetween(
            Instant.parse(results.get("arrival", "againStarts").asText()).minusMillis(1),
            Instant.parse(results.get("arrival", "againEnds").asText()));
    assertThat(instant(row, "frontier").plusSeconds(1)).isEqualTo(instant(row, "run_started_at"));
  }

  @Test
  void aRunThatReadsProvesItsStartOnlyWhereItsLastLookIsKept() {
    assertThat(row("once")).containsEntry("reason_code", "NOT_CAUGHT_UP");
    Map<String, Object> eager = row("eager");
    assertThat(instant(eager, "frontier").plusSeconds(1))
        .isEqualTo(instant(eager, "run_started_at"));
    assertThat(eager).containsEntry("batch_id", 1L).containsEntry("reason_code", null);
  }
}
