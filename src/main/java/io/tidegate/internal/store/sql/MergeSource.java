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

import io.tidegate.internal.store.schema.RowColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The source of a MERGE. Immutable.
 *
 * @param columns its columns
 * @param rows a cell for each column: a String, a Long, a Boolean or null
 */
record MergeSource(List<Column> columns, List<List<@Nullable Object>> rows) {
  /**
   * A column.
   *
   * @param type in whose form its cells are; null for a Boolean
   */
  record Column(String name, RowColumn.@Nullable Type type) {}

  MergeSource {
    columns = List.copyOf(columns);
    for (List<@Nullable Object> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(row.size() + " cells for " + columns.size());
      }
    }
  }
}
