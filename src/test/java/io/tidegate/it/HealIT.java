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
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidegate.it.apps.EndlessApp;
import io.tidegate.it.apps.HealApp;
import io.tidegate.it.apps.MinuteFeed;
import io.tidegate.it.apps.TroubledFileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a crash left behind is recomputed from the checkpoint when the lineage starts again. */
class HealIT {
  private static Path work;
  private static ScenarioResults results;
  private static List<String> log;

  @BeforeAll
  static void runScenarios(@TempDir Path directory) throws Exception {
    work = directory;
    killBeforeAnyVerdict(Files.createDirectories(directory.resolve("killed")));
    try (SparkProcess app =
        SparkProcess.named("HealIT/heal")
            .jars(Shipped.jar())
            .app(HealApp.class)
            .args(directory)
            .timeout(Duration.ofMinutes(10))
            .start()) {
      app.assertSucceeded();
      log = app.tidegateLog();
    }
    results = ScenarioResults.in(directory);
  }

  /** Two batches are committed, and no verdict can be: the store does not answer. */
  private static void killBeforeAnyVerdict(Path directory) {
    MinuteFeed.fill(directory, 2);
    try (SparkProcess app =
        SparkProcess.named("HealIT/killed")
            .withPlugin()
            .conf("spark.hadoop.fs.troubled.impl", TroubledFileSystem.class.getName())
            .conf("spark.tidegate.controlTable", "troubled://" + directory.resolve("control"))
            .conf("spark.tidegate.queries.heal.table", "t.heal")
            .conf("spark.tidegate.frontier", "offset")
            .conf("spark.tidegate.granularity", "minute")
            .app(EndlessApp.class)
            .args(directory, "heal")
            .start()) {
      await("the second commit")
          .atMost(Duration.ofMinutes(3))
          .pollInterval(Duration.ofMillis(10))
          .until(
              () -> !app.isAlive() || Checkpoints.isCommitted(directory.resolve("checkpoint"), 1));
      app.kill();
      assertThat(app.awaitExit()).as(app.stderr()).isEqualTo(137);
    }
    assertThat(directory.resolve("checkpoint/commits/1")).exists();
    assertThat(directory.resolve("control")).doesNotExist();
  }

  private static Map<String, Object> row(String application) {
    return ControlTables.row(work.resolve(application).resolve("control"), "t.heal").orElseThrow();
  }

  @Test
  void everyApplicationRan() {
    assertThat(results.errors()).isEmpty();
  }

  @Test
  void availableNowThatFindsNothingHeals() {
    assertThat(results.get("nothingNew", "rowsRead").intValue()).isZero();
    assertThat(row("nothingNew"))
        .containsEntry("finalized_until", MinuteFeed.finalAfter(3))
        .containsEntry("batch_id", 2L)
        .containsEntry("state", "ENDED");
  }

  @Test
  void queryHealsWhileItStillIdles() {
    assertThat(results.get("stillIdle", "active").booleanValue()).isTrue();
    assertThat(results.get("stillIdle", "committed").booleanValue()).isFalse();
    assertThat(row("stillIdle"))
        .containsEntry("finalized_until", MinuteFeed.finalAfter(3))
        .containsEntry("batch_id", 2L);
  }

  @Test
  void driverKilledBetweenCommitAndVerdictIsHealedByTheNext() {
    assertThat(row("killed"))
        .containsEntry("finalized_until", MinuteFeed.finalAfter(2))
        .containsEntry("batch_id", 1L)
        .containsEntry("state", "ENDED");
  }

  @Test
  void uncommittedBatchIsNotClaimedUntilItIsCommitted() {
    assertThat(results.get("uncommitted", "failure").asText()).contains("batch 2 fails again");
    assertThat(results.get("uncommitted", "whileUncommitted"))
        .extracting(JsonNode::asText)
        .containsExactly("06:01 FAILED 1 QUERY_FAILED");
    assertThat(results.get("uncommitted", "onceCommitted"))
        .extracting(JsonNode::asText)
        .containsExactly("06:02 ENDED 2");
  }

  @Test
  void damagedNewestOffsetsFallBackToThePairBefore() {
    assertThat(row("damaged"))
        .containsEntry("finalized_until", MinuteFeed.finalAfter(2))
        .containsEntry("batch_id", 1L);
    String checkpoint = work.resolve("damaged/checkpoint").toString();
    assertThat(log)
        .filteredOn(line -> line.contains(" WARN ") && line.contains(checkpoint + ": offsets/2 "))
        .hasSize(1);
  }

  @Test
  void endDoesNotWaitForADamagedCheckpointToBeRepaired() {
    assertThat(log).noneMatch(line -> line.contains("The application ends before"));
  }

  @Test
  void damagedCheckpointFailsTheQueryAsItWouldWithoutTidegate() {
    String without = results.get("damaged", "errorWithout").asText();
    assertThat(without).isNotEqualTo("none");
    assertThat(results.get("damaged", "errorWith").asText()).isEqualTo(without);
  }

  @Test
  void nothingIsWrittenIntoACheckpoint() {
    JsonNode without = results.get("untouched", "without");
    assertThat(without).isNotEmpty();
    assertThat(results.get("untouched", "with"))
        .containsExactlyElementsOf(results.get("untouched", "before"));
    assertThat(without).containsExactlyElementsOf(results.get("untouched", "before"));
    assertThat(row("untouched")).containsEntry("finalized_until", MinuteFeed.finalAfter(3));
  }
}
