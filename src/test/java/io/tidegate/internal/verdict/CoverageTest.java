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
package io.tidegate.internal.verdict;

import static io.tidegate.internal.verdict.Reported.at;
import static io.tidegate.internal.verdict.Reported.of;
import static io.tidegate.internal.verdict.Reported.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.verdict.Merged.Urgency;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CoverageTest {
  private final OneRow table = new OneRow();

  @Test
  void nothingIsVouchedForBeforeTheFirstFrontier() {
    Reported run = run("r1", "10:00");
    VerdictRow claimed = table.write(run, "10:01");
    assertThat(claimed.epoch()).isEqualTo(1);
    assertThat(claimed.trackedFrom()).isNull();
    assertThat(claimed.epochFrom()).isNull();
    assertThat(claimed.finalizedUntil()).isNull();

    VerdictRow first = table.write(run.reached("10:20"), "10:21");
    assertThat(first.epochFrom()).isEqualTo(at("11:00"));
    assertThat(first.trackedFrom()).isEqualTo(at("11:00"));
    assertThat(first.finalizedUntil()).isEqualTo(at("10:00"));
    assertThat(table.complete("09:00", "10:00")).isFalse();

    table.write(run.reached("12:00"), "12:01");
    assertThat(table.complete("10:00", "11:00")).isFalse();
    assertThat(table.complete("11:00", "12:00")).isTrue();
    assertThat(table.complete("11:00", "13:00")).isFalse();
  }

  @Test
  void theFirstFrontierOfAnEpochFixesItsStart() {
    Reported run = run("r1", "10:00").reached("10:20");
    table.write(run, "10:21");
    table.write(run.reached("12:20"), "12:21");
    // The next run's first frontier is a later one.
    Reported next = run("r2", "12:30").reached("13:30");
    VerdictRow row = table.write(next, "13:31");
    assertThat(row.epoch()).isEqualTo(1);
    assertThat(row.epochFrom()).isEqualTo(at("11:00"));
    assertThat(row.trackedFrom()).isEqualTo(at("11:00"));
    assertThat(table.complete("11:00", "13:00")).isTrue();
  }

  @Test
  void aDeclaredBeginningIsStored() {
    VerdictRow row = table.write(run("r1", "10:00").fromBeginning().reached("10:20"), "10:21");
    assertThat(row.epochFrom()).isEqualTo(Instant.EPOCH);
    assertThat(row.trackedFrom()).isEqualTo(Instant.EPOCH);
    assertThat(table.complete("09:00", "10:00")).isTrue();
  }

  @Test
  void aDeclaredBeginningDoesNotReachIntoAnEpochThatHasBegun() {
    table.write(run("r1", "10:00").reached("10:20"), "10:21");
    VerdictRow row = table.write(run("r2", "11:00").fromBeginning().reached("12:20"), "12:21");
    assertThat(row.epochFrom()).isEqualTo(at("11:00"));
    assertThat(row.trackedFrom()).isEqualTo(at("11:00"));
  }

  @Test
  void aNewLineageWithdrawsTheClaimUntilItHasPassedIt() {
    table.write(run("r1", "10:00").reached("10:20"), "10:21");
    table.write(run("r1", "10:00").reached("14:10"), "14:11");
    assertThat(table.complete("13:00", "14:00")).isTrue();

    Reported next = of("r2", "lineage-2", "file:/checkpoints/orders", "15:00");
    VerdictRow claimed = table.write(next, "15:01");
    assertThat(claimed.epoch()).isEqualTo(2);
    assertThat(claimed.finalizedUntil()).isEqualTo(at("14:00"));
    assertThat(claimed.trackedFrom()).isEqualTo(at("14:00"));
    assertThat(claimed.epochFrom()).isNull();
    assertThat(table.complete("13:00", "14:00")).isFalse();

    VerdictRow rebuilding = table.write(next.reached("11:30"), "15:10");
    assertThat(rebuilding.epochFrom()).isEqualTo(at("12:00"));
    assertThat(rebuilding.trackedFrom()).isEqualTo(at("14:00"));
    assertThat(rebuilding.finalizedUntil()).isEqualTo(at("14:00"));
    assertThat(rebuilding.reasonCode()).isEqualTo("REBUILDING");
    assertThat(rebuilding.reason())
        .isEqualTo(
            "a new lineage has reached 2026-10-01T11:30:00Z and has not yet passed"
                + " 2026-10-01T14:00:00Z, which the lineage before it had claimed");

    table.write(next.reached("13:59"), "15:20");
    assertThat(table.row().trackedFrom()).isEqualTo(at("14:00"));
    VerdictRow passed = table.write(next.reached("14:20"), "15:30");
    assertThat(passed.finalizedUntil()).isEqualTo(at("14:00"));
    assertThat(passed.trackedFrom()).isEqualTo(at("12:00"));
    assertThat(passed.reasonCode()).isNull();
    assertThat(table.complete("12:00", "14:00")).isTrue();
    assertThat(table.complete("11:00", "12:00")).isFalse();
  }

  @Test
  void theFirstPeriodOfARebuildIsWrittenAtOnce() {
    table.write(run("r1", "10:00").reached("14:10"), "14:11");
    Reported next = of("r2", "lineage-2", "file:/checkpoints/orders", "15:00");
    table.write(next, "15:01");
    assertThat(table.urgency(next.reached("11:30"), "15:02")).isEqualTo(Urgency.NOW);
  }

  @Test
  void trustKeepsTheClaimOfAMovedCheckpoint() {
    table.write(run("r1", "10:00").reached("10:20"), "10:21");
    table.write(run("r1", "10:00").reached("14:10").ended("14:30"), "14:31");

    Reported moved = of("r2", "lineage-1", "file:/checkpoints/moved", "15:00").trusting();
    VerdictRow claimed = table.write(moved, "15:01");
    assertThat(claimed.epoch()).isEqualTo(2);
    assertThat(claimed.trackedFrom()).isEqualTo(at("11:00"));
    assertThat(claimed.epochFrom()).isEqualTo(at("11:00"));
    table.write(moved.reached("16:10"), "16:11");
    assertThat(table.complete("11:00", "16:00")).isTrue();
  }

  @Test
  void anEpochThatNeverHadAVerdictLeavesNothingBehind() {
    table.write(run("r1", "10:00"), "10:01");
    Reported next = of("r2", "lineage-2", "file:/checkpoints/orders", "11:00").reached("11:10");
    VerdictRow row = table.write(next, "11:11");
    assertThat(row.epoch()).isEqualTo(2);
    assertThat(row.trackedFrom()).isEqualTo(at("12:00"));
    assertThat(row.epochFrom()).isEqualTo(at("12:00"));
  }

  @Test
  void aRowMadeByHandIsNobodysClaim() {
    table.put(
        VerdictRow.builder(Reported.TABLE)
            .finalizedUntil(at("09:00"))
            .trackedFrom(Instant.EPOCH)
            .build());
    VerdictRow row = table.write(run("r1", "10:00").reached("10:20"), "10:21");
    assertThat(row.epoch()).isEqualTo(1);
    assertThat(row.trackedFrom()).isEqualTo(at("11:00"));
    assertThat(row.finalizedUntil()).isEqualTo(at("10:00"));
    assertThat(table.complete("08:00", "09:00")).isFalse();
  }
}
