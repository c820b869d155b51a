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

import io.delta.kernel.engine.Engine;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.store.schema.RowSchema;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.Time;

/**
 * What reads and commits of one table share.
 *
 * @param schema what its rows are
 * @param location the table's path
 * @param table what it is, for messages
 * @param engineInfo who writes, for the table's history
 * @param readsOnly whether nothing is ever written
 * @param <R> a row
 */
record StoreParts<R>(
    RowSchema<R, ?> schema,
    Engine engine,
    String location,
    OwnTable table,
    Time time,
    String engineInfo,
    boolean readsOnly,
    TableReader<R> reader,
    Failures failures,
    Hooks hooks,
    Upkeep upkeep) {

  static <R> StoreParts<R> of(
      RowSchema<R, ?> schema,
      Engine engine,
      String location,
      Time time,
      String engineInfo,
      boolean readsOnly) {
    OwnTable table = new OwnTable(schema.kind(), Redactor.standard().text(location));
    TableChecks<R> checks = new TableChecks<>(schema, table, readsOnly);
    return new StoreParts<>(
        schema,
        engine,
        location,
        table,
        time,
        engineInfo,
        readsOnly,
        new TableReader<>(engine, schema, location, table, checks),
        new Failures(table, checks),
        new Hooks(engine, table),
        new Upkeep(engine, time, table));
  }
}
