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
package io.tidegate.internal.store.sql;

import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.schema.RowColumn;
import io.tidegate.internal.store.schema.RowSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table as they were read at once. Immutable. A commit on it compares what was read
 * with what is there, so that no number of the table's version is needed.
 *
 * @param version {@link TableSnapshot#ABSENT} where there is no table; else how many commits of
 *     this store's are chained on what was read
 * @param read all rows that have a key, by it
 * @param doubled whether some key had several rows
 * @param absentColumns the known columns that the table does not have; their cells are NULL
 * @param <R> a row
 */
record SqlSnapshot<R>(
    long version, Map<String, SqlRow<R>> read, boolean doubled, Set<String> absentColumns)
    implements TableSnapshot<R> {
  SqlSnapshot {
    read = Collections.unmodifiableMap(new TreeMap<>(read));
    absentColumns = Set.copyOf(absentColumns);
  }

  /**
   * A row with the cells it was read with.
   *
   * @param known the row as tidegate knows it
   * @param cells of the known columns, in their order
   * @param foreign by column the texts that {@code known} cannot hold, such as an unknown state
   */
  record SqlRow<R>(R known, List<@Nullable Object> cells, Map<String, String> foreign) {
    SqlRow {
      foreign = Map.copyOf(foreign);
    }

    /** The cell that a changed row gets in a column. */
    static <R> @Nullable Object cell(RowColumn<R, ?> column, R change, @Nullable SqlRow<R> before) {
      Object cell = column.cell(change);
      return cell == null && before != null ? before.foreign().get(column.name()) : cell;
    }
  }

  /** No table yet. */
  static <R> SqlSnapshot<R> absent() {
    return new SqlSnapshot<>(ABSENT, Map.of(), false, Set.of());
  }

  /**
   * What was read of a table.
   *
   * @param rows the cells of the known columns, in their order; of several rows with one key the
   *     one with precedence counts
   */
  static <R> SqlSnapshot<R> of(
      RowSchema<R, ?> schema, Set<String> absentColumns, List<List<@Nullable Object>> rows) {
    Map<String, SqlRow<R>> byKey = new TreeMap<>();
    boolean doubled = false;
    for (List<@Nullable Object> cells : rows) {
      SqlRow<R> row = row(schema, cells);
      if (row == null) {
        continue;
      }
      SqlRow<R> other = byKey.get(schema.key(row.known()));
      doubled |= other != null;
      if (other == null || schema.precedence().compare(row.known(), other.known()) > 0) {
        byKey.put(schema.key(row.known()), row);
      }
    }
    return new SqlSnapshot<>(0, byKey, doubled, absentColumns);
  }

  private static <R> @Nullable SqlRow<R> row(RowSchema<R, ?> schema, List<@Nullable Object> cells) {
    Map<String, Object> named = new HashMap<>();
    for (int i = 0; i < schema.columns().size(); i++) {
      Object cell = cells.get(i);
      if (cell != null) {
        named.put(schema.columns().get(i).name(), cell);
      }
    }
    RowSchema.Cells<R> read = column -> named.get(column.name());
    return schema
        .row(read)
        .map(known -> new SqlRow<>(known, cells, schema.foreign(known, read)))
        .orElse(null);
  }

  @Override
  public Map<String, R> rows() {
    Map<String, R> known = new TreeMap<>();
    read.forEach((key, row) -> known.put(key, row.known()));
    return Collections.unmodifiableMap(known);
  }

  /** The table after these rows were written on it. */
  SqlSnapshot<R> with(RowSchema<R, ?> schema, List<R> changes) {
    Map<String, SqlRow<R>> after = new TreeMap<>(read);
    for (R change : changes) {
      SqlRow<R> before = read.get(schema.key(change));
      List<@Nullable Object> cells = new ArrayList<>();
      for (RowColumn<R, ?> column : schema.columns()) {
        cells.add(
            absentColumns.contains(column.name()) ? null : SqlRow.cell(column, change, before));
      }
      SqlRow<R> row = row(schema, cells);
      if (row != null) {
        after.put(schema.key(change), row);
      }
    }
    return new SqlSnapshot<>(Math.max(version, 0) + 1, after, doubled, absentColumns);
  }
}
