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

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.tidegate.internal.store.schema.RowColumn;
import io.tidegate.internal.store.schema.RowSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the known columns stand in a table's schema; names match in any case. Immutable. */
final class TableLayout<R> {
  private final StructType schema;
  private final Map<RowColumn<R, ?>, Integer> ordinals = new HashMap<>();
  private final Map<Integer, RowColumn<R, ?>> known = new HashMap<>();
  private final Set<String> absent;

  private TableLayout(RowSchema<R, ?> rows, StructType schema) {
    this.schema = schema;
    Map<String, RowColumn<R, ?>> byName = new HashMap<>();
    for (RowColumn<R, ?> column : rows.columns()) {
      byName.put(column.name(), column);
    }
    List<StructField> fields = schema.fields();
    for (int ordinal = 0; ordinal < fields.size(); ordinal++) {
      RowColumn<R, ?> column = byName.get(fields.get(ordinal).getName().toLowerCase(Locale.ROOT));
      if (column != null) {
        known.put(ordinal, column);
        ordinals.put(column, ordinal);
        byName.remove(column.name());
      }
    }
    this.absent = Set.copyOf(byName.keySet());
  }

  /** The layout of a schema, which may lack columns. */
  static <R> TableLayout<R> of(RowSchema<R, ?> rows, StructType schema) {
    return new TableLayout<>(rows, schema);
  }

  StructType schema() {
    return schema;
  }

  /** Whether the table has the column. */
  boolean has(RowColumn<R, ?> column) {
    return ordinals.containsKey(column);
  }

  /** Names of the known columns that the table does not have. */
  Set<String> absent() {
    return absent;
  }

  /** The place of a column that the table has. */
  int ordinal(RowColumn<R, ?> column) {
    Integer ordinal = ordinals.get(column);
    if (ordinal == null) {
      throw new IllegalArgumentException("no column " + column.name());
    }
    return ordinal;
  }

  /** The known column at a place; null for a column of somebody else. */
  @Nullable RowColumn<R, ?> at(int ordinal) {
    return known.get(ordinal);
  }
}
