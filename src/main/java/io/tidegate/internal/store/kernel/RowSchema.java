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
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.tidegate.internal.model.OwnTable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What the rows of a table are: its columns, and how a row is read and built. Immutable.
 *
 * @param <R> a row
 * @param <B> what builds one
 */
final class RowSchema<R, B> {
  private final OwnTable.Kind kind;
  private final String retention;
  private final List<RowColumn<R, B>> columns;
  private final StructType struct;
  private final Function<R, String> key;
  private final Function<String, B> builder;
  private final Function<B, R> build;
  private final Comparator<R> precedence;

  /**
   * @param retention how long a table that is created keeps what is dead, as an interval of Delta
   * @param columns in the order they are created, the key first
   * @param key the key of a row
   * @param builder begins a row with a key
   * @param build ends it
   * @param precedence of several rows with one key the greatest counts
   */
  RowSchema(
      OwnTable.Kind kind,
      String retention,
      List<RowColumn<R, B>> columns,
      Function<R, String> key,
      Function<String, B> builder,
      Function<B, R> build,
      Comparator<R> precedence) {
    this.kind = kind;
    this.retention = retention;
    this.columns = List.copyOf(columns);
    this.struct = new StructType(columns.stream().map(RowColumn::field).toList());
    this.key = key;
    this.builder = builder;
    this.build = build;
    this.precedence = precedence;
  }

  OwnTable.Kind kind() {
    return kind;
  }

  List<RowColumn<R, B>> columns() {
    return columns;
  }

  /** The schema a new table is created with. */
  StructType struct() {
    return struct;
  }

  /** The properties a new table is created with. */
  Map<String, String> properties() {
    return Map.of(
        "delta.deletedFileRetentionDuration", retention, "delta.logRetentionDuration", retention);
  }

  String key(R row) {
    return key.apply(row);
  }

  Comparator<R> precedence() {
    return precedence;
  }

  /** One row of a batch that was read from the table. */
  TableRow<R> read(TableLayout<R> layout, ColumnarBatch batch, int rowId) {
    ColumnVector keys = batch.getColumnVector(layout.ordinal(columns.get(0)));
    if (keys.isNullAt(rowId)) {
      return TableRow.withoutKey(batch, rowId);
    }
    B building = builder.apply(keys.getString(rowId));
    for (RowColumn<R, B> column : columns) {
      if (!layout.has(column)) {
        continue;
      }
      column.read(batch.getColumnVector(layout.ordinal(column)), rowId, building);
    }
    R row = build.apply(building);
    return TableRow.read(row, batch, rowId, foreign(layout, row, batch, rowId));
  }

  /** Texts that this version cannot take into a row, such as a state of a later one. */
  private Map<String, String> foreign(
      TableLayout<R> layout, R row, ColumnarBatch batch, int rowId) {
    Map<String, String> foreign = new HashMap<>();
    for (RowColumn<R, B> column : columns) {
      if (layout.has(column) && column.type() instanceof StringType && column.cell(row) == null) {
        ColumnVector cells = batch.getColumnVector(layout.ordinal(column));
        if (!cells.isNullAt(rowId)) {
          foreign.put(column.name(), cells.getString(rowId));
        }
      }
    }
    return foreign;
  }
}
