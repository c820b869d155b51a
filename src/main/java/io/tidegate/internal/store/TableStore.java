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

/**
 * One of the tables that tidegate keeps, one row for each key. Calls block on its storage and may
 * hang with it; one call at a time, except that an abandoned call may still be running when its
 * replacement starts.
 *
 * @param <R> a row
 */
public interface TableStore<R> {
  /** Which table it is and where, as it may be shown. */
  OwnTable table();

  /**
   * Reads the newest version.
   *
   * @return a snapshot without rows where there is no table yet
   * @throws StoreException retryable or not, see {@link StoreException#retryable()}
   */
  TableSnapshot<R> read() throws StoreException;

  /**
   * Writes rows on top of exactly the given version, in one commit; creates the table where the
   * snapshot says there is none.
   *
   * @param base what was read
   * @param rows the rows that change, each the only one of its key; not empty
   */
  CommitOutcome<R> commit(TableSnapshot<R> base, List<R> rows);
}
