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

import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A store whose calls return within a limit: one that hangs is abandoned to its thread and counts
 * as unavailable, or, for a commit, as of unknown outcome. An abandoned commit can only succeed
 * where what it read still stands, so it never overwrites what its replacement wrote.
 *
 * @param <R> a row of the table
 */
public final class TimedStore<R> implements TableStore<R> {
  private final TableStore<R> store;
  private final Workers workers;
  private final Supplier<Duration> limit;

  /**
   * @param workers the threads calls run on
   * @param limit how long one call may take
   */
  public TimedStore(TableStore<R> store, Workers workers, Duration limit) {
    this(store, workers, () -> limit);
  }

  /**
   * A store whose limit may change.
   *
   * @param workers the threads calls run on
   * @param limit how long one call may take, asked for by each
   */
  public TimedStore(TableStore<R> store, Workers workers, Supplier<Duration> limit) {
    this.store = store;
    this.workers = workers;
    this.limit = limit;
  }

  @Override
  public OwnTable table() {
    return store.table();
  }

  @Override
  public TableSnapshot<R> read() throws StoreException {
    Duration atMost = limit.get();
    try {
      return workers.call(store::read, atMost.toNanos());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StoreException known) {
        throw known;
      }
      throw Errors.unavailable(table(), e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw Errors.hung("A read of the " + table(), atMost);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Errors.unavailable(table(), e);
    }
  }

  @Override
  public CommitOutcome<R> commit(TableSnapshot<R> base, List<R> rows) {
    Duration atMost = limit.get();
    try {
      return workers.call(() -> store.commit(base, rows), atMost.toNanos());
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return new CommitOutcome.Unknown<>(Errors.unavailable(table(), cause));
    } catch (TimeoutException e) {
      return new CommitOutcome.Unknown<>(Errors.hung("A commit to the " + table(), atMost));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new CommitOutcome.Unknown<>(Errors.unavailable(table(), e));
    }
  }
}
