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

import io.tidegate.internal.verdict.VerdictRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All rows of one version, one for each table, and those without a key. Immutable. */
final class TableRows {
  static final TableRows NONE = new TableRows(List.of());

  private final List<TableRow> all;
  private final Map<String, VerdictRow> verdicts;

  private TableRows(List<TableRow> all) {
    this.all = List.copyOf(all);
    Map<String, VerdictRow> byName = new TreeMap<>();
    for (TableRow row : all) {
      VerdictRow verdict = row.verdict();
      if (verdict != null) {
        byName.put(verdict.tableName(), verdict);
      }
    }
    this.verdicts = Collections.unmodifiableMap(byName);
  }

  /** The rows as read; of several rows of one table the one with precedence is kept. */
  static TableRows of(List<TableRow> read) {
    Map<String, TableRow> kept = new LinkedHashMap<>();
    List<TableRow> rows = new ArrayList<>();
    for (TableRow row : read) {
      VerdictRow verdict = row.verdict();
      if (verdict == null) {
        rows.add(row);
      } else {
        kept.merge(verdict.tableName(), row, TableRows::preferred);
      }
    }
    rows.addAll(kept.values());
    return new TableRows(rows);
  }

  /** These rows with some changed or added. */
  TableRows with(List<VerdictRow> changes) {
    Map<String, VerdictRow> open = new LinkedHashMap<>();
    for (VerdictRow change : changes) {
      if (open.put(change.tableName(), change) != null) {
        throw new IllegalArgumentException("two rows of table " + change.tableName());
      }
    }
    List<TableRow> rows = new ArrayList<>(all.size() + changes.size());
    for (TableRow row : all) {
      VerdictRow verdict = row.verdict();
      VerdictRow change = verdict == null ? null : open.remove(verdict.tableName());
      rows.add(change == null ? row : row.with(change));
    }
    open.values().forEach(change -> rows.add(TableRow.added(change)));
    return new TableRows(rows);
  }

  List<TableRow> all() {
    return all;
  }

  /** The rows that have a key, by it. */
  Map<String, VerdictRow> verdicts() {
    return verdicts;
  }

  private static TableRow preferred(TableRow one, TableRow other) {
    return compare(one.verdict(), other.verdict()) >= 0 ? one : other;
  }

  private static int compare(@Nullable VerdictRow one, @Nullable VerdictRow other) {
    if (one == null || other == null) {
      throw new IllegalArgumentException("a row without a key has no precedence");
    }
    return TableRow.PRECEDENCE.compare(one, other);
  }
}
