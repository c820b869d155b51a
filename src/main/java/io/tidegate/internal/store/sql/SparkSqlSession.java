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

import io.tidegate.internal.store.schema.FoundColumn;
import io.tidegate.internal.store.schema.RowColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Function;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A session of the store's own, opened at its first use. Its jobs carry a group and a description,
 * and nothing that the calling thread may have inherited from the application's. Thread safe.
 */
final class SparkSqlSession implements SqlSession {
  private static final String AFFECTED = "num_affected_rows";

  private final OwnSessions sessions;
  private final String description;
  private volatile @Nullable SparkSession open;

  /**
   * @param description what its jobs do, as the UI shows it
   */
  SparkSqlSession(OwnSessions sessions, String description) {
    this.sessions = sessions;
    this.description = description;
  }

  /** Does something with a session. */
  @FunctionalInterface
  private interface Call<T> {
    T on(SparkSession session);
  }

  @Override
  public boolean stopped() {
    return sessions.stopped();
  }

  @Override
  public List<FoundColumn> columns(String table) {
    return call(
        session ->
            Arrays.stream(session.sql("SELECT * FROM " + table).schema().fields())
                .map(SparkSqlSession::found)
                .toList());
  }

  private static FoundColumn found(StructField field) {
    String type = field.dataType().sql().toUpperCase(Locale.ROOT);
    return new FoundColumn(field.name(), type, field.nullable());
  }

  @Override
  public boolean cached(String table) {
    return call(session -> session.catalog().isCached(table));
  }

  @Override
  public List<List<@Nullable Object>> query(String select) {
    return call(
        session -> {
          List<List<@Nullable Object>> rows = new ArrayList<>();
          for (Row row : session.sql(select).collectAsList()) {
            List<@Nullable Object> cells = new ArrayList<>();
            for (int i = 0; i < row.length(); i++) {
              cells.add(row.get(i));
            }
            rows.add(cells);
          }
          return rows;
        });
  }

  @Override
  public void run(String statement) {
    call(session -> session.sql(statement).collectAsList());
  }

  @Override
  public OptionalLong merge(MergeSource source, Function<String, String> statement) {
    // Unique, since an abandoned call may still be running.
    String view = "tidegate_" + UUID.randomUUID().toString().replace('-', '_');
    return call(
        session -> {
          session.createDataFrame(rows(source), struct(source)).createOrReplaceTempView(view);
          try {
            return affected(session.sql(statement.apply(view)).collectAsList());
          } finally {
            session.catalog().dropTempView(view);
          }
        });
  }

  private static List<Row> rows(MergeSource source) {
    return source.rows().stream().map(cells -> RowFactory.create(cells.toArray())).toList();
  }

  private static StructType struct(MergeSource source) {
    return DataTypes.createStructType(
        source.columns().stream()
            .map(column -> DataTypes.createStructField(column.name(), type(column.type()), true))
            .toList());
  }

  private static DataType type(RowColumn.@Nullable Type type) {
    if (type == null) {
      return DataTypes.BooleanType;
    }
    return type == RowColumn.Type.STRING ? DataTypes.StringType : DataTypes.LongType;
  }

  private static OptionalLong affected(List<Row> result) {
    if (result.size() != 1 || result.get(0).schema() == null) {
      return OptionalLong.empty();
    }
    Row row = result.get(0);
    List<String> names = Arrays.asList(row.schema().fieldNames());
    return names.contains(AFFECTED) && row.get(names.indexOf(AFFECTED)) instanceof Long count
        ? OptionalLong.of(count)
        : OptionalLong.empty();
  }

  private <T> T call(Call<T> call) {
    SparkSession session = session();
    SparkContext context = session.sparkContext();
    context.setLocalProperties(new Properties());
    context.setJobGroup("tidegate", description, false);
    try {
      return call.on(session);
    } finally {
      context.setLocalProperties(new Properties());
    }
  }

  private SparkSession session() {
    SparkSession known = open;
    if (known == null) {
      known = sessions.open().orElseThrow(NoSessionException::new);
      open = known;
    }
    return known;
  }
}
