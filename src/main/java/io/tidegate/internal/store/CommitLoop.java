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

import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.util.Backoff;
import io.tidegate.internal.util.Time;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The one retry loop: read, merge, commit at exactly the next version, and after a lost race or an
 * unknown outcome all of it again. It gives up only for its caller's budget; whoever calls again
 * merges newer values. Confined to one thread.
 *
 * @param <R> a row of the table
 */
public final class CommitLoop<R> {
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(10), Duration.ofMillis(500));

  private final TableStore<R> store;
  private final Time time;
  private final RandomGenerator random;
  private final Counts counts;

  /** What the loop counts. Called on its thread. */
  public interface Counts {
    void committed();

    void conflicted();

    void retried();
  }

  /**
   * How a run of the loop ended.
   *
   * @param <R> a row of the table
   */
  public sealed interface Result<R> {
    /**
     * The table says what was merged.
     *
     * @param table the table after it
     * @param wrote whether a commit was needed
     */
    record Done<R>(TableSnapshot<R> table, boolean wrote) implements Result<R> {}

    /**
     * Not yet: worth trying again later with newer values.
     *
     * @param cause the last failure
     */
    record Failed<R>(StoreException cause) implements Result<R> {}

    /**
     * Not until somebody changes the table or the settings.
     *
     * @param cause expected against found
     */
    record Refused<R>(StoreException cause) implements Result<R> {}
  }

  /**
   * @param random jitter, so that two drivers that collided do not collide again
   */
  public CommitLoop(TableStore<R> store, Time time, RandomGenerator random, Counts counts) {
    this.store = store;
    this.time = time;
    this.random = random;
    this.counts = counts;
  }

  /**
   * Runs the loop.
   *
   * @param merge gives the rows to write on top of a snapshot, none when it says it all; called
   *     once for each try
   * @param budget how long lost races are retried before the caller is asked for newer values
   */
  public Result<R> run(Function<TableSnapshot<R>, List<R>> merge, Duration budget) {
    long start = time.nanoTime();
    StoreException last = null;
    for (int attempt = 0; ; attempt++) {
      if (attempt > 0) {
        if (last != null && time.nanoTime() - start >= budget.toNanos()) {
          return new Result.Failed<>(last);
        }
        counts.retried();
        time.sleep(PAUSES.after(attempt, random));
      }
      TableSnapshot<R> table;
      try {
        table = store.read();
      } catch (StoreException e) {
        return failed(e);
      }
      List<R> rows = merge.apply(table);
      if (rows.isEmpty()) {
        return new Result.Done<>(table, false);
      }
      CommitOutcome<R> outcome = store.commit(table, rows);
      // 1. Durable.
      if (outcome instanceof CommitOutcome.Committed<R> committed) {
        counts.committed();
        return new Result.Done<>(committed.after(), true);
      }
      // 2. Not written, for a reason that may pass: the caller waits longer than a race takes.
      if (outcome instanceof CommitOutcome.Transient<R> failure) {
        return new Result.Failed<>(failure.cause());
      }
      // 3. Not written, and waiting does not help.
      if (outcome instanceof CommitOutcome.Fatal<R> fatal) {
        return new Result.Refused<>(fatal.cause());
      }
      if (outcome instanceof CommitOutcome.Unknown<R> unknown) {
        // 4. It may have been written: the next read tells, and merging again changes nothing.
        last = unknown.cause();
      } else {
        // 5. Somebody else took the version: merge into what they wrote.
        counts.conflicted();
        last = Errors.contended(store.table());
      }
    }
  }

  private Result<R> failed(StoreException e) {
    return e.retryable() ? new Result.Failed<>(e) : new Result.Refused<>(e);
  }
}
