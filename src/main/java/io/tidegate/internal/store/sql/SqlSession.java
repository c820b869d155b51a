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
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the store needs of a Spark session. Calls block, may hang, and throw whatever Spark and
 * Delta Lake throw. Thread safe.
 */
interface SqlSession {
  /** The columns of a table as it is now, named in quotes. */
  List<FoundColumn> columns(String table);

  /** Whether the application has cached a table, so that a query would show it as it was then. */
  boolean cached(String table);

  /** The rows of a query whose columns are texts and longs: a String, a Long or null each. */
  List<List<@Nullable Object>> query(String select);

  /** Runs a statement that has no result. */
  void run(String statement);

  /**
   * Runs a MERGE.
   *
   * @param source the rows to merge, which reach it as data
   * @param statement the MERGE, given the name of its source
   * @return the rows it updated or inserted; empty where it does not say
   */
  OptionalLong merge(MergeSource source, Function<String, String> statement);

  /** Whether the SparkContext has stopped, so that nothing can be run any more. */
  boolean stopped();
}
