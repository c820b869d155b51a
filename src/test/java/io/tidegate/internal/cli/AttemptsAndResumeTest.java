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
package io.tidegate.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.recovery.Attempt;
import io.tidegate.internal.recovery.AttemptOutcome;
import io.tidegate.internal.recovery.AttemptsJson;
import io.tidegate.internal.recovery.LineageRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recovery record: seen, and given a fresh start. */
class AttemptsAndResumeTest {
  @TempDir private Path directory;
  private Typed typed;
  private String checkpoint;

  @BeforeEach
  void refusedLineage() throws IOException {
    checkpoint = "file:" + directory.resolve("checkpoint");
    Path root = Files.createDirectories(directory.resolve("checkpoint"));
    Files.writeString(root.resolve("metadata"), "{\"id\":\"lineage-a\"}");
    typed = new Typed(directory).write(row(checkpoint, Typed.NOON));
  }

  private static LineageRow row(String checkpoint, Instant updatedAt) {
    return LineageRow.builder(checkpoint)
        .queryId("lineage-a")
        .queryName("orders")
        .attempts(2)
        .streak(2)
        .history(AttemptsJson.write(List.of(failed(1), failed(2))))
        .refusals(1)
        .refusedAt(Typed.NOON)
        .refusedReason("the limit is 2")
        .updatedAt(updatedAt)
        .build();
  }

  private static Attempt failed(int number) {
    Instant start = Typed.NOON.minus(Duration.ofMinutes(30 - 10 * number));
    return Attempt.builder(number, "attempt-" + number, start)
        .runId("run-" + number)
        .baseline(0L)
        .pending(false)
        .outcome(AttemptOutcome.FAILED)
        .endedAt(start.plusSeconds(60))
        .error("java.lang.IllegalStateException: no such column")
        .build();
  }

  @Test
  void attemptsAreShownAsTheyCount() {
    assertThat(typed.on("attempts", "--query", "orders")).isZero();
    assertThat(typed.out())
        .contains("Query:      orders\nCheckpoint: " + checkpoint)
        .contains("2 in all; 2 in a row ended badly and banked nothing")
        .contains("Refused:    1 start, at 2026-10-01T12:00:00Z: the limit is 2")
        .containsPattern(
            "2 +2026-10-01T11:50:00Z +2026-10-01T11:51:00Z +0 +no +failed +"
                + "java.lang.IllegalStateException: no such column\n");
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void resumedAttemptsDoNotCount() {
    assertThat(typed.on("resume", "--query", "orders")).isZero();
    assertThat(typed.out())
        .isEqualTo(
            checkpoint
                + " is resumed: none of its 2 attempts so far counts against its next start.\n");
    LineageRow resumed = typed.lineage(checkpoint);
    assertThat(resumed.resumedAfter()).isEqualTo(2);
    assertThat(resumed.streak()).isZero();
    assertThat(resumed.refusals()).isEqualTo(1);
    assertThat(AttemptsJson.read(resumed.history())).contains(List.of(failed(1), failed(2)));
    typed.on("attempts", "--query", "orders");
    assertThat(typed.out()).contains("0 in a row ended badly", "failed (before the resume)");
  }

  @Test
  void resumeIsDoneOnce() throws IOException {
    typed.on("resume", "--query", "orders");
    long files = commits();
    assertThat(typed.on("resume", "--query", "orders")).isZero();
    assertThat(typed.out()).contains("is resumed already: no attempt has started since.");
    assertThat(commits()).isEqualTo(files);
  }

  private long commits() throws IOException {
    try (var files = Files.list(Path.of(typed.control() + "_lineages", "_delta_log"))) {
      return files.filter(file -> file.toString().endsWith(".json")).count();
    }
  }

  @Test
  void aCheckpointMayBeGivenWithoutItsScheme() {
    String path = directory.resolve("checkpoint") + "/";
    assertThat(typed.on("resume", "--checkpoint", path)).isZero();
    assertThat(typed.lineage(checkpoint).resumedAfter()).isEqualTo(2);
    assertThat(typed.on("attempts", "--checkpoint", checkpoint)).isZero();
    assertThat(typed.on("attempts", "--checkpoint", "hdfs:" + path)).isEqualTo(5);
  }

  @Test
  void aNameWithSeveralCheckpointsIsNotResumed() {
    typed.write(row("file:/older", Typed.NOON.minusSeconds(9)));
    assertThat(typed.on("resume", "--query", "orders")).isEqualTo(2);
    assertThat(typed.err())
        .contains("Give the one that is meant with --checkpoint: " + checkpoint + ", file:/older");
    assertThat(typed.lineage(checkpoint).resumedAfter()).isNull();
    assertThat(typed.on("attempts", "--query", "orders")).isZero();
    assertThat(typed.out()).containsSubsequence(checkpoint, "file:/older");
  }

  @Test
  void anUnknownQueryGetsTheKnownOnes() {
    assertThat(typed.on("resume", "--query", "oders")).isEqualTo(5);
    assertThat(typed.err()).contains("has no row for the query 'oders'. It has: orders.");
    assertThat(typed.on("attempts", "-q", "orders", "--lineages", directory + "/none"))
        .isEqualTo(5);
    assertThat(typed.err()).contains("There is no lineage table", "--lineages says");
  }

  @Test
  void aReplacedCheckpointIsSaid() throws IOException {
    Files.writeString(directory.resolve("checkpoint/metadata"), "{\"id\":\"lineage-b\"}");
    typed.on("attempts", "-q", "orders");
    assertThat(typed.out()).contains("The checkpoint has been replaced");
  }
}
