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
import io.tidegate.internal.store.schema.RowColumn;
import io.tidegate.internal.store.schema.RowSchema;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of a table with all its cells, also those that its known form does not have.
 *
 * @param known the row as tidegate knows it; null where the key is NULL
 * @param origin the batch it was read from; null for a row that was not read
 * @param originRow its place in that batch
 * @param changed whether the known columns come from {@code known} and no longer from the origin
 * @param foreign by column the texts that {@code known} cannot hold, such as an unknown state
 * @param <R> the known form
 */
record TableRow<R>(
    @Nullable R known,
    @Nullable ColumnarBatch origin,
    int originRow,
    boolean changed,
    Map<String, String> foreign) {

  TableRow {
    foreign = Map.copyOf(foreign);
  }

  /** One row of a batch, as it was read from the table. */
  static <R> TableRow<R> read(
      RowSchema<R, ?> schema, TableLayout<R> layout, ColumnarBatch batch, int rowId) {
    RowSchema.Cells<R> cells =
        column ->
            layout.has(column)
                ? KernelTypes.cell(
                    column.type(), batch.getColumnVector(layout.ordinal(column)), rowId)
                : null;
    R known = schema.row(cells).orElse(null);
    return new TableRow<>(
        known, batch, rowId, false, known == null ? Map.of() : schema.foreign(known, cells));
  }

  /** A row that the table does not have yet. */
  static <R> TableRow<R> added(R known) {
    return new TableRow<>(known, null, 0, true, Map.of());
  }

  /** This row with other values in the known columns; all other cells stay. */
  TableRow<R> with(R change, RowSchema<R, ?> schema) {
    Map<String, String> left = new HashMap<>(foreign);
    for (RowColumn<R, ?> column : schema.columns()) {
      if (column.cell(change) != null) {
        left.remove(column.name());
      }
    }
    return new TableRow<>(change, origin, originRow, true, left);
  }

  /** The cell of a known column of a changed row. */
  @Nullable Object cell(RowColumn<R, ?> column, R row) {
    Object cell = column.cell(row);
    return cell == null ? foreign.get(column.name()) : cell;
  }
}
