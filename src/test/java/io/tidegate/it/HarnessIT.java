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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidegate.it.apps.EndlessApp;
import io.tidegate.it.apps.HarnessApp;
import io.tidegate.it.apps.Scenarios;
import io.tidegate.it.source.CdcFeed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness does what other integration tests rely on. */
class HarnessIT {
  private static Path work;
  private static ScenarioResults results;

  @BeforeAll
  static void runScenarios(@TempDir Path directory) {
    work = directory;
    try (SparkProcess app =
        SparkProcess.named("HarnessIT/scenarios").app(HarnessApp.class).args(directory).start()) {
      app.assertSucceeded();
    }
    results = ScenarioResults.in(directory);
  }

  @Test
  void checkpointHoldsOffsetsExactlyAsFed() {
    assertThat(Checkpoints.offsets(work.resolve("stream/checkpoint")).values())
        .containsExactlyElementsOf(HarnessApp.OFFSETS.stream().map(List::of).toList());
    assertThat(Checkpoints.isCommitted(work.resolve("stream/checkpoint"), 5)).isTrue();
    assertThat(Checkpoints.isCommitted(work.resolve("stream/checkpoint"), 6)).isFalse();
  }

  @Test
  void rowsArriveWithTheirTimes() {
    assertThat(results.get("stream", "rows").longValue()).isEqualTo(6);
    assertThat(results.get("stream", "last").longValue())
        .isEqualTo(Instant.parse("2026-10-01T14:00:05Z").toEpochMilli());
  }

  @Test
  void sourceGoesOnFromCheckpointedOffset() {
    assertThat(results.get("restart", "secondRunBatch").longValue()).isEqualTo(1);
    assertThat(results.get("restart", "secondRunRows").longValue()).isEqualTo(2);
    assertThat(results.get("restart", "start").textValue()).isEqualTo("not json");
    assertThat(results.get("restart", "end").textValue()).isEqualTo("7");
  }

  @Test
  void failingScenarioIsNamedAndOthersRun() {
    assertThat(results.errors())
        .containsExactly("failing: java.lang.IllegalStateException: as it should");
    assertThat(results.all("failing", "before")).extracting(JsonNode::intValue).containsExactly(1);
    assertThat(results.get("after", "ran").booleanValue()).isTrue();
    assertThatThrownBy(() -> results.get("after", "walked")).hasMessageContaining("0 values");
  }

  @Test
  void tablesAreReadAtEachVersion() {
    Path table = work.resolve("table/control");
    Instant later = Instant.parse("2026-10-01T14:00:00.123456Z");
    assertThat(ControlTables.rows(table))
        .extracting(r -> r.get("table_name"), r -> r.get("finalized_until"), r -> r.get("epoch"))
        .containsExactly(
            tuple("a", Instant.parse("2026-10-01T13:00:00Z"), 2L), tuple("b", later, 3L));
    assertThat(ControlTables.history(table).values())
        .extracting(List::size)
        .containsExactly(0, 1, 2);
    assertThat(ControlTables.history(table, "b", "finalized_until")).containsExactly(null, later);
    assertThat(ControlTables.row(table, "a").map(r -> r.get("epoch"))).contains(2L);
    assertThat(ControlTables.row(table, "c")).isEmpty();
  }

  @Test
  void feedRefusesWhatSparkCannotTellApart(@TempDir Path directory) {
    CdcFeed feed = CdcFeed.at(directory).append("1");
    assertThatThrownBy(() -> feed.append("1")).hasMessageContaining("holds the offset already: 1");
    assertThatThrownBy(() -> feed.append("1\n2")).hasMessageContaining("one line");
  }

  @Test
  void feedGrowsWhileTheQueryRunsUntilItIsKilled(@TempDir Path directory) throws Exception {
    CdcFeed feed = CdcFeed.at(directory.resolve("feed")).append("1", "{\"id\":1}");
    Path checkpoint = directory.resolve("checkpoint");
    try (SparkProcess app =
        SparkProcess.named("HarnessIT/endless")
            .app(EndlessApp.class)
            .args(directory, "endless")
            .start()) {
      app.awaitOutput("started ");
      feed.append("2", "{\"id\":2}");
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> Checkpoints.isCommitted(checkpoint, 1));
      assertThat(app.isAlive()).isTrue();
      app.kill();
      assertThat(app.awaitExit()).isEqualTo(137);
    }
    assertThat(Checkpoints.offsets(checkpoint))
        .isEqualTo(Map.of(0L, List.of("1"), 1L, List.of("2")));

    Files.createFile(directory.resolve("stop"));
    try (SparkProcess app =
        SparkProcess.named("HarnessIT/stopped")
            .app(EndlessApp.class)
            .args(directory, "endless")
            .start()) {
      app.assertSucceeded();
    }
  }

  @Test
  void failureShowsTheEndOfTheOutput(@TempDir Path directory) {
    try (SparkProcess app =
        SparkProcess.named("HarnessIT/no-such-class")
            .app(Scenarios.class)
            .args(directory)
            .start()) {
      assertThatThrownBy(app::assertSucceeded)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("end of stderr")
          .hasMessageContaining("main");
    }
  }
}
