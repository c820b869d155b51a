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
import io.tidegate.internal.recovery.Attempt;
import io.tidegate.internal.recovery.AttemptOutcome;
import io.tidegate.it.apps.RecoveryApp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lineages that are started again and again: which of them are refused, and which never. */
class RecoveryIT {
  private static Path work;
  private static ScenarioResults results;
  private static List<String> log;

  @BeforeAll
  static void runThem(@TempDir Path directory) {
    work = directory;
    try (SparkProcess app =
        SparkProcess.named("RecoveryIT")
            .jars(Shipped.jar())
            .app(RecoveryApp.class)
            .args(directory)
            .timeout(Duration.ofMinutes(10))
            .start()) {
      app.assertSucceeded();
      log = app.tidegateLog();
    }
    results = ScenarioResults.in(directory);
  }

  private static List<String> texts(String scenario, String name) {
    return results.all(scenario, name).stream().map(JsonNode::asText).toList();
  }

  private static List<String> attempts(String scenario) {
    return texts(scenario, "attempt");
  }

  private static List<Attempt> recorded(String scenario) {
    return RecordTables.attempts(work.resolve(scenario + "/control"), "q.checkpoint");
  }

  private static Map<String, Object> record(String scenario, String checkpoint) {
    return RecordTables.row(work.resolve(scenario + "/control"), checkpoint);
  }

  /** Texts, each so many times. */
  private static List<String> times(Object... textsAndTimes) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < textsAndTimes.length; i += 2) {
      all.addAll(Collections.nCopies((Integer) textsAndTimes[i + 1], (String) textsAndTimes[i]));
    }
    return all;
  }

  @Test
  void everyCaseRan() {
    assertThat(results.errors()).isEmpty();
    assertThat(log).noneMatch(line -> line.contains("could not be read"));
  }

  @Test
  void aBatchAnAttemptIsEnoughForEver() {
    assertThat(attempts("banking")).isEqualTo(times("failed", 20));
    assertThat(record("banking", "q.checkpoint"))
        .containsEntry("attempts", 20L)
        .containsEntry("refusals", 0L);
  }

  @Test
  void nothingNewIsNotHeldAgainstAQuietStream() {
    assertThat(attempts("quiet")).isEqualTo(times("ended", 11));
    assertThat(recorded("quiet").subList(1, 11)).allMatch(Attempt::witness);
  }

  @Test
  void purgingIsNoFall() {
    assertThat(results.get("purged", "commits").asLong()).isLessThan(10);
    assertThat(attempts("purged")).isEqualTo(times("ended", 1, "failed", 6));
    assertThat(recorded("purged"))
        .extracting(Attempt::baseline)
        .containsExactly(0L, 101L, 102L, 103L, 104L, 105L, 106L);
  }

  @Test
  void whatIsReadAgainAfterARewindIsProgressAgain() {
    assertThat(attempts("rewound"))
        .isEqualTo(times("ended", 6, "failed", 6, "failed", 3, "refused", 1));
  }

  @Test
  void aWipedCheckpointStartsAfresh() {
    assertThat(attempts("wiped"))
        .isEqualTo(times("failed", 3, "refused", 1, "failed", 3, "refused", 1));
  }

  @Test
  void aLifeBeforeTidegateNeitherHelpsNorHarms() {
    assertThat(texts("older", "before")).isEqualTo(times("ended", 1, "failed", 5));
    assertThat(attempts("older")).isEqualTo(times("failed", 3, "refused", 1));
    assertThat(recorded("older")).extracting(Attempt::baseline).containsOnly(3L);
  }

  @Test
  void aWriteWithoutACommitIsNoProgress() {
    assertThat(attempts("commitFails")).isEqualTo(times("ended", 1, "failed", 3, "refused", 1));
    assertThat(results.get("commitFails", "writes").asInt()).isEqualTo(3);
    assertThat(recorded("commitFails").subList(1, 4))
        .extracting(Attempt::outcome)
        .as("Spark takes the leftover file for another driver's")
        .containsOnly(AttemptOutcome.CONCURRENT);
  }

  @Test
  void aRefusalComesFromTheStartAndLeavesNothingBehind() {
    assertThat(texts("refusal", "start"))
        .hasSize(3)
        .allSatisfy(
            told ->
                assertThat(told)
                    .startsWith(
                        "io.tidegate.internal.errors.RefusedStartException: [TIDEGATE_START_REFUSED]")
                    .contains("'q'")
                    .contains("q.checkpoint")
                    .contains("3 attempts in a row that banked no progress")
                    .contains("record 7 of batch 0 cannot be parsed")
                    .contains("recovery.resume=after-3"));
    assertThat(results.get("refusal", "filesAreTheSame").asBoolean()).isTrue();
    assertThat(results.get("refusal", "threads")).isEmpty();
    assertThat(results.get("refusal", "other").asText()).isEqualTo("ended");
    assertThat(results.get("refusal", "startedEvents").asInt()).isEqualTo(4);
    assertThat(record("refusal", "q.checkpoint")).containsEntry("attempts", 3L);
  }

  @Test
  void theOtherAnalyserRefusesToo() {
    for (String flag :
        List.of(
            "enabledTentatively",
            "dualRunWithLegacy",
            "returnSinglePassResultInDualRun",
            "runExtendedResolutionChecks")) {
      assertThat(results.get("refusal", flag).asText())
          .as(flag)
          .contains("[TIDEGATE_START_REFUSED]");
    }
  }

  @Test
  void theQueriesBesideARefusedOneRunOn() {
    assertThat(attempts("sidelines")).isEqualTo(times("failed", 3, "refused", 1));
    assertThat(results.get("sidelines", "besideIsActive").asBoolean()).isTrue();
    assertThat(ControlTables.row(work.resolve("sidelines/control"), "t.bad").orElseThrow())
        .containsEntry("state", "STOPPED");
    assertThat(ControlTables.row(work.resolve("sidelines/control"), "t.beside").orElseThrow())
        .containsEntry("state", "ENDED");
  }

  @Test
  void startsThatNeverBecomeARunAreToleratedTenTimes() {
    assertThat(texts("neverRun", "conflict"))
        .hasSize(5)
        .allMatch(told -> told.startsWith("not started: Cannot start query with name conflict"));
    assertThat(results.get("neverRun", "conflictSolved").asText()).isEqualTo("ended");
    assertThat(texts("neverRun", "cannot").subList(1, 14))
        .allMatch(told -> told.startsWith("not started: "));
    assertThat(texts("neverRun", "cannot").get(14)).isEqualTo("refused");
  }

  @Test
  void aTokenResumesOnce() {
    assertThat(attempts("resume"))
        .isEqualTo(
            times(
                "failed", 3, "refused", 1, // without one
                "ended", 1, // with a token
                "failed", 3, "refused", 1, // with the same token
                "refused", 1, "failed", 3, "refused", 1, // with another one
                "refused", 1)); // with the first one again
  }

  @Test
  void anOutageThatEndsByItselfIsFoundOverByAProbe() {
    assertThat(attempts("cooldown"))
        .isEqualTo(times("failed", 3, "refused", 1, "refused", 1, "ended", 1));
    List<Object> states = ControlTables.history(work.resolve("cooldown/control"), "t.q", "state");
    // A start that follows at once is refused before the failure has a commit of its own.
    assertThat(states).containsSubsequence("STOPPED", "ACTIVE");
    assertThat(states).last().isIn("ACTIVE", "ENDED");
    assertThat(RecordTables.attempts(work.resolve("cooldown/control"), "checkpoint"))
        .extracting(Attempt::probe)
        .containsExactly(false, false, false, true, true, false);
  }

  @Test
  void boundsOfOtherKinds() {
    assertThat(texts("settings", "none")).isEqualTo(times("failed", 1, "refused", 4));
    assertThat(texts("settings", "warns")).isEqualTo(times("failed", 5));
    assertThat(texts("settings", "off")).isEqualTo(times("failed", 5));
    assertThat(texts("settings", "most")).isEqualTo(times("failed", 5, "refused", 2));
    assertThat(log)
        .anyMatch(line -> line.contains("'warns'") && line.contains("would be refused"))
        .anyMatch(line -> line.contains("'longest'") && line.contains("recovery.maxElapsed"));
    assertThat(record("settings", "off.checkpoint")).isEmpty();
  }

  @Test
  void whatCannotBeToldAgainIsNotBounded() {
    assertThat(texts("notBounded", "unnamed")).isEqualTo(times("failed", 5));
    assertThat(texts("notBounded", "temporary")).isEqualTo(times("failed", 5));
    assertThat(texts("notBounded", "globbed")).isEqualTo(times("failed", 3, "refused", 2));
  }

  @Test
  void stopsInTheFirstBatchAreOnlyTold() {
    assertThat(attempts("stops")).isEqualTo(times("ended", 15));
    assertThat(log).anyMatch(l -> l.contains("/stops/") && l.contains("was stopped 10 times"));
  }

  @Test
  void deploysInTheFirstBatchAreOnlyTold() {
    assertThat(attempts("deploys")).last().isEqualTo("ended");
    assertThat(log).anyMatch(l -> l.contains("/deploys/") && l.contains("was stopped 10 times"));
  }

  @Test
  void aFailureIsOneAlsoWhereTheContextIsStoppedRightAfterIt() {
    assertThat(attempts("contextAfterFailure")).isEqualTo(times("failed", 3, "refused", 1));
  }
}
