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
package io.tidegate.internal.spark.functions;

import io.tidegate.internal.config.Nearest;
import io.tidegate.internal.errors.StatementErrors;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.status.TableStatus;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The control table as one statement sees it.
 *
 * @param table which it is and where, as it may be shown
 * @param rows its rows by table
 * @param at when it was read
 */
record Reading(OwnTable table, Map<String, VerdictRow> rows, Instant at) {

  /** The row of a table; empty where there is none. */
  Optional<VerdictRow> row(String name) {
    return Optional.ofNullable(rows.get(name));
  }

  /**
   * The row of a table.
   *
   * @throws io.tidegate.internal.errors.UnansweredException when there is none
   */
  VerdictRow existing(String name) {
    return row(name)
        .orElseThrow(
            () -> StatementErrors.unknownTable(table, name, Nearest.listed(name, rows.keySet())));
  }

  /** Every row as a reader sees it, by the names of the tables. */
  List<TableStatus> statuses() {
    return new TreeMap<>(rows).values().stream().map(row -> TableStatus.of(row, at)).toList();
  }
}
