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

import io.tidegate.api.FrontierRule;
import java.util.function.Predicate;

/** Writes {@code docs/configuration.md}. */
final class ConfigReference {
  private static final String TABLE_HEAD =
      "| key | default | allowed | meaning | since |\n| --- | --- | --- | --- | --- |\n";

  private ConfigReference() {}

  /** The whole page. */
  static String markdown() {
    StringBuilder page = new StringBuilder(ReferenceText.INTRODUCTION);
    page.append("\n## The application\n\n");
    table(page, option -> !option.scope().perQuery());
    page.append("\n## Queries\n\n").append(ReferenceText.QUERIES).append('\n');
    table(page, option -> option.scope().perQuery() && !isRecovery(option) && !isDone(option));
    page.append("\n## Done markers\n\n").append(ReferenceText.DONE).append('\n');
    table(page, ConfigReference::isDone);
    page.append("\n## Recovery\n\n").append(ReferenceText.RECOVERY).append('\n');
    table(page, ConfigReference::isRecovery);
    page.append('\n').append(ReferenceText.NAMES);
    page.append('\n').append(ReferenceText.FRONTIERS).append('\n');
    for (FrontierRule rule : FrontierRule.values()) {
      page.append("* `").append(rule.key()).append("`: ").append(rule.assumption()).append(".\n");
    }
    return page.append('\n')
        .append(ReferenceText.OFFSET)
        .append('\n')
        .append(ReferenceText.DURATIONS)
        .append('\n')
        .append(ReferenceText.EXAMPLES)
        .toString();
  }

  private static boolean isRecovery(ConfigOption<?> option) {
    return RecoveryOptions.ALL.contains(option);
  }

  private static boolean isDone(ConfigOption<?> option) {
    return DoneOptions.ALL.contains(option);
  }

  private static void table(StringBuilder page, Predicate<ConfigOption<?>> rows) {
    page.append(TABLE_HEAD);
    Options.ALL.stream().filter(rows).forEach(option -> row(page, option));
  }

  private static void row(StringBuilder page, ConfigOption<?> option) {
    String key = (option.scope().perQuery() ? "queries.<label>." : "") + option.key();
    String shared = option.scope() == ConfigOption.Scope.QUERY_OR_GLOBAL ? " \\*" : "";
    page.append("| `")
        .append(key)
        .append('`')
        .append(shared)
        .append(" | ")
        .append(cell(option.fallback().note().replace(",", ", ")))
        .append(" | ")
        .append(cell(option.type().allowed()))
        .append(" | ")
        .append(cell(option.description()))
        .append(" | ")
        .append(option.since())
        .append(" |\n");
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
