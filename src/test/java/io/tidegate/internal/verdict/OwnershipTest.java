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
import org.junit.jupiter.api.Test;

class OwnershipTest {
  private static final String OTHER = "file:/checkpoints/other";
  private static final String SAME = "file:/checkpoints/orders";

  private final OneRow table = new OneRow();

  @Test
  void aMissingRowIsClaimedAtOnce() {
    Reported run = run("r1", "10:00");
    assertThat(table.urgency(run, "10:01")).isEqualTo(Urgency.NOW);
    VerdictRow row = table.write(run, "10:01");
    assertThat(row.epoch()).isEqualTo(1);
    assertThat(row.state()).isEqualTo(VerdictState.ACTIVE);
    assertThat(row.queryName()).isEqualTo("orders");
    assertThat(row.queryId()).isEqualTo("lineage-1");
    assertThat(row.checkpoint()).isEqualTo(SAME);
    assertThat(row.runId()).isEqualTo("r1");
    assertThat(row.runStartedAt()).isEqualTo(at("10:00"));
    assertThat(row.process()).isEqualTo("boot=b pidns=n pid=1 start=1");
    assertThat(row.seenAt()).isEqualTo(at("10:01"));
    assertThat(row.aliveUntil()).isEqualTo(at("10:16"));
    assertThat(row.updatedAt()).isEqualTo(at("10:01"));
  }

  @Test
  void theSameLineageTakesOverInTheSameEpochWithItsFirstWrite() {
    table.write(run("r1", "10:00").reached("10:20").ended("10:30"), "10:31");
    Reported next = run("r2", "10:33");
    assertThat(table.urgency(next, "10:34")).isEqualTo(Urgency.NOTHING);
    VerdictRow row = table.write(next.reached("11:10"), "11:11");
    assertThat(row.epoch()).isEqualTo(1);
    assertThat(row.runId()).isEqualTo("r2");
    assertThat(row.runStartedAt()).isEqualTo(at("10:33"));
  }

  @Test
  void aFailedOrStoppedRowIsTakenOverAtOnce() {
    Reported failed = run("r1", "10:00").failed("10:30", "broken");
    table.write(failed, "10:31");
    assertThat(table.urgency(run("r2", "10:33"), "10:34")).isEqualTo(Urgency.NOW);
    table.put(table.row().toBuilder().state(VerdictState.STOPPED).build());
    assertThat(table.urgency(run("r2", "10:33"), "10:34")).isEqualTo(Urgency.NOW);
    VerdictRow row = table.write(run("r2", "10:33"), "10:34");
    assertThat(row.state()).isEqualTo(VerdictState.ACTIVE);
    assertThat(row.reasonCode()).isNull();
    assertThat(row.reason()).isNull();
    assertThat(row.heldSince()).isNull();
  }

  @Test
  void anotherLineageAtTheSamePathTakesOverAtOnceFromALiveOwner() {
    table.write(run("r1", "10:00"), "10:01");
    Reported next = of("r2", "lineage-2", SAME, "10:02");
    assertThat(table.urgency(next, "10:03")).isEqualTo(Urgency.NOW);
    assertThat(table.write(next, "10:03").epoch()).isEqualTo(2);
    assertThat(table.merge(run("r1", "10:00").reached("10:05"), "10:06"))
        .isInstanceOf(Merged.Superseded.class);
  }

  @Test
  void aRunThatSurvivesItsSuccessorTakesTheRowBack() {
    Reported survivor = run("r1", "08:00").reached("09:10").triggered("10:29");
    table.write(survivor, "09:11");
    Reported successor = run("r2", "10:00");
    table.write(successor.reached("10:20"), "10:21");
    assertThat(table.merge(survivor, "10:30")).isInstanceOf(Merged.Superseded.class);
    table.write(successor.gaveWay("10:30"), "10:31");

    // A driver that has only just woken up has not begun a trigger since.
    assertThat(table.merge(survivor, "10:32")).isInstanceOf(Merged.Superseded.class);
    survivor.triggered("10:33");
    assertThat(table.urgency(survivor, "10:33")).isEqualTo(Urgency.NOW);
    VerdictRow row = table.write(survivor.reached("11:05"), "11:06");

    assertThat(row.state()).isEqualTo(VerdictState.ACTIVE);
    assertThat(row.epoch()).isEqualTo(1);
    assertThat(row.runId()).isEqualTo("r1");
    assertThat(row.finalizedUntil()).isEqualTo(at("11:00"));
    assertThat(row.runStartedAt()).isAfter(at("10:00"));
    assertThat(table.merge(successor, "11:07")).isInstanceOf(Merged.Superseded.class);
  }

  @Test
  void aRunThatHasNeverOwnedTheRowSurvivesToo() {
    Reported survivor = run("r1", "08:00").reached("09:10");
    table.write(run("r2", "10:00").reached("10:20").failed("10:30", "broken"), "10:31");
    assertThat(table.merge(survivor, "10:32")).isInstanceOf(Merged.Blocked.class);

    table.write(survivor.triggered("10:33"), "10:33");
    assertThat(table.row().runId()).isEqualTo("r1");
  }

  @Test
  void anotherPathWaitsForALiveOwner() {
    table.write(run("r1", "10:00"), "10:01");
    Reported newcomer = of("r2", "lineage-2", OTHER, "10:02");
    assertThat(table.merge(newcomer, "10:15"))
        .isEqualTo(
            new Merged.Blocked(
                HoldCode.CONFLICT,
                "query 'orders' with checkpoint file:/checkpoints/orders feeds this table and was"
                    + " alive at 2026-10-01T10:01:00Z; query 'orders' with checkpoint"
                    + " file:/checkpoints/other waits until it has ended or has not been seen until"
                    + " 2026-10-01T10:16:00Z"));
    // Three heartbeats after it was last seen it is not alive any more.
    VerdictRow row = table.write(newcomer, "10:16");
    assertThat(row.epoch()).isEqualTo(2);
    assertThat(row.checkpoint()).isEqualTo(OTHER);
  }

  @Test
  void aProcessThatIsKnownToBeGoneIsNotWaitedFor() {
    table.write(run("r1", "10:00").process("p1"), "10:01");
    table.gone("p1");
    assertThat(table.write(of("r2", "lineage-2", OTHER, "10:02"), "10:03").epoch()).isEqualTo(2);
  }

  @Test
  void anEndedOrFailedOwnerIsNotWaitedFor() {
    for (VerdictState state : new VerdictState[] {VerdictState.ENDED, VerdictState.FAILED}) {
      OneRow other = new OneRow();
      VerdictRow row = other.write(run("r1", "10:00"), "10:01");
      other.put(row.toBuilder().state(state).build());
      assertThat(other.write(of("r2", "lineage-2", OTHER, "10:02"), "10:03").epoch()).isEqualTo(2);
    }
  }

  @Test
  void aStateOfALaterVersionIsTakenForAlive() {
    VerdictRow row = table.write(run("r1", "10:00"), "10:01");
    table.put(row.toBuilder().state(null).process(null).build());
    assertThat(table.merge(of("r2", "lineage-2", OTHER, "10:02"), "10:03"))
        .isInstanceOf(Merged.Blocked.class);
  }

  @Test
  void theSameIdAtAnotherPathIsAnotherLineage() {
    table.write(run("r1", "10:00").ended("10:30"), "10:31");
    Reported copied = of("r2", "lineage-1", OTHER, "11:00");
    assertThat(table.write(copied, "11:01").epoch()).isEqualTo(2);
  }

  @Test
  void startsStayInOrderWhenTheClockHasGoneBack() {
    table.write(run("r1", "10:00").ended("10:02"), "10:03");
    VerdictRow row = table.write(run("r2", "09:58").reached("10:10"), "10:11");
    assertThat(row.runStartedAt()).isEqualTo(at("10:00").plusNanos(1_000));
    assertThat(table.write(run("r3", "10:30").reached("11:10"), "11:11").runStartedAt())
        .isEqualTo(at("10:30"));
  }

  @Test
  void aMuchOlderRunOfTheSameLineageIsFenced() {
    table.write(run("r2", "10:10").ended("10:20"), "10:21");
    assertThat(table.merge(run("r1", "10:04").reached("11:00"), "11:01"))
        .isEqualTo(
            new Merged.Blocked(
                HoldCode.FENCED,
                "run r2 of the same lineage started at 2026-10-01T10:10:00Z, after this run"
                    + " (2026-10-01T10:04:00Z), and owns the row"));
    // Exactly the tolerated difference is not more than it.
    assertThat(table.merge(run("r1", "10:05").reached("11:00"), "11:01"))
        .isInstanceOf(Merged.Mine.class);
  }

  @Test
  void aLateFailureOfAnOlderRunLeavesItsLiveSuccessorAlone() {
    table.write(run("r2", "10:02").reached("10:20"), "10:21");
    Reported late = run("r1", "10:00").failed("10:01", "broken");
    assertThat(table.merge(late, "10:22"))
        .isEqualTo(
            new Merged.Blocked(
                HoldCode.FENCED,
                "run r2 of the same lineage started at 2026-10-01T10:02:00Z, after this run"
                    + " (2026-10-01T10:00:00Z), and owns the row"));
    // Nor when the successor has ended meanwhile.
    table.write(run("r2", "10:02").reached("10:20").ended("10:30"), "10:31");
    assertThat(table.merge(late, "10:32")).isInstanceOf(Merged.Blocked.class);
  }

  @Test
  void anOlderRunWithinTheToleranceWaitsForAsLongAsTheNewerOneIsAlive() {
    table.write(run("r2", "10:02").reached("10:20"), "10:21");
    Reported older = run("r1", "10:00").reached("11:10");
    assertThat(table.merge(older, "10:35")).isInstanceOf(Merged.Blocked.class);
    // It may be the newer one after all, by another driver's clock.
    VerdictRow row = table.write(older, "10:36");
    assertThat(row.runStartedAt()).isEqualTo(at("10:02").plusNanos(1_000));
    assertThat(row.finalizedUntil()).isEqualTo(at("11:00"));
  }

  @Test
  void aRunOfAReplacedCheckpointIsFencedWhileItsSuccessorLives() {
    table.write(of("r2", "lineage-2", SAME, "10:02"), "10:04");
    Reported zombie = of("r1", "lineage-1", SAME, "10:01").reached("10:05");
    assertThat(table.merge(zombie, "10:06"))
        .isEqualTo(
            new Merged.Blocked(
                HoldCode.FENCED,
                "run r2 of the lineage that has replaced this one at file:/checkpoints/orders"
                    + " started at 2026-10-01T10:02:00Z, after this run (2026-10-01T10:01:00Z), and"
                    + " owns the row"));
  }

  @Test
  void aNewCheckpointTakesOverThoughItsDriversClockIsALittleBehind() {
    table.write(of("r1", "lineage-1", SAME, "10:02").ended("10:03"), "10:04");
    assertThat(table.merge(of("r2", "lineage-2", SAME, "10:01").reached("10:05"), "10:06"))
        .isInstanceOfSatisfying(
            Merged.Mine.class, mine -> assertThat(mine.row().epoch()).isEqualTo(2));
  }

  @Test
  void aShortRunKeepsWhatItProvedThoughTheLastOwnersClockWasAhead() {
    table.write(run("r1", "10:00").reached("09:20").ended("10:04"), "10:04");
    assertThat(table.merge(run("r2", "10:01").reached("10:20").ended("10:02"), "10:03"))
        .isInstanceOfSatisfying(
            Merged.Mine.class,
            mine -> assertThat(mine.row().finalizedUntil()).isEqualTo("2026-10-01T10:00:00Z"));
  }

  @Test
  void aRunThatHadEndedBeforeTheOwnerWasSeenDoesNotTakeItsRow() {
    table.write(of("r2", "lineage-2", OTHER, "10:02"), "10:10");
    Reported late = run("r1", "10:00").failed("10:05", "broken");
    // The owner is not alive any more, and still the newer one.
    assertThat(table.merge(late, "11:00"))
        .isEqualTo(
            new Merged.Superseded(
                "query 'orders' with checkpoint file:/checkpoints/other owns the row and was alive"
                    + " at 2026-10-01T10:10:00Z, when this run had ended"));
    assertThat(table.merge(run("r1", "10:00").failed("10:11", "broken"), "11:00"))
        .isInstanceOf(Merged.Mine.class);
  }

  @Test
  void theOwnerKeepsItsRowWhenBothHaveEndedAtOnce() {
    Reported owner = of("r2", "lineage-2", OTHER, "10:02").reached("10:20");
    table.write(owner, "10:10");
    table.write(owner.ended("10:30"), "10:31");
    assertThat(table.merge(run("r1", "10:05").reached("12:20").ended("10:30"), "10:31"))
        .isInstanceOf(Merged.Superseded.class);
    assertThat(table.merge(run("r1", "10:05").reached("12:20").ended("10:31"), "10:31"))
        .isInstanceOf(Merged.Mine.class);
  }

  @Test
  void aSecondRunThatGaveWayLeavesTheRowToTheOneThatGoesOn() {
    table.write(run("r1", "10:00").reached("10:20"), "10:21");
    Reported second = run("r2", "10:22").gaveWay("10:23");
    assertThat(table.merge(second, "10:23"))
        .isEqualTo(
            new Merged.Superseded(
                "run r1 of the same lineage was alive at 2026-10-01T10:21:00Z, and this run ended"
                    + " because of it"));
    // Where nobody goes on, it is a failure like any other.
    assertThat(table.merge(second, "11:00"))
        .isInstanceOfSatisfying(
            Merged.Mine.class,
            mine -> assertThat(mine.row().state()).isEqualTo(VerdictState.FAILED));
  }

  @Test
  void anOldRunDropsItsWritesOnceANewerOneOwnsTheRow() {
    Reported old = run("r1", "10:00").reached("10:20");
    table.write(old, "10:21");
    table.write(run("r2", "10:40").reached("11:10"), "11:11");
    VerdictRow owned = table.row();
    assertThat(table.merge(old.failed("11:20", "broken"), "11:21"))
        .isEqualTo(
            new Merged.Superseded(
                "run r2 of the lineage at file:/checkpoints/orders has taken over sales.orders"
                    + " (epoch 1, started 2026-10-01T10:40:00Z)"));
    assertThat(table.row()).isSameAs(owned);
  }

  @Test
  void anOldEpochDropsItsWritesWhateverItsStart() {
    Reported old = run("r1", "10:00").reached("10:20");
    VerdictRow mine = table.write(old, "10:21");
    table.put(mine.toBuilder().epoch(2).runId("r2").runStartedAt(at("09:00")).build());
    assertThat(table.merge(old, "10:22")).isInstanceOf(Merged.Superseded.class);
    // And the same order of another run is no less a loss.
    table.put(mine.toBuilder().runId("r2").build());
    assertThat(table.merge(old, "10:22")).isInstanceOf(Merged.Superseded.class);
  }

  @Test
  void inADroppedTableALaterStartAtThePathIsTheNewerRun() {
    table.write(of("r0", "lineage-0", OTHER, "09:00").ended("09:10"), "09:11");
    Reported old = run("r1", "10:00").reached("10:20");
    assertThat(table.write(old, "10:21").epoch()).isEqualTo(2);
    table.put(null);
    assertThat(table.write(of("r2", "lineage-2", SAME, "10:30"), "10:31").epoch()).isEqualTo(1);
    assertThat(table.merge(old, "10:32")).isInstanceOf(Merged.Superseded.class);
  }

  @Test
  void aRunThatHasEndedDoesNotPutItsRowBackOverALaterOwner() {
    Reported old = run("r1", "10:00").reached("10:20");
    table.write(old.ended("10:30"), "10:31");
    Reported other = of("r2", "lineage-2", OTHER, "09:00").reached("10:40");
    table.put(null);
    table.write(other, "10:41");
    assertThat(table.merge(old, "10:42")).isInstanceOf(Merged.Superseded.class);
    // A live one does.
    OneRow live = new OneRow();
    Reported alive = run("r1", "10:00").reached("10:20");
    live.write(alive, "10:21");
    live.put(null);
    live.write(other, "10:41");
    assertThat(live.urgency(alive, "10:42")).isEqualTo(Urgency.NOW);
    assertThat(live.write(alive, "10:42").runId()).isEqualTo("r1");
  }

  @Test
  void theToleranceIsTheConfiguredOne() {
    Ownership strict = new Ownership(process -> false, Duration.ZERO);
    VerdictRow row = table.write(run("r2", "10:10").ended("10:20"), "10:21");
    RunReport older = run("r1", "10:09").reached("11:00").report();
    assertThat(strict.claim(row, older, at("11:01"))).isInstanceOf(Ownership.Claim.Refused.class);
  }
}
