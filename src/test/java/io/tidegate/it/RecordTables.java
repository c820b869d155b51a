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
package io.tidegate.it;

import io.tidegate.internal.recovery.Attempt;
import io.tidegate.internal.recovery.AttemptsJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The recovery record that stands beside a control table. */
final class RecordTables {
  private RecordTables() {}

  /** The row of the lineage whose checkpoint's name this is; no columns where there is none. */
  static Map<String, Object> row(Path control, String checkpoint) {
    Path table = control.resolveSibling(control.getFileName() + "_lineages");
    if (!Files.exists(table.resolve("_delta_log"))) {
      return Map.of();
    }
    return ControlTables.rows(table).stream()
        .filter(row -> row.get("checkpoint").toString().endsWith("/" + checkpoint))
        .findFirst()
        .orElse(Map.of());
  }

  /** Its listed attempts, oldest first. */
  static List<Attempt> attempts(Path control, String checkpoint) {
    return AttemptsJson.read((String) row(control, checkpoint).get("history")).orElseThrow();
  }
}
