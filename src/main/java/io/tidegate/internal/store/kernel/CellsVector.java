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
import io.delta.kernel.types.DataType;
import org.jspecify.annotations.Nullable;

/** A column of strings, longs or timestamps held in memory. */
final class CellsVector implements ColumnVector {
  private final DataType type;
  private final @Nullable Object[] cells;

  /**
   * @param cells a String or a Long for each row, a timestamp as Long microseconds; null for NULL
   */
  CellsVector(DataType type, @Nullable Object[] cells) {
    this.type = type;
    this.cells = cells;
  }

  @Override
  public DataType getDataType() {
    return type;
  }

  @Override
  public int getSize() {
    return cells.length;
  }

  @Override
  public void close() {}

  @Override
  public boolean isNullAt(int rowId) {
    return cells[rowId] == null;
  }

  @Override
  public long getLong(int rowId) {
    return (Long) cell(rowId);
  }

  @Override
  public String getString(int rowId) {
    return (String) cell(rowId);
  }

  private Object cell(int rowId) {
    Object cell = cells[rowId];
    if (cell == null) {
      throw new IllegalArgumentException("the cell of row " + rowId + " is NULL");
    }
    return cell;
  }
}
