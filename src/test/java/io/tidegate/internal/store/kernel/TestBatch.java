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
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.util.List;

/** A batch of rows, with the times that Kernel's own batch of rows does not give. */
record TestBatch(ColumnarBatch rows, List<Object[]> cells) implements ColumnarBatch {
  @Override
  public StructType getSchema() {
    return rows.getSchema();
  }

  @Override
  public ColumnVector getColumnVector(int ordinal) {
    DataType type = getSchema().at(ordinal).getDataType();
    return type instanceof TimestampType
            || type instanceof TimestampNTZType
            || type instanceof DateType
        ? new Times(type, cells.stream().map(row -> row[ordinal]).toList())
        : rows.getColumnVector(ordinal);
  }

  @Override
  public int getSize() {
    return rows.getSize();
  }

  /** Times as numbers. */
  private record Times(DataType getDataType, List<Object> cells) implements ColumnVector {
    @Override
    public int getSize() {
      return cells.size();
    }

    @Override
    public void close() {}

    @Override
    public boolean isNullAt(int rowId) {
      return cells.get(rowId) == null;
    }

    @Override
    public int getInt(int rowId) {
      return (Integer) cells.get(rowId);
    }

    @Override
    public long getLong(int rowId) {
      return (Long) cells.get(rowId);
    }
  }
}
