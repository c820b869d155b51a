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
package io.tidegate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RecoveryTest {
  private static final ProgressPlace ORDERS = ProgressPlace.of("/t/orders");
  private static final ProgressPlace NORTH =
      new ProgressPlace("/t/all", Map.of("region", "north", "day", "a&b=c"));
  private static final ProgressPlace SOUTH = new ProgressPlace("/t/all", Map.of("region", "south"));

  @Test
  void streakIsTheTrailingRunOfAttemptsThatDidNotRise() {
    assertThat(Recovery.unproductiveStreak(List.of())).isZero();
    assertThat(Recovery.unproductiveStreak(List.of(5L))).isZero();
    assertThat(Recovery.unproductiveStreak(List.of(5L, 5L, 5L))).isEqualTo(2);
    assertThat(Recovery.unproductiveStreak(List.of(5L, 5L, 6L))).isZero();
  }

  @Test
  void countBeforeTheFirstAttemptIsZero() {
    assertThat(Recovery.unproductiveStreak(List.of(0L))).isEqualTo(1);
    assertThat(Recovery.unproductiveStreak(List.of(1L))).isZero();
  }

  @Test
  void totalThatFallsIsUnproductiveToo() {
    assertThat(Recovery.unproductiveStreak(List.of(9L, 3L))).isEqualTo(1);
    assertThat(Recovery.unproductiveStreak(List.of(9L, 3L, 4L))).isZero();
  }

  @Test
  void limitIsReachedNotPassed() {
    assertThat(Recovery.shouldRecover(4, List.of(7L, 7L, 7L)))
        .isEqualTo(
            new RecoveryDecision(
                true,
                "attempt 4 may start: 2 attempts in a row that banked no progress, and the limit"
                    + " is 3"));
    assertThat(Recovery.shouldRecover(5, List.of(7L, 7L, 7L, 7L)))
        .isEqualTo(
            new RecoveryDecision(
                false,
                "attempt 5 would follow 3 attempts in a row that banked no progress, and the limit"
                    + " is 3"));
    assertThat(Recovery.shouldRecover(2, List.of(0L), 1))
        .isEqualTo(
            new RecoveryDecision(
                false,
                "attempt 2 would follow 1 attempt that banked no progress, and the limit is 1"));
  }

  @Test
  void progressPermits() {
    assertThat(Recovery.shouldRecover(3, List.of(0L, 1L), 1))
        .isEqualTo(
            new RecoveryDecision(
                true,
                "attempt 3 may start: the attempt before it banked progress, and the limit is 1"));
  }

  @Test
  void nothingKnownPermits() {
    assertThat(Recovery.shouldRecover(1, List.of()))
        .isEqualTo(
            new RecoveryDecision(
                true, "attempt 1 may start: no earlier attempt is known, and the limit is 3"));
  }

  @Test
  void limitOfZeroOrLessRefusesOutright() {
    for (int limit : new int[] {0, -1, Integer.MIN_VALUE}) {
      for (List<Long> history : List.of(List.<Long>of(), List.of(1L, 2L))) {
        RecoveryDecision decision = Recovery.shouldRecover(2, history, limit);
        assertThat(decision.recover()).isFalse();
        assertThat(decision.reason())
            .isEqualTo(
                "attempt 2 is a replay, and a limit of "
                    + limit
                    + " allows none (it takes 1 or more)");
      }
    }
  }

  @Test
  void attemptIsUsedInTheTextOnly() {
    for (int attempt : new int[] {Integer.MIN_VALUE, 0, Integer.MAX_VALUE}) {
      assertThat(Recovery.shouldRecover(attempt, List.of(0L, 0L), 2).recover()).isFalse();
      assertThat(Recovery.shouldRecover(attempt, List.of(0L, 0L), 3).recover()).isTrue();
    }
  }

  /** Places by lineage; a negative figure cannot be read, and an absent one keeps nothing. */
  private record Places(List<ProgressPlace> all, Map<ProgressPlace, Long> rows)
      implements ProgressStore {
    @Override
    public List<ProgressPlace> places(String lineage) {
      return lineage.equals("/cp") ? all : List.of();
    }

    @Override
    public OptionalLong rows(ProgressPlace place) throws IOException {
      Long held = rows.get(place);
      if (held != null && held == -1) {
        throw new IOException("denied");
      }
      if (held != null && held == -2) {
        throw new IllegalStateException("not a table");
      }
      return held == null ? OptionalLong.empty() : OptionalLong.of(held);
    }
  }

  @Test
  void placesAreKeyedByLocationAndPartition() {
    Places store =
        new Places(List.of(SOUTH, NORTH, ORDERS), Map.of(ORDERS, 3L, NORTH, 4L, SOUTH, 5L));
    assertThat(Recovery.progressByPartition(store, "/cp"))
        .containsExactly(
            Map.entry("/t/all?day=a%26b%3Dc&region=north", 4L),
            Map.entry("/t/all?region=south", 5L),
            Map.entry("/t/orders", 3L));
    assertThat(Recovery.progress(store, "/cp")).isEqualTo(12);
    assertThat(Recovery.progressByPartition(store, "/other")).isEmpty();
    assertThat(Recovery.progress(store, "/other")).isZero();
  }

  @Test
  void sharedPlaceCountsOnce() {
    Places store =
        new Places(List.of(ORDERS, ORDERS, ProgressPlace.of("/t/orders//")), Map.of(ORDERS, 3L));
    assertThat(Recovery.progress(store, "/cp")).isEqualTo(3);
  }

  @Test
  void placeThatCannotBeReadCountsAsEmpty() {
    Places store =
        new Places(List.of(ORDERS, NORTH, SOUTH), Map.of(ORDERS, -1L, NORTH, -2L, SOUTH, 5L));
    assertThat(Recovery.progressByPartition(store, "/cp"))
        .containsEntry("/t/orders", 0L)
        .containsEntry(NORTH.key(), 0L);
    assertThat(Recovery.progress(store, "/cp")).isEqualTo(5);
  }

  @Test
  void targetThatKeepsNothingContributesNothing() {
    Places store = new Places(List.of(ProgressPlace.of("console"), ORDERS), Map.of(ORDERS, 3L));
    assertThat(Recovery.progressByPartition(store, "/cp")).containsOnlyKeys("/t/orders");
  }

  @Test
  void sumEndsAtTheLargestLong() {
    Places store = new Places(List.of(ORDERS, SOUTH), Map.of(ORDERS, Long.MAX_VALUE, SOUTH, 1L));
    assertThat(Recovery.progress(store, "/cp")).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void placeHasALocation() {
    assertThatThrownBy(() -> ProgressPlace.of(" ")).hasMessage("A place has a location, not ' '.");
    assertThat(ProgressPlace.of("/").key()).isEqualTo("/");
  }
}
