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

/**
 * A column that a table was found to have.
 *
 * @param name as the table spells it
 * @param type as SQL writes it, in upper case where it is one of a {@link RowColumn}
 * @param nullable whether its cells may be NULL
 */
public record FoundColumn(String name, String type, boolean nullable) {
  /** The column as a person writes it in SQL. */
  public String ddl() {
    return quoted(name) + " " + type + (nullable ? "" : " NOT NULL");
  }

  /** A name as a person writes it in SQL, with backticks where it needs them. */
  public static String quoted(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "`" + name.replace("`", "``") + "`";
  }
}
