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
import org.junit.jupiter.api.Test;

class TaintTest {
  private static final String FUTURE = "2026-10-03T00:00:00Z";

  private final OneRow table = new OneRow();

  @Test
  void aRejectedValueIsStoredAtOnceAndTheVerdictBeforeItStays() {
    Reported run = run("r1", "10:00").reached("12:10");
    run.rejecting(FUTURE, "12:20");
    assertThat(table.urgency(run, "12:21")).isEqualTo(Urgency.NOW);
    VerdictRow row = table.write(run, "12:21");
    assertThat(row.heldValue()).isEqualTo(at(FUTURE));
    assertThat(row.finalizedUntil()).isEqualTo(at("12:00"));
    assertThat(row.reasonCode()).isEqualTo("FUTURE");
    assertThat(row.reason()).isEqualTo("the frontier 2026-10-03T00:00:00Z is rejected");
    assertThat(row.heldSince()).isEqualTo(at("12:20"));
    assertThat(table.urgency(run, "12:21")).isEqualTo(Urgency.NOTHING);
  }

  @Test
  void theNextRunAcceptsNothingUntilItIsPassed() {
    table.write(run("r1", "10:00").reached("12:10"), "12:11");
    table.write(run("r1", "10:00").reached("12:10").rejecting(FUTURE, "12:20"), "12:21");

    Reported next = run("r2", "13:00").reached("14:10");
    VerdictRow held = table.write(next, "14:11");
    assertThat(held.finalizedUntil()).isEqualTo(at("12:00"));
    assertThat(held.heldValue()).isEqualTo(at(FUTURE));
    assertThat(held.reasonCode()).isEqualTo("FUTURE");
    table.put(held.toBuilder().reasonCode(null).build());
    assertThat(table.write(next, "14:11").reason())
        .isEqualTo(
            "the frontier 2026-10-01T14:10:00Z has not passed 2026-10-03T00:00:00Z, which was"
                + " rejected as lying in the future");

    // The value itself is not beyond it.
    table.write(next.reached(at(FUTURE), at(FUTURE)), FUTURE);
    assertThat(table.row().finalizedUntil()).isEqualTo(at("12:00"));
    VerdictRow passed = table.write(next.reached(at(FUTURE).plusNanos(1_000), at(FUTURE)), FUTURE);
    assertThat(passed.finalizedUntil()).isEqualTo(at(FUTURE));
    assertThat(passed.heldValue()).isNull();
    assertThat(passed.reasonCode()).isNull();
  }

  @Test
  void aStoredRejectionThatIsGoneIsWrittenAgainByARunThatNeverSawTheValue() {
    table.write(run("r1", "10:00").reached("12:10"), "12:11");
    table.write(run("r1", "10:00").reached("12:10").rejecting(FUTURE, "12:20"), "12:21");
    Reported next = run("r2", "13:00").reached("14:10");
    VerdictRow held = table.write(next, "14:11");

    table.put(held.toBuilder().heldValue(null).build());
    assertThat(table.urgency(next, "14:11")).isEqualTo(Urgency.NOW);
    assertThat(table.write(next, "14:11")).isEqualTo(held);
  }

  @Test
  void itIsTheRawFrontierThatMustPass() {
    table.write(run("r1", "10:00").reached("12:10"), "12:11");
    table.write(run("r1", "10:00").reached("12:10").rejecting("13:30", "12:20"), "12:21");
    Reported next = run("r2", "13:00").reached(at("14:10"), at("13:10"));
    assertThat(table.write(next, "14:11").finalizedUntil()).isEqualTo(at("13:00"));
  }

  @Test
  void theGreatestRejectedValueStands() {
    table.write(run("r1", "10:00").rejecting(FUTURE, "12:20"), "12:21");
    table.write(run("r2", "12:30").rejecting("2026-10-02T00:00:00Z", "12:40"), "12:41");
    assertThat(table.row().heldValue()).isEqualTo(at(FUTURE));
    table.write(run("r3", "12:50").rejecting("2026-10-04T00:00:00Z", "13:00"), "13:01");
    assertThat(table.row().heldValue()).isEqualTo(at("2026-10-04T00:00:00Z"));
  }

  @Test
  void aRejectedValueThatGrowsWithEveryBatchCostsNoCommitEach() {
    Reported run = run("r1", "10:00").rejecting(FUTURE, "12:20");
    table.write(run, "12:21");
    run.rejecting("2026-10-03T00:01:00Z", "12:20");
    assertThat(table.urgency(run, "12:22")).isEqualTo(Urgency.HOLD);
    assertThat(table.urgency(run, "12:26")).isEqualTo(Urgency.HEARTBEAT);
    assertThat(table.write(run, "12:26").heldValue()).isEqualTo(at("2026-10-03T00:01:00Z"));
  }

  @Test
  void aTaintedFrontierDoesNotFixTheStartOfTheEpoch() {
    table.write(run("r1", "10:00").rejecting(FUTURE, "12:20"), "12:21");
    VerdictRow row = table.write(run("r2", "13:00").reached("14:10"), "14:11");
    assertThat(row.epochFrom()).isNull();
    assertThat(row.trackedFrom()).isNull();
    assertThat(row.finalizedUntil()).isNull();
  }

  @Test
  void anotherBasisOrAnotherEpochClearsIt() {
    table.write(run("r1", "10:00").reached("12:10"), "12:11");
    table.write(run("r1", "10:00").reached("12:10").rejecting(FUTURE, "12:20"), "12:21");
    VerdictRow tainted = table.row();

    Reported otherZone =
        run("r2", "13:00").basis("offset(field=commit_ts, zone=UTC)").reached("14:10");
    VerdictRow row = table.write(otherZone, "14:11");
    assertThat(row.finalizedUntil()).isEqualTo(at("14:00"));
    assertThat(row.heldValue()).isNull();
    assertThat(row.basis()).isEqualTo("offset(field=commit_ts, zone=UTC)");

    table.put(tainted);
    Reported other = of("r3", "lineage-2", "file:/checkpoints/orders", "13:00").reached("14:10");
    row = table.write(other, "14:11");
    assertThat(row.finalizedUntil()).isEqualTo(at("14:00"));
    assertThat(row.heldValue()).isNull();
  }

  @Test
  void aRejectionUnderAnotherBasisIsKeptUnderThatBasis() {
    table.write(run("r1", "10:00").reached("12:10"), "12:11");
    Reported other = run("r2", "13:00").basis("watermark").rejecting(FUTURE, "13:10");
    assertThat(table.urgency(other, "13:11")).isEqualTo(Urgency.NOW);
    VerdictRow row = table.write(other, "13:11");
    assertThat(row.heldValue()).isEqualTo(at(FUTURE));
    assertThat(row.basis()).isEqualTo("watermark");
    assertThat(table.urgency(other, "13:11")).isEqualTo(Urgency.NOTHING);
    Reported next = run("r3", "13:30").basis("watermark").reached("14:10");
    assertThat(table.write(next, "14:11").finalizedUntil()).isEqualTo(at("12:00"));
  }

  @Test
  void aNewEpochOfTheRunThatRejectedItKeepsItsOwnRejection() {
    table.write(run("r1", "10:00").reached("12:10"), "12:11");
    Reported other =
        of("r2", "lineage-2", "file:/checkpoints/orders", "13:00").rejecting(FUTURE, "13:10");
    assertThat(table.write(other, "13:11").heldValue()).isEqualTo(at(FUTURE));
  }
}
