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
import java.util.List;
import org.junit.jupiter.api.Test;

/** What drops out of the history still counts. */
class HistoryCutTest {
  private static final int SEEDS = Integer.getInteger("tidegate.test.seeds", 60);

  @Test
  void cutHistoryCountsAsTheWholeOne() {
    for (long seed = 0; seed < SEEDS; seed++) {
      compare(seed);
    }
  }

  private static void compare(long seed) {
    RandomLineage lineage = new RandomLineage(seed, 6, false);
    boolean places = lineage.random.nextBoolean();
    History cut = History.none();
    long resumedAfter = 0;
    for (int step = 0; step < 60; step++) {
      CheckpointLook look = lineage.look();
      if (lineage.random.nextInt(60) == 0) {
        resumedAfter = lineage.attempts().size();
        cut = cut.resumedAfter(resumedAfter);
      }
      cut = lineage.refreshed(cut);
      List<Attempt> all = lineage.attempts();
      Judgement whole = lineage.judgement(all, look, places);
      Judgement listed = lineage.judgement(cut.attempts(), look, places);
      Tally expected = new History(all, Tally.NONE, resumedAfter).tally(whole, lineage.now());
      assertThat(cut.tally(listed, lineage.now()))
          .as("seed " + seed + ", step " + step)
          .isEqualTo(expected);
      cut = cut.cut(listed, lineage.now());
      assertThat(cut.attempts().size()).isLessThanOrEqualTo(History.LISTED + 8);
      cut = stored(cut).with(lineage.attempt(look));
    }
    assertThat(cut.attempts()).hasSizeLessThan(60);
  }

  /** Through the row and back. */
  private static History stored(History history) {
    LineageRow row = history.into(LineageRow.builder("/cp")).build();
    assertThat(History.of(row)).contains(history);
    return history;
  }

  @Test
  void limitAboveTheHistoryIsReached() {
    Told told = new Told();
    LineageRow row = null;
    for (int i = 0; i < 30; i++) {
      StartDecision decision =
          told.decide(row, Told.settings(30, Duration.ZERO), Told.look(4L), told.now());
      assertThat(decision).as("start " + (i + 1)).isInstanceOf(StartDecision.Allowed.class);
      told.failed(4L);
      row = merged(decision.row(), told.attempts.get(i), told.now());
      assertThat(AttemptsJson.read(row.history()).orElseThrow()).hasSizeLessThanOrEqualTo(21);
    }
    StartDecision refused =
        told.decide(row, Told.settings(30, Duration.ZERO), Told.look(4L), told.now());
    assertThat(refused).isInstanceOf(StartDecision.Refused.class);
    assertThat(refused.row().streak()).isEqualTo(30);
  }

  private static LineageRow merged(LineageRow row, Attempt attempt, Instant now) {
    return new LineageMerge(new Liveness(process -> false), Duration.ofMinutes(5))
        .merge(row, new AttemptReport(row.checkpoint(), "orders", "query-a", attempt, true), now)
        .row();
  }

  @Test
  void runThatIsAliveOutlastsTheOnesBesideIt() {
    Told told = new Told();
    told.attempt(4L, a -> a.witness(true).aliveUntil(Told.start(99)));
    History history = new History(told.attempts, Tally.NONE, 0);
    for (int i = 0; i < 40; i++) {
      told.ended(4L, AttemptOutcome.EXEMPT);
      history = history.with(told.attempts.get(i + 1));
      history = history.cut(told.judgement(history.attempts(), Told.look(4L)), told.now());
    }
    assertThat(history.attempts()).hasSize(21).startsWith(told.attempts.get(0));
    assertThat(history.tally(told.judgement(history.attempts(), Told.look(4L)), told.now()).bad())
        .isEqualTo(30);

    Attempt ended =
        told.attempts.get(0).toBuilder()
            .outcome(AttemptOutcome.STOPPED)
            .endedAt(told.now())
            .build();
    List<Attempt> listed = new ArrayList<>(history.attempts());
    listed.set(0, ended);
    History after = new History(listed, history.earlier(), 0);
    assertThat(after.tally(told.judgement(listed, Told.look(4L)), told.now()).endedBadly())
        .as("they came and went beside a run that ended well")
        .isFalse();
  }

  @Test
  void noLineageHasAHundredLiveRuns() {
    Told told = new Told();
    told.times(130, t -> t.attempt(4L, a -> a.runId(null).aliveUntil(Told.start(999))));
    History history = new History(told.attempts, Tally.NONE, 0);
    History cut = history.cut(told.judgement(Told.look(4L)), told.now());
    assertThat(cut.attempts()).containsExactlyElementsOf(told.attempts.subList(30, 130));
    assertThat(cut.earlier().alike()).isEqualTo(30);
    assertThat(cut.earlier().bad()).isEqualTo(20);
  }
}
