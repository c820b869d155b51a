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
package io.tidegate.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.api.ErrorCode;
import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.store.ScriptedStore.Ends;
import io.tidegate.internal.testing.FakeTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CommitLoopTest {
  private static final OwnTable TABLE = new OwnTable(OwnTable.Kind.CONTROL, "file:/control");
  private static final Duration BUDGET = Duration.ofSeconds(2);
  private static final StoreException LATER =
      Errors.unavailable(TABLE, new IOException("503 Slow Down"));
  private static final StoreException NEVER = Errors.schema(TABLE, "a", "b");

  private final FakeTime time = new FakeTime(Instant.parse("2026-10-01T14:00:00Z"));
  private final List<String> counted = new ArrayList<>();
  private final List<TableSnapshot<VerdictRow>> merged = new ArrayList<>();

  private CommitLoop<VerdictRow> loop(TableStore<VerdictRow> store, RandomGenerator random) {
    return new CommitLoop<>(
        store,
        time,
        random,
        new CommitLoop.Counts() {
          @Override
          public void committed() {
            counted.add("committed");
          }

          @Override
          public void conflicted() {
            counted.add("conflicted");
          }

          @Override
          public void retried() {
            counted.add("retried");
          }
        });
  }

  private CommitLoop.Result run(ScriptedStore store) {
    return loop(store, new Random(7)).run(this::oneRow, BUDGET);
  }

  /** Wants one row that says it all, and nothing once the table says so. */
  private List<VerdictRow> oneRow(TableSnapshot<VerdictRow> table) {
    merged.add(table);
    VerdictRow row = VerdictRow.builder("orders").epoch(1).build();
    return row.equals(table.rows().get("orders")) ? List.of() : List.of(row);
  }

  private static ScriptedStore store(StoreException cause, Ends... ends) {
    return new ScriptedStore(() -> cause, ends);
  }

  @Test
  void aCommitIsDoneAtOnce() {
    ScriptedStore store = store(LATER);
    CommitLoop.Result.Done done = (CommitLoop.Result.Done) run(store);
    assertThat(done.wrote()).isTrue();
    assertThat(done.table().version()).isZero();
    assertThat(done.table().rows()).containsOnlyKeys("orders");
    assertThat(store.calls).containsExactly("read -1", "commit on -1");
    assertThat(counted).containsExactly("committed");
    assertThat(time.sleeps()).isEmpty();
  }

  @Test
  void nothingToWriteIsNotACommit() {
    ScriptedStore store = store(LATER);
    run(store);
    counted.clear();
    CommitLoop.Result.Done done = (CommitLoop.Result.Done) run(store);
    assertThat(done.wrote()).isFalse();
    assertThat(done.table().version()).isZero();
    assertThat(counted).isEmpty();
    assertThat(store.calls).endsWith("read 0");
  }

  @Test
  void aLostRaceIsMergedIntoWhatTheWinnerWrote() {
    ScriptedStore store = store(LATER, Ends.LOST_RACE, Ends.LOST_RACE);
    CommitLoop.Result.Done done = (CommitLoop.Result.Done) run(store);
    assertThat(done.wrote()).isTrue();
    assertThat(store.calls)
        .containsExactly(
            "read -1", "commit on -1", "read 0", "commit on 0", "read 1", "commit on 1");
    assertThat(merged).hasSize(3);
    assertThat(merged.get(2).rows().get("other").epoch()).isEqualTo(2);
    assertThat(done.table().rows()).containsOnlyKeys("orders", "other");
    assertThat(counted)
        .containsExactly("conflicted", "retried", "conflicted", "retried", "committed");
  }

  @Test
  void anUnknownOutcomeIsReadBeforeAnythingElse() {
    ScriptedStore store = store(LATER, Ends.UNKNOWN_WRITTEN);
    CommitLoop.Result.Done done = (CommitLoop.Result.Done) run(store);
    assertThat(done.wrote()).isFalse();
    assertThat(done.table().rows()).containsOnlyKeys("orders");
    assertThat(store.calls).containsExactly("read -1", "commit on -1", "read 0");
    assertThat(counted).containsExactly("retried");
  }

  @Test
  void anUnknownOutcomeThatWasNoneIsTriedAgain() {
    ScriptedStore store = store(LATER, Ends.UNKNOWN_NOT_WRITTEN);
    assertThat(((CommitLoop.Result.Done) run(store)).wrote()).isTrue();
    assertThat(store.calls).containsExactly("read -1", "commit on -1", "read -1", "commit on -1");
    assertThat(counted).containsExactly("retried", "committed");
  }

  @Test
  void aFailureThatMayPassIsTheCallersToWaitFor() {
    ScriptedStore store = store(LATER, Ends.TRANSIENT);
    assertThat(run(store)).isEqualTo(new CommitLoop.Result.Failed(LATER));
    assertThat(store.calls).hasSize(2);
    assertThat(counted).isEmpty();
    assertThat(time.sleeps()).isEmpty();
  }

  @Test
  void aFailureThatDoesNotPassIsARefusal() {
    ScriptedStore store = store(NEVER, Ends.FATAL);
    assertThat(run(store)).isEqualTo(new CommitLoop.Result.Refused(NEVER));
    assertThat(store.calls).hasSize(2);
  }

  @Test
  void aTableThatCannotBeReadIsNotWritten() {
    ScriptedStore store = store(LATER);
    store.failReads(LATER);
    assertThat(run(store)).isEqualTo(new CommitLoop.Result.Failed(LATER));
    store.failReads(NEVER);
    assertThat(run(store)).isEqualTo(new CommitLoop.Result.Refused(NEVER));
    assertThat(store.calls).containsExactly("read -1", "read -1");
    assertThat(merged).isEmpty();
  }

  @Test
  void racesAreGivenUpOnlyForTheBudget() {
    ScriptedStore store = store(LATER, all(Ends.LOST_RACE));
    CommitLoop.Result.Failed failed = (CommitLoop.Result.Failed) run(store);
    assertThat(failed.cause().code()).isEqualTo(ErrorCode.TIDEGATE_STORE_CONTENDED);
    assertThat(failed.cause().retryable()).isTrue();
    assertThat(failed.cause())
        .hasMessage(
            "[TIDEGATE_STORE_CONTENDED] Other writers committed to the control table file:/control"
                + " before every try of this one. Queries run on and the newest values are tried"
                + " again. If it lasts, let fewer applications share one control table, or stop"
                + " jobs that rewrite it.");
    Duration waited = time.sleeps().stream().reduce(Duration.ZERO, Duration::plus);
    assertThat(waited).isGreaterThanOrEqualTo(BUDGET).isLessThan(BUDGET.plusMillis(500));
    assertThat(counted).doesNotContain("committed");
    assertThat(Collections.frequency(counted, "conflicted")).isEqualTo(merged.size());
    assertThat(Collections.frequency(counted, "retried")).isEqualTo(merged.size() - 1);
  }

  @Test
  void unknownOutcomesAreGivenUpWithTheirOwnCause() {
    ScriptedStore store = store(LATER, all(Ends.UNKNOWN_NOT_WRITTEN));
    assertThat(run(store)).isEqualTo(new CommitLoop.Result.Failed(LATER));
  }

  @Test
  void evenWithoutABudgetThereIsOneTry() {
    ScriptedStore store = store(LATER, Ends.LOST_RACE);
    assertThat(loop(store, new Random(7)).run(this::oneRow, Duration.ZERO))
        .isInstanceOf(CommitLoop.Result.Failed.class);
    assertThat(store.calls).hasSize(2);
    assertThat(loop(store, new Random(7)).run(this::oneRow, Duration.ZERO))
        .isInstanceOf(CommitLoop.Result.Done.class);
  }

  @Test
  void pausesDoubleUpToHalfASecondAndAreJitteredByHalf() {
    for (boolean longest : new boolean[] {false, true}) {
      FakeTime before = new FakeTime(Instant.EPOCH);
      RandomGenerator edge = edge(longest);
      CommitLoop<VerdictRow> loop =
          new CommitLoop<>(store(LATER, all(Ends.LOST_RACE)), before, edge, new UncountedCounts());
      loop.run(this::oneRow, Duration.ofSeconds(3));
      List<Long> millis = before.sleeps().stream().map(Duration::toMillis).toList();
      assertThat(millis)
          .startsWith(
              longest
                  ? new Long[] {10L, 20L, 40L, 80L, 160L, 320L, 500L, 500L}
                  : new Long[] {5L, 10L, 20L, 40L, 80L, 160L, 250L, 250L});
    }
  }

  @Test
  void twoDriversThatCollidedDoNotPauseAlike() {
    FakeTime mine = new FakeTime(Instant.EPOCH);
    FakeTime theirs = new FakeTime(Instant.EPOCH);
    for (FakeTime each : List.of(mine, theirs)) {
      RandomGenerator random = new Random(each == mine ? 1 : 2);
      new CommitLoop<>(
              store(LATER, Ends.LOST_RACE, Ends.LOST_RACE), each, random, new UncountedCounts())
          .run(this::oneRow, BUDGET);
    }
    assertThat(mine.sleeps()).hasSize(2).doesNotContainAnyElementsOf(theirs.sleeps());
  }

  @Test
  void aStepOfTheWallClockDoesNotShortenTheBudget() {
    ScriptedStore store = store(LATER, Ends.LOST_RACE);
    CommitLoop.Result<VerdictRow> result =
        loop(store, new Random(7))
            .run(
                table -> {
                  time.step(Duration.ofDays(merged.size() % 2 == 0 ? 3 : -3));
                  return oneRow(table);
                },
                BUDGET);
    assertThat(result).isInstanceOf(CommitLoop.Result.Done.class);
  }

  @Test
  void anErrorInMergingIsNotSwallowed() {
    assertThatThrownBy(
            () ->
                loop(store(LATER), new Random(7))
                    .run(
                        table -> {
                          throw new IllegalStateException("broken merge");
                        },
                        BUDGET))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("broken merge");
    assertThat(counted).isEmpty();
  }

  private static Ends[] all(Ends ends) {
    return Collections.nCopies(1_000, ends).toArray(new Ends[0]);
  }

  /** Always the least or the greatest value that may be drawn. */
  private static RandomGenerator edge(boolean greatest) {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        throw new AssertionError("an unbounded number is not a pause");
      }

      @Override
      public long nextLong(long bound) {
        return greatest ? bound - 1 : 0;
      }
    };
  }

  /** Counts nothing. */
  private static final class UncountedCounts implements CommitLoop.Counts {
    @Override
    public void committed() {}

    @Override
    public void conflicted() {}

    @Override
    public void retried() {}
  }
}
