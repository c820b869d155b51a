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

import io.tidegate.internal.model.CatalogName;
import io.tidegate.internal.store.schema.RowColumn;
import io.tidegate.internal.store.schema.RowSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The statements that keep a table. They hold names of columns and of the table, quoted, and no
 * value: rows are the source of the MERGE. Immutable.
 */
final class SqlStatements<R> {
  private static final String KNOWN = "known";
  private static final String NEW = "new_";
  private static final String READ = "read_";

  private final RowSchema<R, ?> schema;
  private final String table;
  private final String key;

  SqlStatements(RowSchema<R, ?> schema, CatalogName name) {
    this.schema = schema;
    this.table = name.quoted();
    this.key = schema.columns().get(0).name();
  }

  /** The table's name, in quotes. */
  String table() {
    return table;
  }

  /** Makes the table where there is none. */
  String create() {
    String columns =
        list(
            Set.of(),
            c -> quoted(c) + " " + c.type().sql() + " COMMENT " + text(c.comment()),
            ", ");
    String properties =
        new TreeMap<>(schema.properties())
            .entrySet().stream()
                .map(each -> text(each.getKey()) + " = " + text(each.getValue()))
                .collect(Collectors.joining(", "));
    return "CREATE TABLE IF NOT EXISTS "
        + table
        + " ("
        + columns
        + ") USING delta TBLPROPERTIES ("
        + properties
        + ")";
  }

  /**
   * Reads the known columns of all rows, instants as microseconds.
   *
   * @param absent the columns that the table does not have, for which NULL is read
   */
  String select(Set<String> absent) {
    return "SELECT "
        + list(
            Set.of(),
            c ->
                absent.contains(c.name())
                    ? "NULL"
                    : isInstant(c) ? "unix_micros(" + quoted(c) + ")" : quoted(c),
            ", ")
        + " FROM "
        + table;
  }

  /**
   * Writes rows, each only where the table still has what was read of it: the row as it was, or
   * none.
   *
   * @param source the name of the source
   * @param absent the columns that the table does not have, which are left out
   */
  String merge(String source, Set<String> absent) {
    return "MERGE INTO "
        + table
        + " AS t USING "
        + CatalogName.quoted(source)
        + " AS s ON t."
        + CatalogName.quoted(key)
        + " = s."
        + NEW
        + key
        + " WHEN MATCHED AND s."
        + KNOWN
        + " AND "
        + list(absent, c -> "t." + quoted(c) + " <=> " + value(READ, c), " AND ")
        + " THEN UPDATE SET "
        + list(absent, c -> "t." + quoted(c) + " = " + value(NEW, c), ", ")
        + " WHEN NOT MATCHED AND NOT s."
        + KNOWN
        + " THEN INSERT ("
        + list(absent, SqlStatements::quoted, ", ")
        + ") VALUES ("
        + list(absent, c -> value(NEW, c), ", ")
        + ")";
  }

  /** The source of that MERGE: for each row what it shall be, and what was read of it. */
  MergeSource source(SqlSnapshot<R> base, List<R> rows) {
    List<MergeSource.Column> columns = new ArrayList<>();
    schema.columns().forEach(c -> columns.add(new MergeSource.Column(NEW + c.name(), c.type())));
    schema.columns().forEach(c -> columns.add(new MergeSource.Column(READ + c.name(), c.type())));
    columns.add(new MergeSource.Column(KNOWN, null));
    List<List<@Nullable Object>> cells = new ArrayList<>();
    for (R row : rows) {
      SqlSnapshot.SqlRow<R> before = base.read().get(schema.key(row));
      List<@Nullable Object> each = new ArrayList<>();
      schema.columns().forEach(c -> each.add(SqlSnapshot.SqlRow.cell(c, row, before)));
      for (int i = 0; i < schema.columns().size(); i++) {
        each.add(before == null ? null : before.cells().get(i));
      }
      each.add(before != null);
      cells.add(each);
    }
    return new MergeSource(columns, cells);
  }

  private String list(Set<String> absent, OfColumn text, String separator) {
    return schema.columns().stream()
        .filter(column -> !absent.contains(column.name()))
        .map(text::of)
        .collect(Collectors.joining(separator));
  }

  /** Writes something about a column. */
  @FunctionalInterface
  private interface OfColumn {
    String of(RowColumn<?, ?> column);
  }

  private static String quoted(RowColumn<?, ?> column) {
    return CatalogName.quoted(column.name());
  }

  private static String value(String side, RowColumn<?, ?> column) {
    String cell = "s." + side + column.name();
    return isInstant(column) ? "timestamp_micros(" + cell + ")" : cell;
  }

  private static boolean isInstant(RowColumn<?, ?> column) {
    return column.type() == RowColumn.Type.INSTANT;
  }

  private static String text(String value) {
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
