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

import io.tidegate.internal.store.schema.RowSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All rows of one version, one for each key, and those without a key. Immutable.
 *
 * @param <R> a row
 */
final class TableRows<R> {
  private final RowSchema<R, ?> schema;
  private final List<TableRow<R>> all;
  private final Map<String, R> known;

  private TableRows(RowSchema<R, ?> schema, List<TableRow<R>> all) {
    this.schema = schema;
    this.all = List.copyOf(all);
    Map<String, R> byKey = new TreeMap<>();
    for (TableRow<R> row : all) {
      R known = row.known();
      if (known != null) {
        byKey.put(schema.key(known), known);
      }
    }
    this.known = Collections.unmodifiableMap(byKey);
  }

  /** The rows as read; of several rows with one key the one with precedence is kept. */
  static <R> TableRows<R> of(RowSchema<R, ?> schema, List<TableRow<R>> read) {
    Map<String, TableRow<R>> kept = new LinkedHashMap<>();
    List<TableRow<R>> rows = new ArrayList<>();
    for (TableRow<R> row : read) {
      R known = row.known();
      if (known == null) {
        rows.add(row);
      } else {
        kept.merge(
            schema.key(known),
            row,
            (one, other) -> compare(schema, one.known(), other.known()) >= 0 ? one : other);
      }
    }
    rows.addAll(kept.values());
    return new TableRows<>(schema, rows);
  }

  /** These rows with some changed or added. */
  TableRows<R> with(List<R> changes) {
    Map<String, R> open = new LinkedHashMap<>();
    for (R change : changes) {
      if (open.put(schema.key(change), change) != null) {
        throw new IllegalArgumentException("two rows of " + schema.key(change));
      }
    }
    List<TableRow<R>> rows = new ArrayList<>(all.size() + changes.size());
    for (TableRow<R> row : all) {
      R known = row.known();
      R change = known == null ? null : open.remove(schema.key(known));
      rows.add(change == null ? row : row.with(change, schema));
    }
    open.values().forEach(change -> rows.add(TableRow.added(change)));
    return new TableRows<>(schema, rows);
  }

  List<TableRow<R>> all() {
    return all;
  }

  /** The rows that have a key, by it. */
  Map<String, R> known() {
    return known;
  }

  private static <R> int compare(RowSchema<R, ?> schema, @Nullable R one, @Nullable R other) {
    if (one == null || other == null) {
      throw new IllegalArgumentException("a row without a key has no precedence");
    }
    return schema.precedence().compare(one, other);
  }
}
