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
package io.tidegate.internal.store;

import java.util.Map;
import java.util.Set;

/**
 * A table as it was read at one version. Implementations carry what a commit on it needs.
 *
 * @param <R> a row
 */
public interface TableSnapshot<R> {
  /** The version that does not exist yet. */
  long ABSENT = -1;

  /** The table's version, {@link #ABSENT} where there is no table yet. */
  long version();

  /** All rows by their key, other applications' included. Unmodifiable. */
  Map<String, R> rows();

  /**
   * Names of columns that this table, made by an earlier version, does not have: what rows say
   * there is not kept.
   */
  default Set<String> absentColumns() {
    return Set.of();
  }
}
