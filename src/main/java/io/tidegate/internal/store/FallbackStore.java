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

import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Two ways to keep one table, the second by SQL: it takes over for good once the first refuses what
 * only SQL can write and the second can read the table. As thread safe as the two.
 *
 * @param <R> a row of the table
 */
public final class FallbackStore<R> implements TableStore<R> {
  private final TableStore<R> first;
  private final TableStore<R> second;
  private final Consumer<StoreException> told;
  private volatile boolean taken;

  /**
   * @param told takes what the first refused the table for, once the second has taken over; may be
   *     called more than once by threads that find out together
   */
  public FallbackStore(TableStore<R> first, TableStore<R> second, Consumer<StoreException> told) {
    this.first = first;
    this.second = second;
    this.told = told;
  }

  /** What one of the two has read. */
  private record Read<R>(TableStore<R> by, TableSnapshot<R> snapshot) implements TableSnapshot<R> {
    @Override
    public long version() {
      return snapshot.version();
    }

    @Override
    public Map<String, R> rows() {
      return snapshot.rows();
    }

    @Override
    public Set<String> absentColumns() {
      return snapshot.absentColumns();
    }
  }

  @Override
  public OwnTable table() {
    return first.table();
  }

  @Override
  public TableSnapshot<R> read() throws StoreException {
    if (taken) {
      return new Read<>(second, second.read());
    }
    try {
      return new Read<>(first, first.read());
    } catch (StoreException refused) {
      if (refused.bySqlOnly().isEmpty()) {
        throw refused;
      }
      TableSnapshot<R> snapshot = bySecond(refused);
      if (!taken) {
        taken = true;
        told.accept(refused);
      }
      return new Read<>(second, snapshot);
    }
  }

  private TableSnapshot<R> bySecond(StoreException refused) throws StoreException {
    try {
      TableSnapshot<R> snapshot = second.read();
      if (snapshot.version() != TableSnapshot.ABSENT) {
        return snapshot;
      }
    } catch (StoreException neither) {
      refused.addSuppressed(neither);
    }
    throw refused;
  }

  @Override
  public CommitOutcome<R> commit(TableSnapshot<R> base, List<R> rows) {
    if (!(base instanceof Read<R> read)) {
      throw new IllegalArgumentException("the snapshot was not read by this store");
    }
    CommitOutcome<R> outcome = read.by().commit(read.snapshot(), rows);
    return outcome instanceof CommitOutcome.Committed<R> committed
        ? new CommitOutcome.Committed<>(new Read<>(read.by(), committed.after()))
        : outcome;
  }
}
