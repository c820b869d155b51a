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
package io.tidegate.internal.config;

import org.jspecify.annotations.Nullable;

/**
 * One option, with everything that is to be known of it.
 *
 * @param key without prefix and label
 * @param scope where it may be given
 * @param type how its values are read
 * @param fallback what applies when it is not given
 * @param description what it does, in sentences of Markdown
 * @param since the first version that has it
 * @param <T> what its values are read to
 */
record ConfigOption<T>(
    String key,
    Scope scope,
    OptionType<T> type,
    Default fallback,
    String description,
    String since) {

  /** Where an option may be given. */
  enum Scope {
    /** Once, in Spark's configuration: it is needed before any file is read. */
    SPARK_ONLY,
    /** Once for the application. */
    GLOBAL,
    /** In a query entry, each with its own value. */
    QUERY_ONLY,
    /** In a query entry, or once for all entries that do not have it. */
    QUERY_OR_GLOBAL;

    /** Whether the option may stand in a query entry. */
    boolean perQuery() {
      return this == QUERY_ONLY || this == QUERY_OR_GLOBAL;
    }

    /** Whether the option may stand outside of query entries. */
    boolean global() {
      return this != QUERY_ONLY;
    }
  }

  /**
   * What applies when an option is not given.
   *
   * @param text a value as it would be given; null when there is none that could be
   * @param note what the reference says, in Markdown
   */
  record Default(@Nullable String text, String note) {
    static Default value(String text) {
      return new Default(text, "`" + text + "`");
    }

    static Default value(String text, String more) {
      return new Default(text, "`" + text + "`; " + more);
    }

    static Default note(String note) {
      return new Default(null, note);
    }
  }
}
