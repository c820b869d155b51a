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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that is opened at its first use, and anew after a failure that may pass: what it is
 * opened with, credentials among it, may have changed since. As thread safe as the stores it opens.
 *
 * @param <R> a row of the table
 */
public final class ReopeningStore<R> implements TableStore<R> {
  private final OwnTable table;
  private final Supplier<TableStore<R>> opener;
  private volatile @Nullable TableStore<R> open;

  /**
   * @param table which table it is and where, as it may be shown
   * @param opener opens a store of that table, without touching storage; a snapshot that one of its
   *     stores has read can be committed on by the next
   */
  public ReopeningStore(OwnTable table, Supplier<TableStore<R>> opener) {
    this.table = table;
    this.opener = opener;
  }

  @Override
  public OwnTable table() {
    return table;
  }

  @Override
  public TableSnapshot<R> read() throws StoreException {
    try {
      return opened().read();
    } catch (StoreException e) {
      open = null;
      throw e;
    }
  }

  @Override
  public CommitOutcome<R> commit(TableSnapshot<R> base, List<R> rows) {
    CommitOutcome<R> outcome = opened().commit(base, rows);
    if (outcome instanceof CommitOutcome.Transient || outcome instanceof CommitOutcome.Unknown) {
      open = null;
    }
    return outcome;
  }

  private TableStore<R> opened() {
    TableStore<R> known = open;
    if (known == null) {
      known = opener.get();
      open = known;
    }
    return known;
  }
}
