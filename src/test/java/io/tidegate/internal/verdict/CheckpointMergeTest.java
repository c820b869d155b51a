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

import io.tidegate.api.HoldCode;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.verdict.Merged.Urgency;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What a checkpoint may say of its table where no run is there to say it. */
class CheckpointMergeTest {
  private static final String ORDERS = "file:/checkpoints/orders";
  private static final String OTHER = "file:/checkpoints/other";
  private static final String PROCESS = "boot=b pidns=n pid=1 start=1";

  private final OneRow table = new OneRow();
  private final CheckpointMerge merge =
      new CheckpointMerge(new Ownership(process -> false, OneRow.SKEW), OneRow.HEARTBEAT);

  /** The table's first run, killed after ten o'clock. */
  @BeforeEach
  void lostRun() {
    table.write(run("r1", "08:00").reached("08:20").reached("10:05"), "10:06");
  }

  private CheckpointMerge.Outcome outcome(Reported batch, String now) {
    return merge.merge(table.row(), batch.report(), at(now));
  }

  private Merged.Mine mine(Reported batch, String now) {
    return (Merged.Mine) outcome(batch, now).merged();
  }

  private VerdictRow write(Reported batch, String now) {
    Merged.Mine mine = mine(batch, now);
    assertThat(mine.urgency()).isNotEqualTo(Urgency.NOTHING);
    table.put(mine.row());
    return mine.row();
  }

  /** The newest batch of a checkpoint, when it was planned and how far it had read. */
  private static Reported batch(String lineage, String path, String planned, String frontier) {
    return of("", lineage, path, "12:00").process("").reached(frontier).ended(planned);
  }

  private static Reported own(String planned, String frontier) {
    return batch("lineage-1", ORDERS, planned, frontier);
  }

  @Test
  void anAliveOwnerIsLeftAlone() {
    assertThat(outcome(own("10:10", "11:01"), "10:20").merged())
        .isInstanceOfSatisfying(
            Merged.Blocked.class,
            blocked ->
                assertThat(blocked.why())
                    .contains("query 'orders' with checkpoint " + ORDERS)
                    .contains("it reads the checkpoint itself", "until " + at("10:21")));
    assertThat(outcome(batch("lineage-2", OTHER, "10:19", "11:01"), "10:20").merged())
        .isInstanceOfSatisfying(
            Merged.Blocked.class,
            blocked -> assertThat(blocked.why()).contains("it feeds the table itself"));
  }

  @Test
  void aLostRunsRowMovesAndStaysThatOfALostRun() {
    VerdictRow row = write(own("10:10", "11:01"), "12:00");
    assertThat(row.finalizedUntil()).isEqualTo(at("11:00"));
    assertThat(row.trackedFrom()).isEqualTo(at("09:00"));
    assertThat(row.state()).isEqualTo(VerdictState.ACTIVE);
    assertThat(row.runId()).isEqualTo("r1");
    assertThat(row.process()).isEqualTo(PROCESS);
    assertThat(row.runStartedAt()).isEqualTo(at("08:00"));
    assertThat(row.epoch()).isEqualTo(1);
    assertThat(row.seenAt()).isEqualTo(at("10:10"));
    assertThat(row.aliveUntil()).isEqualTo(at("10:21"));
  }

  @Test
  void theLostRunGoesOnWhereItWakesUpAfterAll() {
    write(own("10:10", "11:01"), "12:00");
    Reported awake = run("r1", "08:00").reached("08:20").reached("12:30");
    assertThat(table.write(awake, "12:31").finalizedUntil()).isEqualTo(at("12:00"));
  }

  @Test
  void whatTheRowSaysAlreadyIsNotWrittenAgain() {
    write(own("10:10", "11:01"), "12:00");
    Merged.Mine again = mine(own("10:10", "11:01"), "12:05");
    assertThat(again.urgency()).isEqualTo(Urgency.NOTHING);
    assertThat(again.row()).isEqualTo(table.row());
    // A later batch of the same period shows that the query is at work.
    assertThat(mine(own("10:14", "11:10"), "12:05").urgency()).isEqualTo(Urgency.NOTHING);
    VerdictRow seen = write(own("10:15", "11:10"), "12:05");
    assertThat(seen.seenAt()).isEqualTo(at("10:15"));
    assertThat(seen.state()).isEqualTo(VerdictState.ACTIVE);
  }

  @Test
  void aVerdictNeverGoesBack() {
    VerdictRow before = table.row();
    Merged.Mine mine = mine(own("10:00", "09:30"), "12:00");
    assertThat(mine.row().finalizedUntil()).isEqualTo(before.finalizedUntil());
    assertThat(mine.row().trackedFrom()).isEqualTo(before.trackedFrom());
  }

  @Test
  void aFailureStandsUntilABatchWasPlannedAfterIt() {
    table.write(run("r1", "08:00").reached("08:20").failed("10:30", "broken"), "10:31");
    VerdictRow row = write(own("10:29", "11:01"), "12:00");
    assertThat(row.finalizedUntil()).isEqualTo(at("11:00"));
    assertThat(row.state()).isEqualTo(VerdictState.FAILED);
    assertThat(row.reason()).isEqualTo("broken");
    assertThat(row.heldSince()).isEqualTo(at("10:30"));

    VerdictRow later = write(own("10:31", "11:02"), "12:00");
    assertThat(later.state()).isEqualTo(VerdictState.ENDED);
    assertThat(later.reasonCode()).isNull();
    assertThat(later.runId()).isNull();
    assertThat(later.process()).isNull();
    assertThat(later.seenAt()).isEqualTo(at("10:31"));
  }

  @Test
  void aRefusalStandsUntilABatchWasPlannedAfterIt() {
    VerdictMerge refusing =
        new VerdictMerge(new Ownership(process -> true, OneRow.SKEW), OneRow.HEARTBEAT);
    Refusal refusal =
        new Refusal(
            "orders",
            Reported.TABLE,
            ORDERS,
            "lineage-1",
            "three attempts banked nothing",
            at("11:00"));
    VerdictMerge.Stopped.Row stopped =
        (VerdictMerge.Stopped.Row) refusing.stopped(table.row(), refusal, at("11:00"));
    table.put(stopped.row());
    VerdictRow row = write(own("10:10", "11:01"), "12:00");
    assertThat(row.finalizedUntil()).isEqualTo(at("11:00"));
    assertThat(row.state()).isEqualTo(VerdictState.STOPPED);
    assertThat(row.reasonCode()).isEqualTo("REFUSED");
    assertThat(write(own("11:01", "12:01"), "12:00").state()).isEqualTo(VerdictState.ENDED);
  }

  @Test
  void noStartIsFencedByARowThatNoRunHasWritten() {
    table.put(null);
    VerdictRow row =
        ((Merged.Mine) merge.merge(null, own("11:50", "11:40").report(), at("12:00")).merged())
            .row();
    assertThat(row.state()).isEqualTo(VerdictState.ENDED);
    assertThat(row.runStartedAt()).isNull();
    assertThat(row.runId()).isNull();
    assertThat(row.process()).isNull();
    assertThat(row.epoch()).isEqualTo(1);
    assertThat(row.seenAt()).isEqualTo(at("11:50"));
    assertThat(row.aliveUntil()).isEqualTo(at("11:50"));
    assertThat(row.trackedFrom()).isEqualTo(at("12:00"));
    table.put(row);
    // It started long before the command ran, and could not write until now.
    VerdictRow taken = table.write(run("r0", "06:00").reached("13:01"), "13:02");
    assertThat(taken.runId()).isEqualTo("r0");
    assertThat(taken.epoch()).isEqualTo(1);
    assertThat(taken.trackedFrom()).isEqualTo(at("12:00"));
    assertThat(taken.finalizedUntil()).isEqualTo(at("13:00"));
  }

  @Test
  void anotherLineageTakesOverAsAtAStart() {
    Reported other = batch("lineage-2", OTHER, "11:00", "08:30");
    CheckpointMerge.Outcome outcome = outcome(other, "12:00");
    VerdictRow row = write(other, "12:00");
    assertThat(row.epoch()).isEqualTo(2);
    assertThat(row.trackedFrom()).isEqualTo(row.finalizedUntil()).isEqualTo(at("10:00"));
    assertThat(row.epochFrom()).isEqualTo(at("09:00"));
    assertThat(row.checkpoint()).isEqualTo(OTHER);
    assertThat(row.state()).isEqualTo(VerdictState.ENDED);
    assertThat(row.reasonCode()).isEqualTo("REBUILDING");
    assertThat(outcome.hold()).isNotNull();
    assertThat(outcome.hold().code()).isEqualTo(HoldCode.REBUILDING);
    // The lineage's own run follows in the same epoch, whenever it started.
    assertThat(table.write(of("r9", "lineage-2", OTHER, "07:00"), "12:01").epoch()).isEqualTo(2);
  }

  @Test
  void aTrustedClaimIsKept() {
    VerdictRow row = write(batch("lineage-2", OTHER, "11:00", "11:30").trusting(), "12:00");
    assertThat(row.epoch()).isEqualTo(2);
    assertThat(row.trackedFrom()).isEqualTo(at("09:00"));
    assertThat(row.finalizedUntil()).isEqualTo(at("11:00"));
  }

  @Test
  void aCheckpointThatWasLeftBehindTakesNothingOver() {
    Reported older = batch("lineage-0", OTHER, "10:05", "11:30");
    assertThat(outcome(older, "12:00").merged())
        .isInstanceOfSatisfying(
            Merged.Superseded.class,
            superseded ->
                assertThat(superseded.why())
                    .contains("was alive at " + at("10:06"), "no later than that"));
    // At the same path the old checkpoint is gone, whatever was last seen of it.
    assertThat(write(batch("lineage-2", ORDERS, "10:05", "11:30"), "12:00").epoch()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = HoldCode.class,
      names = {"STATEFUL", "LAG_NEEDED", "UNSUPPORTED_TRIGGER"})
  void whatARunSawInThePlanIsNotDeclaredAway(HoldCode code) {
    table.write(run("r1", "08:00").held(code, "as the plan says", "10:07"), "10:07");
    CheckpointMerge.Outcome outcome = outcome(own("10:10", "11:01"), "12:00");
    assertThat(((Merged.Mine) outcome.merged()).urgency()).isEqualTo(Urgency.NOTHING);
    assertThat(outcome.hold()).isNotNull();
    assertThat(outcome.hold().code()).isEqualTo(code);
    assertThat(outcome.hold().reason()).contains("knew its plan", "as the plan says");
  }

  @ParameterizedTest
  @EnumSource(
      value = HoldCode.class,
      names = {"UNKNOWN_PLAN", "CHECKPOINT_UNREADABLE"})
  void whatARunDidNotKnowMayBeDeclared(HoldCode code) {
    table.write(run("r1", "08:00").held(code, "not known", "10:07"), "10:07");
    VerdictRow row = write(own("10:10", "11:01"), "12:00");
    assertThat(row.finalizedUntil()).isEqualTo(at("11:00"));
    assertThat(row.reasonCode()).isNull();
  }

  @ParameterizedTest
  @EnumSource(
      value = HoldCode.class,
      names = {"FUTURE"},
      mode = Mode.INCLUDE)
  void aRejectedTimeTaintsTheRow(HoldCode code) {
    Reported rejecting =
        of("", "lineage-1", ORDERS, "12:00").rejecting("18:00", "12:00").ended("11:00");
    VerdictRow row = write(rejecting, "12:00");
    assertThat(row.heldValue()).isEqualTo(at("18:00"));
    assertThat(row.reasonCode()).isEqualTo(code.name());
    assertThat(mine(own("11:10", "11:05"), "12:01").row().finalizedUntil()).isEqualTo(at("10:00"));
  }

  @Test
  void aHoldAloneDoesNotReplaceWhatTheRunSaid() {
    Reported held =
        of("", "lineage-1", ORDERS, "12:00")
            .held(HoldCode.NO_FIELD, "no such field", "12:00")
            .ended("10:06");
    CheckpointMerge.Outcome outcome = outcome(held, "12:00");
    assertThat(((Merged.Mine) outcome.merged()).urgency()).isEqualTo(Urgency.NOTHING);
    assertThat(outcome.hold()).isNotNull();
    assertThat(outcome.hold().code()).isEqualTo(HoldCode.NO_FIELD);
  }

  @Test
  void aBatchFromAClockAheadMakesNobodyAlive() {
    VerdictRow row = write(own("13:00", "11:01"), "12:00");
    assertThat(row.seenAt()).isEqualTo(at("12:00"));
    assertThat(row.aliveUntil()).isEqualTo(at("12:00"));
    assertThat(Duration.between(at("12:00"), row.updatedAt())).isZero();
  }
}
