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

import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A column whose every cell stands in some other vector, so that cells of any type are carried. */
final class CarriedVector implements ColumnVector {
  private final DataType type;
  private final @Nullable ColumnVector[] sources;
  private final int[] sourceRows;

  /**
   * @param sources for each row the vector that holds its cell; null for a NULL cell
   * @param sourceRows for each row its place in that vector
   */
  CarriedVector(DataType type, @Nullable ColumnVector[] sources, int[] sourceRows) {
    if (sources.length != sourceRows.length) {
      throw new IllegalArgumentException("one source row for each source");
    }
    this.type = type;
    this.sources = sources;
    this.sourceRows = sourceRows;
  }

  @Override
  public DataType getDataType() {
    return type;
  }

  @Override
  public int getSize() {
    return sources.length;
  }

  /** Does nothing: the sources belong to the batches they came from. */
  @Override
  public void close() {}

  @Override
  public boolean isNullAt(int rowId) {
    ColumnVector source = sources[rowId];
    return source == null || source.isNullAt(sourceRows[rowId]);
  }

  @Override
  public boolean getBoolean(int rowId) {
    return source(rowId).getBoolean(sourceRows[rowId]);
  }

  @Override
  public byte getByte(int rowId) {
    return source(rowId).getByte(sourceRows[rowId]);
  }

  @Override
  public short getShort(int rowId) {
    return source(rowId).getShort(sourceRows[rowId]);
  }

  @Override
  public int getInt(int rowId) {
    return source(rowId).getInt(sourceRows[rowId]);
  }

  @Override
  public long getLong(int rowId) {
    return source(rowId).getLong(sourceRows[rowId]);
  }

  @Override
  public float getFloat(int rowId) {
    return source(rowId).getFloat(sourceRows[rowId]);
  }

  @Override
  public double getDouble(int rowId) {
    return source(rowId).getDouble(sourceRows[rowId]);
  }

  @Override
  public byte[] getBinary(int rowId) {
    return source(rowId).getBinary(sourceRows[rowId]);
  }

  @Override
  public String getString(int rowId) {
    return source(rowId).getString(sourceRows[rowId]);
  }

  @Override
  public BigDecimal getDecimal(int rowId) {
    return source(rowId).getDecimal(sourceRows[rowId]);
  }

  @Override
  public MapValue getMap(int rowId) {
    return source(rowId).getMap(sourceRows[rowId]);
  }

  @Override
  public ArrayValue getArray(int rowId) {
    return source(rowId).getArray(sourceRows[rowId]);
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    @Nullable ColumnVector[] children = new ColumnVector[sources.length];
    for (int rowId = 0; rowId < children.length; rowId++) {
      children[rowId] = isNullAt(rowId) ? null : source(rowId).getChild(ordinal);
    }
    return new CarriedVector(((StructType) type).at(ordinal).getDataType(), children, sourceRows);
  }

  private ColumnVector source(int rowId) {
    ColumnVector source = sources[rowId];
    if (source == null) {
      throw new IllegalArgumentException("the cell of row " + rowId + " is NULL");
    }
    return source;
  }
}
