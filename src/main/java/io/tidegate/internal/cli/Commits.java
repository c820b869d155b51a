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
package io.tidegate.internal.cli;

import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.store.CommitLoop;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.util.Time;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** What a command writes, by the one retry loop. */
final class Commits {
  private static final Duration BUDGET = Duration.ofSeconds(30);

  private Commits() {}

  /**
   * Runs the loop.
   *
   * @param merge gives the rows to write on top of a snapshot; called once for each try
   * @param otherwise what is said first where nothing could be written
   */
  static <R> CommitLoop.Result.Done<R> run(
      TableStore<R> store, Time time, Function<TableSnapshot<R>, List<R>> merge, String otherwise)
      throws CommandException {
    CommitLoop.Result<R> result =
        new CommitLoop<>(store, time, new Random(), new Uncounted()).run(merge, BUDGET);
    if (result instanceof CommitLoop.Result.Done<R> done) {
      return done;
    }
    StoreException cause =
        result instanceof CommitLoop.Result.Refused<R> refused
            ? refused.cause()
            : ((CommitLoop.Result.Failed<R>) result).cause();
    throw new CommandException(
        Exit.UNREADABLE, otherwise + " " + String.valueOf(cause.getMessage()));
  }

  /** Nobody asks. */
  private static final class Uncounted implements CommitLoop.Counts {
    @Override
    public void committed() {}

    @Override
    public void conflicted() {}

    @Override
    public void retried() {}
  }
}
