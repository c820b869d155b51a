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
package io.tidegate.internal.cli;

import io.tidegate.internal.settings.OffsetSettings;
import io.tidegate.internal.settings.QuerySettings;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the rule out of a row's {@code basis}. */
final class Basis {
  private static final Pattern OFFSET =
      Pattern.compile("offset\\(field=(?<field>.+?)(?:, zone=(?<zone>[^,]+))?\\)");

  private static final String ENTRY = "spark.tidegate.queries.row.";

  private Basis() {}

  /**
   * An entry with this rule and what is part of it. What is not has the value that claims most: no
   * lag, no offset that is incomplete, the shortest period.
   *
   * @return empty for a rule that no checkpoint can tell about, or that is not known
   */
  static Optional<QuerySettings> entry(String basis) {
    GivenConf conf =
        new GivenConf()
            .with("spark.tidegate.controlTable", "file:/none", "")
            .with(ENTRY + "table", "row", "")
            .with(ENTRY + "granularity", "minute", "");
    Matcher offset = OFFSET.matcher(basis);
    if (offset.matches()) {
      conf.with(ENTRY + "frontier", "offset", "basis")
          .with(ENTRY + "offset.field", offset.group("field"), "basis");
      String zone = offset.group("zone");
      if (zone != null) {
        conf.with(ENTRY + "offset.zone", zone, "basis");
      }
    } else if (basis.equals("watermark")) {
      conf.with(ENTRY + "frontier", basis, "basis");
    } else {
      return Optional.empty();
    }
    try {
      return Optional.of(neverIncomplete(conf.settings().queries().get(0)));
    } catch (CommandException e) {
      return Optional.empty(); // no rule has such a field or zone
    }
  }

  private static QuerySettings neverIncomplete(QuerySettings entry) {
    return new QuerySettings(
        entry.label(),
        entry.name(),
        entry.table(),
        entry.frontier(),
        entry.granularity(),
        entry.zone(),
        entry.lag(),
        new OffsetSettings(entry.offset().field(), entry.offset().zone(), List.of()),
        entry.onNewLineage(),
        entry.startsAt(),
        entry.recovery(),
        entry.done());
  }
}
