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
import io.tidegate.internal.store.schema.RowSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A session that answers what it is told to, and remembers what it was asked. */
final class FakeSqlSession implements SqlSession {
  final List<String> statements = new ArrayList<>();
  List<FoundColumn> columns = new ArrayList<>();
  List<List<@Nullable Object>> rows = new ArrayList<>();
  OptionalLong affected = OptionalLong.of(1);
  MergeSource source;
  RuntimeException fails;
  boolean stopped;
  boolean cached;

  FakeSqlSession(RowSchema<?, ?> schema) {
    schema.columns().forEach(c -> columns.add(new FoundColumn(c.name(), c.type().sql(), true)));
  }

  private void asked(String statement) {
    statements.add(statement);
    if (fails != null) {
      throw fails;
    }
  }

  @Override
  public List<FoundColumn> columns(String table) {
    asked("columns of " + table);
    return columns;
  }

  @Override
  public boolean cached(String table) {
    return cached;
  }

  @Override
  public List<List<@Nullable Object>> query(String select) {
    asked(select);
    return rows;
  }

  @Override
  public void run(String statement) {
    asked(statement);
  }

  @Override
  public OptionalLong merge(MergeSource source, Function<String, String> statement) {
    this.source = source;
    asked(statement.apply("view"));
    return affected;
  }

  @Override
  public boolean stopped() {
    return stopped;
  }
}
