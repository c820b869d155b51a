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

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructType;
import io.tidegate.internal.store.schema.RowColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All rows of a table as Kernel writes them. */
final class RowsBatch<R> implements ColumnarBatch {
  private final TableLayout<R> layout;
  private final List<TableRow<R>> rows;

  RowsBatch(TableLayout<R> layout, List<TableRow<R>> rows) {
    this.layout = layout;
    this.rows = rows;
  }

  @Override
  public StructType getSchema() {
    return layout.schema();
  }

  @Override
  public int getSize() {
    return rows.size();
  }

  @Override
  public ColumnVector getColumnVector(int ordinal) {
    DataType type = layout.schema().at(ordinal).getDataType();
    RowColumn<R, ?> column = layout.at(ordinal);
    @Nullable Object[] cells = new Object[rows.size()];
    CellsVector changed = new CellsVector(type, cells);
    @Nullable ColumnVector[] sources = new ColumnVector[rows.size()];
    int[] sourceRows = new int[rows.size()];
    for (int rowId = 0; rowId < sources.length; rowId++) {
      TableRow<R> row = rows.get(rowId);
      R known = row.known();
      ColumnarBatch origin = row.origin();
      if (column != null && row.changed() && known != null) {
        cells[rowId] = row.cell(column, known);
        sources[rowId] = changed;
        sourceRows[rowId] = rowId;
      } else if (origin != null) {
        sources[rowId] = origin.getColumnVector(ordinal);
        sourceRows[rowId] = row.originRow();
      }
    }
    return new CarriedVector(type, sources, sourceRows);
  }
}
