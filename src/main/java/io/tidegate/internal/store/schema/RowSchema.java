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
package io.tidegate.internal.store.schema;

import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of a table are: its columns, and how a row is read and built. Immutable.
 *
 * @param <R> a row
 * @param <B> what builds one
 */
public final class RowSchema<R, B> {
  private final OwnTable.Kind kind;
  private final String retention;
  private final List<RowColumn<R, B>> columns;
  private final Function<R, String> key;
  private final Function<String, B> builder;
  private final Function<B, R> build;
  private final Comparator<R> precedence;

  /**
   * The cells of one row of a table, in the forms of their columns' types.
   *
   * @param <R> what the row is
   */
  @FunctionalInterface
  public interface Cells<R> {
    /** The cell of a column; null for NULL. */
    @Nullable Object of(RowColumn<R, ?> column);
  }

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
    this.key = key;
    this.builder = builder;
    this.build = build;
    this.precedence = precedence;
  }

  /** Which table it is. */
  public OwnTable.Kind kind() {
    return kind;
  }

  /** The columns in the order they are created, the key first. */
  public List<RowColumn<R, B>> columns() {
    return columns;
  }

  /**
   * Checks that a table has these columns, in any order and case, and else only nullable ones.
   *
   * @return names of the columns that it does not have and need not
   * @throws StoreException not retryable, with what was expected and found
   */
  public Set<String> check(OwnTable table, List<FoundColumn> found) throws StoreException {
    Map<String, FoundColumn> byName = new HashMap<>();
    found.forEach(column -> byName.put(column.name().toLowerCase(Locale.ROOT), column));
    List<String> wrong = new ArrayList<>();
    Set<String> absent = new HashSet<>();
    for (RowColumn<R, B> column : columns) {
      FoundColumn there = byName.remove(column.name());
      if (there == null && column.isMaybeAbsent()) {
        absent.add(column.name());
      } else if (there == null) {
        wrong.add("no column " + column.name());
      } else if (!there.type().equals(column.type().sql())
          || !(there.nullable() || column.isNeverNull())) {
        wrong.add(there.ddl());
      }
    }
    for (FoundColumn column : found) {
      if (byName.containsValue(column) && !column.nullable()) {
        wrong.add("the additional column " + column.ddl());
      }
    }
    if (!wrong.isEmpty()) {
      throw Errors.schema(
          table,
          columns.stream()
                  .map(column -> column.name() + " " + column.type().sql())
                  .collect(Collectors.joining(", "))
              + ", and nullable additional columns if any",
          String.join("; ", wrong)
              + " (all columns: "
              + found.stream().map(FoundColumn::ddl).collect(Collectors.joining(", "))
              + ")");
    }
    return absent;
  }

  /** The properties a new table is created with. */
  public Map<String, String> properties() {
    return Map.of(
        "delta.deletedFileRetentionDuration", retention, "delta.logRetentionDuration", retention);
  }

  /** The key of a row. */
  public String key(R row) {
    return key.apply(row);
  }

  /** Of several rows with one key the greatest counts. */
  public Comparator<R> precedence() {
    return precedence;
  }

  /**
   * The row that some cells make.
   *
   * @return empty where the key is NULL
   */
  public Optional<R> row(Cells<R> cells) {
    if (!(cells.of(columns.get(0)) instanceof String given)) {
      return Optional.empty();
    }
    B building = builder.apply(given);
    for (RowColumn<R, B> column : columns) {
      column.read(cells.of(column), building);
    }
    return Optional.of(build.apply(building));
  }

  /** Texts by column that this version cannot take into a row, such as a state of a later one. */
  public Map<String, String> foreign(R row, Cells<R> cells) {
    Map<String, String> foreign = new HashMap<>();
    for (RowColumn<R, B> column : columns) {
      if (column.type() == RowColumn.Type.STRING
          && column.cell(row) == null
          && cells.of(column) instanceof String text) {
        foreign.put(column.name(), text);
      }
    }
    return foreign;
  }
}
