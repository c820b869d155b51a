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
import org.junit.jupiter.api.Test;

class BankedTest {
  private final Told told = new Told();

  private Boolean banked(int number, CheckpointLook look) {
    return new Banked(told.attempts, look, told.places).banked(number - 1);
  }

  private Boolean banked(int number, long reading) {
    return banked(number, Told.look(reading));
  }

  private static CheckpointLook rows(long reading, Long rows) {
    return new CheckpointLook(true, Told.QUERY_ID, reading, false, rows);
  }

  @Test
  void difference() {
    told.failed(4L).failed(6L).failed(6L);
    assertThat(banked(1, 9)).isTrue();
    assertThat(banked(2, 9)).isFalse();
    assertThat(banked(3, 9)).isTrue();
    assertThat(banked(3, 6)).isFalse();
  }

  @Test
  void rewindTakesNothingAwayAndGivesNothing() {
    told.failed(9L).failed(3L).failed(4L);
    assertThat(banked(1, 4)).isFalse();
    assertThat(banked(2, 4)).isTrue();
    assertThat(banked(3, 0)).isFalse();
  }

  @Test
  void unknownReadingIsSkippedAndTheDifferenceRunsOn() {
    told.failed(4L).failed(null).failed(5L);
    assertThat(banked(1, 5)).isTrue();
    assertThat(banked(2, 5)).isNull();
    assertThat(banked(3, 5)).isFalse();
    assertThat(banked(3, Told.look(null))).isNull();
  }

  @Test
  void attemptIsMeasuredToTheFirstStartAfterItsEnd() {
    // The first runs on beside the second and banks after the second is gone.
    told.attempt(4L, a -> a.outcome(AttemptOutcome.FAILED).endedAt(Told.start(4)))
        .failed(4L)
        .failed(4L)
        .failed(8L);
    assertThat(banked(1, 8)).isTrue();
    assertThat(banked(2, 8)).isFalse();
    assertThat(banked(3, 8)).isTrue();
  }

  @Test
  void startAtTheInstantOfTheEndIsAfterIt() {
    told.attempt(4L, a -> a.outcome(AttemptOutcome.FAILED).endedAt(Told.start(2))).failed(4L);
    assertThat(banked(1, 8)).isFalse();
    told.attempts.set(
        0,
        told.attempts.get(0).toBuilder()
            .endedAt(Told.start(2).plus(Duration.ofNanos(1_000)))
            .build());
    assertThat(banked(1, 8)).isTrue();
  }

  @Test
  void rowsCountWhereBatchesDidNotGrow() {
    told.attempt(4L, a -> a.placeRows(100L)).attempt(4L, a -> a.placeRows(101L));
    assertThat(banked(1, rows(4, 101L))).isTrue();
    assertThat(banked(2, rows(4, 101L))).isFalse();
    assertThat(banked(2, rows(5, 90L))).isTrue();
  }

  @Test
  void rowsThatAreNotKnownMatterOnlyWherePlacesAreGiven() {
    told.attempt(4L, a -> a).attempt(4L, a -> a.placeRows(7L));
    assertThat(banked(1, rows(4, 7L))).isFalse();
    told.places = true;
    assertThat(banked(1, rows(4, 7L))).isNull();
    assertThat(banked(2, rows(4, 7L))).isFalse();
    assertThat(banked(2, rows(4, null))).isNull();
    assertThat(banked(2, rows(5, null))).isTrue();
  }
}
