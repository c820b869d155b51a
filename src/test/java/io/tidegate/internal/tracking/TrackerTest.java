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
package io.tidegate.internal.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.FrontierRule;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.settings.QuerySettings.StartsAt;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TrackerTest {
  private final Rig rig = new Rig(Entries.offset("orders", "t"));

  @Test
  void anotherRunsProgressAndTerminationAreIgnored() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "09:30");
    FakeQuery other = rig.query("other");
    Progress progress = rig.commits(other, "11:30");
    int reads = rig.checkpoints.reads();

    rig.arrives(progress);
    rig.tracker.terminated(other.runId, "its own error");
    rig.pass();

    assertThat(rig.finalUntil("t")).isEqualTo("09:00");
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ACTIVE);
    assertThat(rig.checkpoints.reads()).isEqualTo(reads);
    assertThat(rig.store.rows()).containsOnlyKeys("t");
  }

  @Test
  void anEndOffsetInTheSamePeriodReadsNoCheckpointAndWritesNothing() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "09:10");
    int reads = rig.checkpoints.reads();
    int commits = rig.store.commits();

    rig.batch(query, "09:59");

    assertThat(rig.checkpoints.reads()).isEqualTo(reads);
    assertThat(rig.store.commits()).isEqualTo(commits);
  }

  @Test
  void nothingIsWrittenWhileTheCandidateStaysInItsPeriod() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "09:00");
    int reads = rig.checkpoints.reads();
    int commits = rig.store.commits();
    int tableReads = rig.store.reads();

    for (int i = 0; i < 1_000; i++) {
      rig.arrives(rig.commits(query, Rig.offset(Rig.at("09:00").plusSeconds(i)), null));
      rig.time.advance(Duration.ofMillis(250));
      rig.pass();
    }

    assertThat(rig.checkpoints.reads()).isEqualTo(reads);
    assertThat(rig.store.commits()).isEqualTo(commits);
    assertThat(rig.store.reads()).isEqualTo(tableReads);
  }

  @Test
  void theNewestProgressWinsAndOverwrittenOnesAreCounted() {
    FakeQuery query = rig.started("orders");
    rig.pass();
    rig.arrives(rig.commits(query, "08:30"));
    rig.arrives(rig.commits(query, "09:30"));
    rig.arrives(rig.commits(query, "10:30"));
    int commits = rig.store.commits();

    rig.pass();

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
    assertThat(rig.row("t").batchId()).isEqualTo(2);
    assertThat(rig.store.commits()).isEqualTo(commits + 1);
    assertThat(rig.metrics.slotsOverwritten()).isEqualTo(2);
  }

  @Test
  void oneCommitCarriesEverythingThatMoved() {
    Rig three =
        new Rig(Entries.offset("a", "ta"), Entries.offset("b", "tb"), Entries.offset("c", "tc"));
    FakeQuery a = three.started("a");
    FakeQuery b = three.started("b");
    FakeQuery c = three.started("c");
    three.pass();
    assertThat(three.store.commits()).isEqualTo(1);

    three.arrives(three.commits(a, "09:30"));
    three.arrives(three.commits(b, "10:30"));
    three.arrives(three.commits(c, "11:30"));
    three.pass();

    assertThat(three.store.commits()).isEqualTo(2);
    assertThat(three.finalUntil("ta")).isEqualTo("09:00");
    assertThat(three.finalUntil("tb")).isEqualTo("10:00");
    assertThat(three.finalUntil("tc")).isEqualTo("11:00");
  }

  @Test
  void aCommitWaitsForOtherReadsButNotForEver() {
    Rig two = new Rig(Entries.offset("a", "ta"), Entries.offset("b", "tb"));
    FakeQuery a = two.started("a");
    FakeQuery b = two.started("b");
    two.pass();
    two.batch(b, "09:30");
    two.arrives(two.commits(a, "09:30"));
    two.reads.hold(true);
    two.pass();
    two.reads.letOneGo();

    // b keeps some read in flight, each of them young.
    for (int minute = 0; minute < 8; minute++) {
      two.arrives(two.commits(b, (minute + 10) + ":30"));
      two.time.advance(Duration.ofMillis(50));
      two.pass();
      two.reads.letOneGo();
    }

    assertThat(two.finalUntil("ta")).isEqualTo("09:00");
  }

  @Test
  void aDroppedProgressEventIsCoveredByTheQueryItself() {
    FakeQuery query = rig.started("orders");
    rig.pass();
    rig.commits(query, "10:30");

    rig.passes(Tracker.ASK_QUERIES_EVERY);

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aDroppedTerminationIsCoveredByTheKeptQuery() {
    FakeQuery query = rig.started("orders");
    rig.pass();
    query.fail("java.lang.IllegalStateException: boom");

    rig.pass();

    assertThat(rig.row("t").state()).isEqualTo(VerdictState.FAILED);
  }

  @Test
  void aFailureIsWrittenAtOnceWithItsTextAsGiven() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "09:30");
    query.fail("java.io.IOException: password=*********(redacted)");
    int commits = rig.store.commits();

    rig.pass();

    VerdictRow row = rig.row("t");
    assertThat(rig.store.commits()).isEqualTo(commits + 1);
    assertThat(row.reasonCode()).isEqualTo("QUERY_FAILED");
    assertThat(row.reason()).isEqualTo("java.io.IOException: password=*********(redacted)");
    assertThat(rig.finalUntil("t")).isEqualTo("09:00");
  }

  @Test
  void aReasonInTheRowIsRedactedAndOneLine() {
    rig.checkpoints.failWith("denied for key hunter2\nat the second line");

    rig.started("orders");
    rig.pass();

    assertThat(rig.row("t").reasonCode()).isEqualTo("CHECKPOINT_UNREADABLE");
    assertThat(rig.row("t").reason())
        .contains("denied for key *********(redacted)")
        .doesNotContain("hunter2")
        .doesNotContain("second line");
  }

  @Test
  void anAdvanceThatFailsAfterTheRunEndedIsRetried() {
    FakeQuery query = rig.started("orders");
    rig.pass();
    rig.commits(query, "10:30");
    query.end();
    rig.store.failCommits(() -> FakeStore.Fault.TRANSIENT);
    rig.passes(Duration.ofSeconds(20));
    assertThat(rig.finalUntil("t")).isNull();

    rig.store.failCommits(() -> FakeStore.Fault.NONE);
    rig.passes(Duration.ofMinutes(2));

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aReadThatFailsAfterTheRunEndedIsRetried() {
    FakeQuery query = rig.started("orders");
    rig.pass();
    rig.commits(query, "10:30");
    rig.checkpoints.failWith("storage is away");
    query.end();
    rig.passes(Duration.ofSeconds(20));
    assertThat(rig.finalUntil("t")).isNull();

    rig.checkpoints.failWith(null);
    rig.passes(Duration.ofSeconds(10));

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aCheckpointThatWasReplacedVouchesForNothing() {
    FakeQuery query = rig.query("orders");
    rig.commits(query, "10:30");
    rig.checkpoints.replace(query.checkpoint);

    rig.started(query);
    rig.pass();

    assertThat(rig.row("t").finalizedUntil()).isNull();
    assertThat(rig.row("t").reasonCode()).isEqualTo("CHECKPOINT_UNREADABLE");
    assertThat(rig.row("t").reason()).contains("has been replaced", "another lineage");
  }

  @Test
  void aQueryThatHadEndedWhenItWasFirstSeenGetsItsVerdict() {
    FakeQuery query = rig.query("orders");
    rig.commits(query, "10:30");
    query.end();

    rig.started(query);
    rig.pass();

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aStartHealsFromTheCheckpointBeforeAnyBatch() {
    rig.commits(rig.query("orders"), "10:30");
    rig.application();

    rig.started("orders");
    rig.pass();

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
    assertThat(rig.store.commits()).isEqualTo(1);
  }

  @Test
  void anOlderEventThanWhatTheCheckpointShowedIsNoTimeGoingBack() {
    FakeQuery query = rig.query("orders");
    Progress older = rig.commits(query, "09:30");
    rig.commits(query, "10:30");
    rig.started(query);
    rig.pass();
    int reads = rig.checkpoints.reads();

    rig.arrives(older);
    rig.pass();

    assertThat(rig.row("t").reasonCode()).isNull();
    assertThat(rig.checkpoints.reads()).isEqualTo(reads);
  }

  @Test
  void anEventTheBusDeliversAfterTheQueryToldMoreIsNoTimeGoingBack() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "10:01");
    Progress late = rig.commits(query, "10:02");
    rig.commits(query, "10:03");
    rig.passes(Tracker.ASK_QUERIES_EVERY);

    rig.arrives(late);
    rig.pass();
    rig.passes(Duration.ofSeconds(1));

    assertThat(rig.row("t").reasonCode()).isNull();
    assertThat(rig.metrics.table("t").held().code()).isEmpty();
  }

  @Test
  void aLateIdleTriggerWithTheSameIdIsNoTimeGoingBack() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "10:01");
    Progress idle = rig.progress(query, 1, Rig.offset(Rig.at("10:01")), null, null);
    rig.time.advance(Duration.ofSeconds(1));
    rig.batch(query, "10:03");

    rig.arrives(idle);
    rig.pass();

    assertThat(rig.metrics.table("t").held().code()).isEmpty();
  }

  @Test
  void aSourceThatGoesBackIsReported() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "10:30");

    rig.batch(query, "09:10");

    assertThat(rig.row("t").reasonCode()).isEqualTo("TIME_WENT_BACK");
    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aRunFirstSeenByItsProgressIsAdopted() {
    FakeQuery query = rig.query("orders");

    rig.batch(query, "10:30");

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aRunFirstSeenIdleIsAdopted() {
    FakeQuery query = rig.query("orders");
    rig.commits(query, "10:30");

    rig.tracker.idled(query.queryId, query.runId);
    rig.tracker.idled(query.queryId, query.runId);
    rig.pass();

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void anEndedRunIsNotAdoptedAgainByItsLateEvents() {
    FakeQuery first = rig.started("orders");
    Progress late = rig.commits(first, "10:30");
    rig.pass();
    first.end();
    rig.pass();
    FakeQuery second = rig.started("orders");
    rig.pass();
    second.end();
    rig.pass();
    rig.forget(first);
    int reads = rig.checkpoints.reads();

    rig.arrives(late);
    rig.tracker.terminated(first.runId, null);
    rig.pass();

    assertThat(rig.checkpoints.reads()).isEqualTo(reads);
    assertThat(rig.ends()).isTrue();
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ENDED);
  }

  @Test
  void unnamedAndBlankNamesAreNeverTracked() {
    Rig all =
        new Rig(
            Entries.of(FrontierRule.OFFSET).label("all").name("*").table("t_{name}").settings());
    FakeQuery unnamed = all.query(null);
    FakeQuery blank = all.query(" ");
    all.started(unnamed);
    all.started(blank);
    all.batch(unnamed, "10:30");
    all.batch(blank, "10:30");
    all.tracker.idled(unnamed.queryId, unnamed.runId);
    all.passes(Duration.ofSeconds(6));

    assertThat(all.store.tries()).isZero();
    assertThat(all.checkpoints.reads()).isZero();
  }

  @Test
  void watermarksAtTheEndsOfTimeThrowNothing() {
    Rig marks = new Rig(Entries.watermark("orders", "t"));
    FakeQuery query = marks.query("orders");
    query.plan = FakeQuery.WATERMARK_PLAN;
    marks.started(query);
    marks.pass();
    int reads = marks.checkpoints.reads();

    try (Logged logged = new Logged()) {
      marks.arrives(marks.progress(query, 0, null, Instant.EPOCH, Instant.EPOCH));
      marks.pass();
      assertThat(marks.checkpoints.reads()).as("1970 means none yet").isEqualTo(reads);
      Instant far = Instant.parse("+10001-01-01T00:00:00Z");
      marks.arrives(marks.progress(query, 1, null, far, Instant.MAX));
      marks.pass();
      marks.arrives(marks.progress(query, 2, null, Instant.MIN, Instant.MIN));
      marks.pass();
      assertThat(logged.errors()).isEmpty();
    }
    assertThat(marks.checkpoints.reads()).isGreaterThan(reads);
    assertThat(marks.finalUntil("t")).isNull();
  }

  @Test
  void theWatermarkAfterTheNewestBatchIsTheVerdict() {
    Rig marks = new Rig(Entries.watermark("orders", "t"));
    FakeQuery query = marks.query("orders");
    query.plan = FakeQuery.WATERMARK_PLAN;
    marks.started(query);
    marks.pass();
    marks.checkpoints.commit(
        query.checkpoint,
        FakeCheckpoints.watermarkBatch(0, marks.time.now(), null, Rig.at("10:20")));

    marks.arrives(marks.progress(query, 0, null, Instant.EPOCH, Rig.at("10:30")));
    marks.pass();

    assertThat(marks.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aTimeThatPassesARejectedOneWithinItsPeriodEndsTheHold() {
    FakeQuery query = rig.started("orders");
    rig.pass();
    rig.batch(query, "12:10");
    assertThat(rig.row("t").reasonCode()).isEqualTo("FUTURE");
    rig.time.advance(Duration.ofMinutes(20));

    rig.batch(query, "12:12");

    assertThat(rig.finalUntil("t")).isEqualTo("12:00");
    assertThat(rig.row("t").reasonCode()).isNull();
  }

  @Test
  void anErrorOfOursWithOneRunLeavesTheOthersTracked() {
    Rig two = new Rig(Entries.offset("bad", "tb"), Entries.offset("good", "tg"));
    FakeQuery bad = two.started("bad");
    FakeQuery good = two.started("good");
    bad.trouble = new IllegalStateException("inside, with hunter2");

    try (Logged logged = new Logged()) {
      two.batch(good, "10:30");
      two.passes(Duration.ofSeconds(3));

      assertThat(two.finalUntil("tg")).isEqualTo("10:00");
      assertThat(logged.errors())
          .singleElement()
          .asString()
          .contains("run " + bad.runId + " of 'bad' met an error of Tidegate's own")
          .contains("inside, with *********(redacted)");
    }
  }

  @Test
  void aFirstLookThatFailsDoesNotLoseThatTheLineageStartsAtTheBeginning() {
    Rig fresh =
        new Rig(
            Entries.of(FrontierRule.OFFSET)
                .label("o")
                .name("orders")
                .table("t")
                .startsAt(StartsAt.BEGINNING)
                .settings());
    fresh.checkpoints.failWith("storage is away");
    FakeQuery query = fresh.started("orders");
    fresh.pass();
    fresh.checkpoints.failWith(null);
    fresh.arrives(fresh.commits(query, "10:30"));

    fresh.passes(Duration.ofSeconds(10));

    assertThat(fresh.finalUntil("t")).isEqualTo("10:00");
    assertThat(fresh.row("t").trackedFrom()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void aRowThatSomebodyInsertedWithoutAnOwnerIsTakenOver() {
    rig.store.put(Map.of("t", VerdictRow.builder("t").build()));

    FakeQuery query = rig.started("orders");
    rig.batch(query, "10:30");

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
    assertThat(rig.row("t").runId()).isEqualTo(query.runId.toString());
  }

  @Test
  void otherRowsAreLeftAlone() {
    VerdictRow other = VerdictRow.builder("elsewhere").epoch(3).queryName("theirs").build();
    rig.store.put(Map.of("elsewhere", other));
    FakeQuery query = rig.started("orders");

    rig.batch(query, "10:30");

    assertThat(rig.row("elsewhere")).isEqualTo(other);
    assertThat(rig.store.rows()).containsOnlyKeys("elsewhere", "t");
  }

  @Test
  void aRunThatIsNotConfiguredCostsNoLookUp() {
    UUID id = UUID.randomUUID();
    boolean tracked =
        rig.tracker.started(
            id,
            id,
            "someone else's",
            rig.time.now(),
            (q, r) -> {
              throw new AssertionError("looked up");
            });

    assertThat(tracked).isFalse();
  }
}
