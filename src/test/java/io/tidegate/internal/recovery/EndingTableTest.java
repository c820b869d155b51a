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
import java.util.List;
import org.junit.jupiter.api.Test;

/** One test for each line of the table that says how an attempt counts. */
class EndingTableTest {
  private final Told told = new Told();

  private static CheckpointLook pendingAt(long reading) {
    return new CheckpointLook(true, Told.QUERY_ID, reading, true, null);
  }

  @Test
  void noRecordedEndButAliveIsSkipped() {
    told.attempt(4L, a -> a.aliveUntil(Told.start(2).plusNanos(1_000)));
    assertThat(told.ending(1, pendingAt(4))).isEqualTo(Ending.ALIVE);
    assertThat(told.tally(4)).isEqualTo(Tally.NONE);
  }

  @Test
  void heartbeatThatRunsOutNowIsOver() {
    told.attempt(4L, a -> a.aliveUntil(Told.start(2)));
    assertThat(told.ending(1, pendingAt(4))).isEqualTo(Ending.LOST_AT_WORK);
  }

  @Test
  void processKnownToBeGoneIsNotAlive() {
    told.attempt(4L, a -> a.aliveUntil(Told.start(9)));
    told.gone.add("process-1");
    assertThat(told.ending(1, pendingAt(4))).isEqualTo(Ending.LOST_AT_WORK);
  }

  @Test
  void stoppedWithProgressEndsTheStreak() {
    told.failed(4L).failed(4L).stopped(4L);
    assertThat(told.newest(5)).isEqualTo(Ending.GOOD);
    assertThat(told.tally(5).endedBadly()).isFalse();
    assertThat(told.tally(5).streak()).isZero();
  }

  @Test
  void stoppedWithAWitnessEndsTheStreak() {
    told.failed(4L)
        .attempt(4L, a -> a.witness(true).outcome(AttemptOutcome.STOPPED).endedAt(Told.start(2)));
    assertThat(told.newest(4)).isEqualTo(Ending.GOOD);
    assertThat(told.tally(4).endedBadly()).isFalse();
  }

  @Test
  void stoppedWithNothingToShowIsNeutralForEver() {
    told.failed(4L).failed(4L).times(25, t -> t.stopped(4L));
    assertThat(told.newest(4)).isEqualTo(Ending.STOPPED_IDLE);
    assertThat(told.tally(4).streak()).isEqualTo(2);
    assertThat(told.tally(4).endedBadly()).isTrue();
  }

  @Test
  void tenStopsInARowWithNothingToShowAreWorthAWarning() {
    told.times(9, t -> t.stopped(4L));
    assertThat(told.decide(Told.settings(), Told.look(4L)).warnings()).isEmpty();
    told.stopped(4L);
    assertThat(told.decide(Told.settings(), Told.look(4L)).warnings())
        .containsExactly(
            "The streaming query 'orders' (file:/checkpoints/orders) was stopped 10 times in a row"
                + " without progress and before it was seen with nothing to read. That is not held"
                + " against it. If it should have got somewhere, let it run longer.");
  }

  @Test
  void contextStoppingIsNeutral() {
    told.failed(4L).ended(4L, AttemptOutcome.CONTEXT_STOPPING);
    assertThat(told.newest(4)).isEqualTo(Ending.STOPPED_IDLE);
    assertThat(told.newest(5)).isEqualTo(Ending.CONTEXT_STOPPING);
    assertThat(told.tally(4).streak()).isEqualTo(1);
  }

  @Test
  void tenStopsInARowAreToldWhetherOfTheQueryOrOfItsContext() {
    told.times(5, t -> t.stopped(4L)).times(5, t -> t.ended(4L, AttemptOutcome.CONTEXT_STOPPING));
    assertThat(told.decide(Told.settings(), Told.look(4L)).warnings())
        .singleElement()
        .asString()
        .contains("was stopped 10 times in a row");
  }

  @Test
  void lostOrContextStoppingBesideARefusedLineageIsNeutral() {
    told.lost(4L).ended(4L, AttemptOutcome.CONTEXT_STOPPING).failed(4L);
    told.refusedElsewhere.addAll(List.of("app-1", "app-2", "app-3"));
    assertThat(told.ending(1, pendingAt(4))).isEqualTo(Ending.COLLATERAL);
    assertThat(told.ending(2, pendingAt(4))).isEqualTo(Ending.COLLATERAL);
    assertThat(told.ending(3, pendingAt(4))).isEqualTo(Ending.FAILED);
    assertThat(told.tally(4).bad()).isEqualTo(1);
  }

  @Test
  void applicationThatIsNotKnownIsNoCollateral() {
    told.attempt(4L, a -> a.application(null));
    assertThat(told.ending(1, pendingAt(4))).isEqualTo(Ending.LOST_AT_WORK);
  }

  @Test
  void exemptErrorIsNeutralTenTimesInARow() {
    told.times(10, t -> t.ended(4L, AttemptOutcome.EXEMPT));
    assertThat(told.newest(4)).isEqualTo(Ending.EXEMPT);
    assertThat(told.tally(4).endedBadly()).isFalse();
    told.ended(4L, AttemptOutcome.EXEMPT);
    assertThat(told.tally(4).bad()).isEqualTo(1);
    assertThat(told.tally(4).streak()).isEqualTo(1);
  }

  @Test
  void anotherRunIsBelievedInOnlyWhereTheRecordHasOne() {
    told.ended(4L, AttemptOutcome.STOPPED).ended(4L, AttemptOutcome.CONCURRENT);
    assertThat(told.newest(4)).isEqualTo(Ending.FAILED);
    assertThat(told.tally(4).streak()).isEqualTo(1);
  }

  @Test
  void theLoserOfTwoLiveDriversIsNotCharged() {
    told.attempt(4L, a -> a.aliveUntil(Told.start(99))).ended(4L, AttemptOutcome.CONCURRENT);
    assertThat(told.newest(4)).isEqualTo(Ending.EXEMPT);
    assertThat(told.tally(4).bad()).isZero();
  }

  @Test
  void aDriverThatHasGoneMeanwhileWasThereAllTheSame() {
    told.attempt(4L, a -> a.outcome(AttemptOutcome.STOPPED).endedAt(Told.start(9)))
        .ended(4L, AttemptOutcome.CONCURRENT);
    assertThat(told.newest(4)).isEqualTo(Ending.EXEMPT);
  }

  @Test
  void anotherEndBreaksTheRow() {
    told.times(10, t -> t.ended(4L, AttemptOutcome.EXEMPT))
        .ended(4L, AttemptOutcome.CONTEXT_STOPPING)
        .times(10, t -> t.ended(4L, AttemptOutcome.EXEMPT));
    assertThat(told.tally(4).bad()).isZero();
  }

  @Test
  void aliveOneDoesNotBreakTheRow() {
    told.times(5, t -> t.ended(4L, AttemptOutcome.EXEMPT))
        .attempt(4L, a -> a.aliveUntil(Told.start(99)))
        .times(6, t -> t.ended(4L, AttemptOutcome.EXEMPT));
    assertThat(told.tally(4).bad()).isEqualTo(1);
  }

  @Test
  void exceptionOfItsOwnIsBad() {
    told.attempt(4L, a -> a.outcome(AttemptOutcome.FAILED).endedAt(Told.start(1)));
    assertThat(told.newest(4)).isEqualTo(Ending.FAILED);
    assertThat(told.tally(4).streak()).isEqualTo(1);
  }

  @Test
  void exceptionWithNothingToDoIsBadAndNotBarren() {
    told.attempt(4L, a -> a.witness(true).outcome(AttemptOutcome.FAILED).endedAt(Told.start(1)));
    assertThat(told.newest(4)).isEqualTo(Ending.FAILED);
    assertThat(told.tally(4).bad()).isEqualTo(1);
    assertThat(told.tally(4).streak()).isZero();
  }

  @Test
  void lostWithNothingPendingAndAWitnessEndsTheStreak() {
    told.failed(4L).attempt(4L, a -> a.witness(true));
    assertThat(told.newest(4)).isEqualTo(Ending.GOOD);
    assertThat(told.tally(4).endedBadly()).isFalse();
  }

  @Test
  void lostWithNothingPendingAndNoWitnessIsNeutralTenTimesInARow() {
    told.times(10, t -> t.lost(4L));
    assertThat(told.newest(4)).isEqualTo(Ending.LOST_IDLE);
    assertThat(told.tally(4).bad()).isZero();
    told.lost(4L);
    assertThat(told.tally(4).bad()).isEqualTo(1);
  }

  @Test
  void lostWithABatchPendingIsBadWhateverWasSeenBefore() {
    told.attempt(4L, a -> a.witness(true));
    assertThat(told.ending(1, pendingAt(4))).isEqualTo(Ending.LOST_AT_WORK);
    told.attempt(4L, a -> a.pending(true));
    assertThat(told.ending(1, Told.look(4L))).isEqualTo(Ending.LOST_AT_WORK);
    assertThat(told.tally(4).bad()).isEqualTo(1);
  }

  @Test
  void pendingThatIsNotKnownIsNotHeldAgainstIt() {
    told.lost(4L);
    assertThat(told.ending(1, Told.look(null))).isEqualTo(Ending.LOST_IDLE);
  }

  @Test
  void neverBoundToARunIsNeutralTenTimesInARow() {
    told.times(10, t -> t.attempt(4L, a -> a.runId(null)));
    assertThat(told.ending(10, pendingAt(4))).isEqualTo(Ending.NEVER_BOUND);
    assertThat(told.tally(4).bad()).isZero();
    told.attempt(4L, a -> a.runId(null));
    assertThat(told.tally(4).bad()).isEqualTo(1);
  }

  @Test
  void endThatThisVersionDoesNotKnowIsNeutral() {
    told.failed(4L).ended(4L, AttemptOutcome.OTHER);
    assertThat(told.newest(4)).isEqualTo(Ending.OTHER);
    assertThat(told.tally(4).streak()).isEqualTo(1);
  }

  @Test
  void ownAttemptThatNeverCameToARunIsNotAlive() {
    Liveness liveness = new Liveness(process -> false);
    told.attempt(4L, a -> a.runId(null).aliveUntil(Told.start(9)));
    Attempt attempt = told.attempts.get(0);
    assertThat(liveness.alive(attempt, Told.start(2))).isTrue();
    assertThat(liveness.aliveElsewhere(attempt, "process-1", Told.start(2))).isFalse();
    assertThat(liveness.aliveElsewhere(attempt, "process-2", Told.start(2))).isTrue();
    Attempt bound = attempt.toBuilder().runId("run-1").build();
    assertThat(liveness.aliveElsewhere(bound, "process-1", Told.start(2))).isTrue();
    assertThat(liveness.aliveElsewhere(bound, "process-1", Told.start(2).plus(Duration.ofDays(1))))
        .isFalse();
  }
}
