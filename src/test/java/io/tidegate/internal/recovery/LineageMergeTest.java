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
package io.tidegate.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LineageMergeTest {
  private static final Duration HEARTBEAT = Duration.ofMinutes(5);
  private static final int SEEDS = Integer.getInteger("tidegate.test.seeds", 300);

  private final Told told = new Told();
  private final LineageMerge merge = new LineageMerge(new Liveness(process -> false), HEARTBEAT);

  private static Attempt start(String id, Instant at) {
    return Attempt.builder(1, id, at).baseline(4L).pending(false).application("app").build();
  }

  private static AttemptReport report(Attempt attempt) {
    return new AttemptReport(Told.CHECKPOINT, "orders", Told.QUERY_ID, attempt, true);
  }

  private static AttemptReport unwritten(Attempt attempt) {
    return new AttemptReport(Told.CHECKPOINT, "orders", Told.QUERY_ID, attempt, false);
  }

  private static List<Attempt> listed(LineageRow row) {
    return AttemptsJson.read(row.history()).orElseThrow();
  }

  private LineageRow written(@Nullable LineageRow row, AttemptReport report) {
    LineageMerged merged = merge.merge(row, report, told.now());
    assertThat(merged.mustWrite()).isTrue();
    assertThat(merge.merge(merged.row(), report, told.now()))
        .as("merging it again")
        .isEqualTo(new LineageMerged(merged.row(), false));
    return merged.row();
  }

  private void ignored(LineageRow row, AttemptReport report) {
    assertThat(merge.merge(row, report, told.now())).isEqualTo(new LineageMerged(row, false));
  }

  @Test
  void bindsRunAndQuery() {
    told.failed(4L).attempt(4L, a -> a.runId(null));
    LineageRow row = told.row().toBuilder().queryId(null).queryName("old").build();
    Attempt bound = told.attempts.get(1).toBuilder().runId("run").build();
    LineageRow next = written(row, report(bound));
    assertThat(next.queryId()).isEqualTo(Told.QUERY_ID);
    assertThat(next.queryName()).isEqualTo("orders");
    assertThat(next.updatedAt()).isEqualTo(told.now());
    assertThat(listed(next)).containsExactly(told.attempts.get(0), bound);
  }

  @Test
  void writesTheFirstWitness() {
    told.lost(4L);
    Attempt idle = told.attempts.get(0).toBuilder().witness(true).build();
    assertThat(listed(written(told.row(), report(idle)))).containsExactly(idle);
  }

  @Test
  void writesTheEnd() {
    told.lost(4L);
    Attempt ended =
        told.attempts.get(0).toBuilder()
            .outcome(AttemptOutcome.FAILED)
            .endedAt(Told.start(2))
            .errorClass("E")
            .error("boom")
            .build();
    LineageRow row = written(told.row(), report(ended));
    assertThat(listed(row)).containsExactly(ended);
    assertThat(row.seenAt()).isEqualTo(Told.start(2));
    assertThat(row.aliveUntil()).as("nothing is alive any more").isEqualTo(Told.start(2));
  }

  @Test
  void reportFromBeforeTheEndTakesNothingBack() {
    told.lost(4L).failed(4L);
    Attempt ended = told.attempts.get(1);
    Attempt before = ended.toBuilder().outcome(null).endedAt(null).seenAt(Told.start(2)).build();
    ignored(told.row(), report(before));
  }

  @Test
  void heartbeatIsWrittenWhenItIsDue() {
    told.lost(4L);
    Attempt known = told.attempts.get(0);
    Instant seen = Objects.requireNonNull(known.seenAt());
    for (long late : new long[] {-60, 0, 299}) {
      Instant at = seen.plusSeconds(late);
      ignored(
          told.row(), report(known.toBuilder().seenAt(at).aliveUntil(at.plusSeconds(900)).build()));
    }
    Instant due = seen.plus(HEARTBEAT);
    Attempt beat = known.toBuilder().seenAt(due).aliveUntil(due.plusSeconds(900)).build();
    LineageRow row = written(told.row(), report(beat));
    assertThat(listed(row)).containsExactly(beat);
    assertThat(row.seenAt()).isEqualTo(due);
    assertThat(row.aliveUntil()).isEqualTo(due.plusSeconds(900));
  }

  @Test
  void attemptWhoseStartCouldNotBeWrittenIsInserted() {
    LineageRow first = written(null, unwritten(start("a", Told.start(3))));
    assertThat(first.attempts()).isEqualTo(1);
    told.failed(4L).failed(4L);
    Attempt missed = start("a", Told.start(3));
    LineageRow row = written(told.row(), unwritten(missed));
    assertThat(row.attempts()).isEqualTo(3);
    assertThat(listed(row))
        .containsExactly(
            told.attempts.get(0), told.attempts.get(1), missed.toBuilder().number(3).build());
  }

  @Test
  void oneThatWasOvertakenIsInsertedWhereItStarted() {
    told.failed(4L).failed(4L);
    Attempt missed = start("a", Told.start(2).minusSeconds(60));
    LineageRow row =
        written(
            told.row(),
            new AttemptReport(Told.CHECKPOINT, "other name", Told.QUERY_ID, missed, false));
    assertThat(listed(row)).extracting(Attempt::id).containsExactly("attempt-1", "a", "attempt-2");
    assertThat(row.queryName()).as("that of the newest").isEqualTo("orders");
  }

  @Test
  void attemptThatIsNoLongerListedIsNotBroughtBack() {
    told.failed(4L).failed(4L);
    ignored(told.row(), report(start("gone", Told.start(2).minusSeconds(60))));
  }

  @Test
  void writtenOneThatIsNewestIsPutBackIntoARestoredTable() {
    told.failed(4L);
    LineageRow row = written(told.row(), report(start("a", Told.start(2))));
    assertThat(listed(row)).extracting(Attempt::id).containsExactly("attempt-1", "a");
    assertThat(listed(written(null, report(start("a", Told.start(2)))))).hasSize(1);
  }

  @Test
  void anotherCheckpointAtThePathBeginsAfresh() {
    told.times(5, t -> t.failed(4L));
    LineageRow old =
        told.row().toBuilder().queryId("query-z").tokens("[\"x\"]").earlierStreak(9).build();
    for (Attempt newest : List.of(start("a", Told.start(6)), told.attempts.get(4))) {
      LineageRow row = written(old, report(newest));
      assertThat(row.queryId()).isEqualTo(Told.QUERY_ID);
      assertThat(row.attempts()).isEqualTo(1);
      assertThat(row.tokens()).isNull();
      assertThat(row.earlierStreak()).isZero();
      assertThat(listed(row)).containsExactly(newest.toBuilder().number(1).build());
    }
  }

  @Test
  void oldRunDoesNotTouchTheRowOfANewCheckpoint() {
    told.times(2, t -> t.failed(0L));
    LineageRow young = told.row().toBuilder().queryId("query-new").build();
    for (boolean written : new boolean[] {true, false}) {
      ignored(
          young,
          new AttemptReport(
              Told.CHECKPOINT,
              "orders",
              "query-old",
              start("old", Told.NOON.minusSeconds(60)),
              written));
    }
    LineageRow unbound = young.toBuilder().queryId(null).build();
    ignored(unbound, report(start("old", Told.NOON.minusSeconds(60))));
  }

  @Test
  void olderAttemptDoesNotBindTheRow() {
    told.failed(4L).failed(4L);
    LineageRow row = told.row().toBuilder().queryId(null).build();
    Attempt first = told.attempts.get(0).toBuilder().witness(true).build();
    assertThat(written(row, report(first)).queryId()).isNull();
  }

  @Test
  void damagedHistoryIsBegunAfresh() {
    told.failed(4L);
    LineageRow row = told.row().toBuilder().history("{").attempts(7).build();
    LineageRow next = written(row, report(start("a", Told.start(2))));
    assertThat(next.attempts()).isEqualTo(8);
    assertThat(listed(next)).extracting(Attempt::id).containsExactly("a");
  }

  @Test
  void listStaysBounded() {
    LineageRow row = null;
    for (int i = 0; i < 130; i++) {
      Attempt ended =
          start("a" + i, Told.start(i)).toBuilder()
              .outcome(AttemptOutcome.FAILED)
              .endedAt(Told.start(i))
              .build();
      row = merge.merge(row, unwritten(ended), told.now()).row();
      assertThat(listed(row)).hasSizeLessThanOrEqualTo(History.MOST);
    }
    assertThat(row.attempts()).isEqualTo(130);
    assertThat(row.earlierBad() + listed(row).size()).isEqualTo(130);
  }

  @Test
  void orderOfReportsMakesNoDifference() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<AttemptReport> reports = reports(random);
      told.attempts.clear();
      told.failed(4L).lost(4L).attempt(5L, a -> a.runId(null));
      LineageRow inOrder = told.row();
      for (AttemptReport report : reports) {
        inOrder = merge.merge(inOrder, report, told.now()).row();
      }
      Collections.shuffle(reports, random);
      reports.addAll(reports.subList(0, random.nextInt(reports.size())));
      LineageRow shuffled = told.row();
      for (AttemptReport report : reports) {
        shuffled = merge.merge(shuffled, report, told.now()).row();
      }
      assertThat(essence(shuffled)).as("seed " + seed).isEqualTo(essence(inOrder));
      assertThat(shuffled.attempts()).as("seed " + seed).isEqualTo(3);
    }
  }

  /** What two runs say in the course of time: each report holds what the one before it held. */
  private static List<AttemptReport> reports(Random random) {
    List<AttemptReport> reports = new ArrayList<>();
    for (int number = 2; number <= 3; number++) {
      AttemptBuilder state = Attempt.builder(number, "attempt-" + number, Told.start(number));
      for (int step = 0; step < 5; step++) {
        Instant at = Told.start(number).plusSeconds(step * 200L);
        state.seenAt(at).aliveUntil(at.plusSeconds(900)).runId("run-" + number);
        if (random.nextInt(3) == 0) {
          state.witness(true);
        }
        if (step == 3 && random.nextBoolean()) {
          state.outcome(AttemptOutcome.values()[random.nextInt(4)]).endedAt(at).error("boom");
        }
        reports.add(report(state.build()));
      }
    }
    return reports;
  }

  private static List<Attempt> essence(LineageRow row) {
    return listed(row).stream()
        .map(attempt -> attempt.toBuilder().seenAt(null).aliveUntil(null).build())
        .toList();
  }
}
