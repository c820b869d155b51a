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

import io.tidegate.it.apps.EndApp;
import io.tidegate.it.apps.LastApp;
import io.tidegate.it.apps.MinuteFeed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However an application ends, the verdict on what it committed is there. */
class EndIT {
  private static final String TABLE = "t.end";

  private static Path work;
  private static ScenarioResults results;
  private static List<String> log;

  @BeforeAll
  static void runApplications(@TempDir Path directory) {
    work = directory;
    try (SparkProcess app =
        SparkProcess.named("EndIT/ends")
            .jars(Shipped.jar())
            .app(EndApp.class)
            .args(directory)
            .timeout(Duration.ofMinutes(10))
            .start()) {
      app.assertSucceeded();
      log = app.tidegateLog();
    }
    results = ScenarioResults.in(directory);
  }

  private static Map<String, Object> row(String application) {
    return row(work.resolve(application));
  }

  private static Map<String, Object> row(Path directory) {
    return ControlTables.row(directory.resolve("control"), TABLE).orElseThrow();
  }

  private static void assertEnded(Map<String, Object> row, int entries) {
    assertThat(row)
        .containsEntry("finalized_until", MinuteFeed.finalAfter(entries))
        .containsEntry("batch_id", entries - 1L)
        .containsEntry("state", "ENDED")
        .containsEntry("reason_code", null);
  }

  @Test
  void everyApplicationRan() {
    assertThat(results.errors()).isEmpty();
  }

  @Test
  void stopRightAfterTheEndOfTheQueryKeepsItsLastBatch() {
    assertEnded(row("stopped"), 3);
  }

  @Test
  void manyQueriesStopTogether() {
    List<Map<String, Object>> rows = ControlTables.rows(work.resolve("crowd/control"));
    assertThat(rows).hasSize(EndApp.CROWD).allSatisfy(row -> assertEnded(row, 2));
    List<Long> ended =
        ControlTables.history(work.resolve("crowd/control")).values().stream()
            .map(version -> version.stream().filter(r -> "ENDED".equals(r.get("state"))).count())
            .distinct()
            .toList();
    assertThat(ended).as("rows that have ended, at each commit that ends any").hasSizeLessThan(6);
  }

  @Test
  void slowListenerOfSomebodyElseDelaysNoVerdict() {
    assertThat(results.get("slowListener", "seen")).hasSize(2);
    assertEnded(row("slowListener"), 2);
  }

  @Test
  void droppedEventsLoseNoVerdict() {
    assertThat(results.get("dropped", "seen").size()).isLessThan(EndApp.BATCHES);
    assertEnded(row("dropped"), EndApp.BATCHES);
  }

  private static void assertFailed(Map<String, Object> row) {
    assertThat(row)
        .containsEntry("finalized_until", MinuteFeed.finalAfter(1))
        .containsEntry("batch_id", 0L)
        .containsEntry("state", "FAILED")
        .containsEntry("reason_code", "QUERY_FAILED");
    assertThat(row.get("held_since")).isNotNull();
  }

  @Test
  void failureIsRecordedAtOnceAndReadable() {
    assertThat(results.get("failed", "failure").asText()).contains("no such host");
    assertFailed(row("failed"));
    assertThat((String) row("failed").get("reason"))
        .contains("no such host, password=")
        .doesNotContain("hunter2", "\n", "\tat ");
  }

  @Test
  void failureIsRecordedWhenTheContextStopsRightAfterIt() {
    assertThat(results.get("failedAndStopped", "failure").asText()).contains("no such host");
    assertFailed(row("failedAndStopped"));
  }

  @Test
  void contextStoppedUnderARunningQueryIsNoFailure() {
    assertEnded(row("stoppedUnderQuery"), 1);
  }

  @Test
  void stoppedQueryHasEnded() {
    assertEnded(row("queryStopped"), 1);
  }

  @Test
  void hangingStoreHoldsUpTheEndForItsTimeoutAndTheQueryNotAtAll() {
    assertThat(results.get("hanging", "batches").intValue()).isEqualTo(3);
    assertThat(results.get("hanging", "stillHangs").booleanValue()).isTrue();
    assertThat(Duration.ofSeconds(results.get("hanging", "stopSeconds").longValue()))
        .isBetween(EndApp.FLUSH_TIMEOUT.minusSeconds(1), EndApp.FLUSH_TIMEOUT.plusSeconds(20));
  }

  @Test
  void onlyTheHangingStoreLeavesAWarningWhichNamesTheTable() {
    assertThat(log)
        .filteredOn(line -> line.contains("The application ends before everything was written"))
        .singleElement()
        .asString()
        .contains(" WARN ", "flushTimeout PT3S", ": " + TABLE + ".");
  }

  private static SparkProcess startLast(Path directory, String how) {
    MinuteFeed.fill(directory, 2);
    return SparkProcess.named("EndIT/" + how)
        .withPlugin()
        .conf("spark.tidegate.controlTable", directory.resolve("control").toString())
        .conf("spark.tidegate.queries.end.table", TABLE)
        .conf("spark.tidegate.frontier", "offset")
        .conf("spark.tidegate.granularity", "minute")
        .app(LastApp.class)
        .args(directory, "end", how)
        .start();
  }

  @Test
  void exitFromMain(@TempDir Path directory) {
    try (SparkProcess app = startLast(directory, "exit")) {
      app.assertSucceeded();
      assertEnded(row(directory), 2);
    }
  }

  @Test
  void mainThatJustReturns(@TempDir Path directory) {
    try (SparkProcess app = startLast(directory, "return")) {
      app.assertSucceeded();
      assertEnded(row(directory), 2);
    }
  }

  @Test
  void terminatedByASignal(@TempDir Path directory) {
    try (SparkProcess app = startLast(directory, "wait")) {
      app.awaitOutput("committed");
      app.terminate();
      assertThat(app.awaitExit()).as(app.stderr()).isEqualTo(143);
      assertEnded(row(directory), 2);
    }
  }
}
