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
package io.tidegate.internal.store.kernel;

import io.delta.kernel.data.ColumnarBatch;
import io.tidegate.internal.verdict.VerdictRow;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One row of the control table with all its cells, also those that {@link VerdictRow} does not
 * have.
 *
 * @param verdict the row as tidegate knows it; null where the key is NULL
 * @param origin the batch it was read from; null for a row that was not read
 * @param originRow its place in that batch
 * @param changed whether the known columns come from {@code verdict} and no longer from the origin
 * @param foreignState the text of a state that this version does not know; null otherwise
 */
record TableRow(
    @Nullable VerdictRow verdict,
    @Nullable ColumnarBatch origin,
    int originRow,
    boolean changed,
    @Nullable String foreignState) {

  /** Which of two rows of one table counts: the later epoch, then run, then verdict. */
  static final Comparator<VerdictRow> PRECEDENCE =
      Comparator.comparingLong(VerdictRow::epoch)
          .thenComparing(VerdictRow::runStartedAt, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(
              VerdictRow::finalizedUntil, Comparator.nullsFirst(Comparator.naturalOrder()));

  /** A row that the table does not have yet. */
  static TableRow added(VerdictRow verdict) {
    return new TableRow(verdict, null, 0, true, null);
  }

  /** This row with other values in the known columns; all other cells stay. */
  TableRow with(VerdictRow change) {
    return new TableRow(
        change, origin, originRow, true, change.state() == null ? foreignState : null);
  }

  /** The cell of a known column of a changed row. */
  @Nullable Object cell(VerdictColumn column, VerdictRow row) {
    return column == VerdictSchema.STATE && foreignState != null ? foreignState : column.cell(row);
  }
}
