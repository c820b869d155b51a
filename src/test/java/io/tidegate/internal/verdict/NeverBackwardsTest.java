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
import static io.tidegate.internal.verdict.Reported.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.verdict.Merged.Urgency;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NeverBackwardsTest {
  private final OneRow table = new OneRow();

  @Test
  void aLowerCandidateLeavesVerdictAndProofAlone() {
    Reported run = run("r1", "10:00").reached("12:10");
    VerdictRow before = table.write(run, "12:11");

    Reported replay = run("r2", "12:30").reached("10:40");
    VerdictRow after = table.write(replay, "12:40");

    assertThat(after.finalizedUntil()).isEqualTo(at("12:00"));
    assertThat(after.frontier()).isEqualTo(before.frontier());
    assertThat(after.batchId()).isEqualTo(before.batchId());
    assertThat(after.endOffset()).isEqualTo(before.endOffset());
    assertThat(after.runId()).isEqualTo("r2");
  }

  @Test
  void proofChangesWithTheVerdictAndNeverOtherwise() {
    Reported run = run("r1", "10:00").reached("12:10");
    VerdictRow first = table.write(run, "12:11");
    VerdictRow samePeriod = table.write(run.reached("12:59"), "12:59");
    assertThat(samePeriod.batchId()).isEqualTo(first.batchId()).isZero();
    assertThat(samePeriod.frontier()).isEqualTo(at("12:10"));

    VerdictRow moved = table.write(run.reached("13:00"), "13:01");
    assertThat(moved.finalizedUntil()).isEqualTo(at("13:00"));
    assertThat(moved.frontier()).isEqualTo(at("13:00"));
    assertThat(moved.batchId()).isEqualTo(2L);
    assertThat(moved.endOffset()).isEqualTo("[{\"commit_ts\":\"2026-10-01T13:00:00Z\"}]");
    assertThat(moved.tableVersion()).isNull();
  }

  @Test
  void aStoredTableVersionGoesWithItsProof() {
    Reported run = run("r1", "10:00").reached("12:10");
    VerdictRow known = table.write(run, "12:11").toBuilder().tableVersion(7L).build();
    table.put(known);
    assertThat(table.write(run.reached("12:40"), "12:41").tableVersion()).isEqualTo(7L);
    assertThat(table.write(run.reached("13:10"), "13:11").tableVersion()).isNull();
  }

  @Test
  void restoredTablesAreCorrectedByTheLiveOwner() {
    Reported run = run("r1", "10:00").reached("11:10");
    VerdictRow old = table.write(run, "11:11");
    table.write(run.reached("14:10"), "14:11");

    table.put(old);
    assertThat(table.urgency(run, "14:12")).isEqualTo(Urgency.NOW);
    VerdictRow again = table.write(run, "14:12");
    assertThat(again.finalizedUntil()).isEqualTo(at("14:00"));
    assertThat(again.frontier()).isEqualTo(at("14:10"));
    assertThat(table.urgency(run, "14:12")).isEqualTo(Urgency.NOTHING);
  }

  @Test
  void aDroppedTableIsFilledAgainByTheLiveOwner() {
    Reported run = run("r1", "10:00").reached("11:10");
    VerdictRow said = table.write(run, "11:11");
    table.put(null);
    assertThat(table.urgency(run, "11:12")).isEqualTo(Urgency.NOW);
    assertThat(table.write(run, "11:12"))
        .isEqualTo(
            said.toBuilder()
                .seenAt(at("11:12"))
                .aliveUntil(at("11:27"))
                .updatedAt(at("11:12"))
                .build());
  }

  @Test
  void everyClaimThatIsGoneIsWrittenAgain() {
    Reported run = run("r1", "10:00").reached("11:10");
    table.write(run, "11:11");
    run.reached("12:10");
    VerdictRow said = table.write(run.rejecting("2026-10-03T00:00:00Z", "12:11"), "12:12");
    for (VerdictRow edited :
        new VerdictRow[] {
          said.toBuilder().finalizedUntil(at("11:00")).build(),
          said.toBuilder().finalizedUntil(null).build(),
          said.toBuilder().trackedFrom(at("2020-01-01T00:00:00Z")).build(),
          said.toBuilder().trackedFrom(null).build(),
          said.toBuilder().epochFrom(at("2020-01-01T00:00:00Z")).build(),
          said.toBuilder().epochFrom(null).build(),
          said.toBuilder().heldValue(null).build(),
          said.toBuilder().heldValue(at("12:30")).build(),
          said.toBuilder().basis("watermark").build(),
          said.toBuilder().epoch(0).build(),
          said.toBuilder().runStartedAt(null).build(),
        }) {
      table.put(edited);
      assertThat(table.urgency(run, "12:13")).as("%s", edited).isEqualTo(Urgency.NOW);
      VerdictRow again = table.write(run, "12:12");
      assertThat(again).as("%s", edited).isEqualTo(said);
    }
  }

  @Test
  void aVerdictRaisedByAnotherLineageIsKeptButNotVouchedFor() {
    Reported run = run("r1", "10:00").reached("11:10");
    VerdictRow said = table.write(run, "11:11");
    assertThat(table.complete("12:00", "13:00")).isFalse();
    // The table was dropped, and another lineage wrote the same epoch number.
    table.put(
        said.toBuilder()
            .finalizedUntil(at("18:00"))
            .trackedFrom(at("06:00"))
            .queryId("lineage-2")
            .checkpoint("file:/checkpoints/other")
            .runId("r9")
            .runStartedAt(at("09:00"))
            .seenAt(at("11:11"))
            .build());
    VerdictRow again = table.write(run, "11:12");
    assertThat(again.finalizedUntil()).isEqualTo(at("18:00"));
    assertThat(again.trackedFrom()).isEqualTo(at("18:00"));
    assertThat(again.queryId()).isEqualTo("lineage-1");
  }

  @Test
  void aVerdictRaisedByALowerOrderIsVouchedForOnceItIsPassed() {
    Reported run = run("r1", "10:00").reached("11:10");
    VerdictRow said = table.write(run, "11:11");
    // An earlier epoch of the same number, still rebuilding when the table was restored.
    table.put(
        said.toBuilder()
            .finalizedUntil(at("14:00"))
            .trackedFrom(at("14:00"))
            .runId("r0")
            .runStartedAt(at("09:00"))
            .seenAt(at("09:10"))
            .build());
    VerdictRow again = table.write(run, "11:12");
    assertThat(again.finalizedUntil()).isEqualTo(at("14:00"));
    assertThat(again.trackedFrom()).isEqualTo(at("14:00"));
    VerdictRow passed = table.write(run.reached("14:10"), "14:11");
    assertThat(passed.finalizedUntil()).isEqualTo(at("14:00"));
    assertThat(passed.trackedFrom()).isEqualTo(at("12:00"));
  }

  @Test
  void aWriteWhoseAnswerWasLostIsNotWrittenAgain() {
    Reported run = run("r1", "10:00");
    table.write(run, "10:01");
    table.writeUnacknowledged(run.reached("12:10"), "12:11");
    assertThat(table.urgency(run, "12:11")).isEqualTo(Urgency.NOTHING);
    assertThat(table.urgency(run.reached("13:10"), "13:11")).isEqualTo(Urgency.NOW);
  }

  @Test
  void aFirstWriteWhoseAnswerWasLostIsKnownByItsRun() {
    Reported run = run("r1", "10:00").reached("12:10");
    VerdictRow written = table.writeUnacknowledged(run, "12:11");
    Merged again = table.merge(run, "12:11");
    assertThat(again).isEqualTo(new Merged.Mine(written, Urgency.NOTHING));
  }

  @Test
  void instantsBeyondTheTableAreCutToWhatItHolds() {
    Reported run = run("r1", "10:00");
    VerdictRow row = table.write(run, "10:01");
    VerdictRow far = row.toBuilder().heldValue(at("+294300-01-01T00:00:00Z")).build();
    assertThat(far.heldValue()).isEqualTo(at("+294247-01-10T04:00:54.775807Z"));
    assertThat(row.toBuilder().frontier(at("12:00").plusNanos(1_999)).build().frontier())
        .isEqualTo(at("12:00").plus(Duration.ofNanos(1_000)));
  }
}
