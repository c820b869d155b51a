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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the known columns stand in a table's schema; names match in any case. Immutable. */
final class TableLayout {
  private final StructType schema;
  private final Map<VerdictColumn, Integer> ordinals = new HashMap<>();
  private final @Nullable VerdictColumn[] known;

  private TableLayout(StructType schema) {
    this.schema = schema;
    this.known = new VerdictColumn[schema.length()];
    Map<String, VerdictColumn> byName = new HashMap<>();
    for (VerdictColumn column : VerdictSchema.COLUMNS) {
      byName.put(column.name(), column);
    }
    List<StructField> fields = schema.fields();
    for (int ordinal = 0; ordinal < fields.size(); ordinal++) {
      VerdictColumn column = byName.get(fields.get(ordinal).getName().toLowerCase(Locale.ROOT));
      if (column != null) {
        known[ordinal] = column;
        ordinals.put(column, ordinal);
      }
    }
  }

  /** The layout of a schema, which may lack columns. */
  static TableLayout of(StructType schema) {
    return new TableLayout(schema);
  }

  StructType schema() {
    return schema;
  }

  /** Whether the table has the column. */
  boolean has(VerdictColumn column) {
    return ordinals.containsKey(column);
  }

  /** The place of a column that the table has. */
  int ordinal(VerdictColumn column) {
    Integer ordinal = ordinals.get(column);
    if (ordinal == null) {
      throw new IllegalArgumentException("no column " + column.name());
    }
    return ordinal;
  }

  /** The known column at a place; null for a column of somebody else. */
  @Nullable VerdictColumn at(int ordinal) {
    return known[ordinal];
  }
}
