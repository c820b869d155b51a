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

import java.util.regex.Pattern;

/** Writes {@code reference.conf}: every default in HOCON, each with its explanation. */
final class ReferenceConf {
  private static final int WIDTH = 96;
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\(#[^)]*\\)");
  private static final String HEAD =
      """
      # Every option of tidegate with its default. Generated: see docs/configuration.md.
      #
      # The file that spark.tidegate.config names has this form, and needs to hold only what differs.
      # What begins with queries.<label> belongs to one entry. Every other option from frontier on may
      # be given here, once for all entries, or in an entry as queries.<label>.<option>.

      """;

  private ReferenceConf() {}

  /** The whole file. */
  static String text() {
    StringBuilder text = new StringBuilder(HEAD).append("tidegate {\n");
    String gap = "";
    for (ConfigOption<?> option : Options.ALL) {
      if (option.scope() == ConfigOption.Scope.SPARK_ONLY) {
        continue;
      }
      text.append(gap);
      comment(text, LINK.matcher(option.description()).replaceAll("$1"));
      comment(text, "Allowed: " + option.type().allowed() + ".");
      setting(text, option);
      gap = "\n";
    }
    return text.append("}\n").toString();
  }

  private static void setting(StringBuilder text, ConfigOption<?> option) {
    String fallback = option.fallback().text();
    if (fallback != null) {
      text.append("  ")
          .append(option.key())
          .append(" = ")
          .append(option.type().inHocon(fallback))
          .append('\n');
      return;
    }
    boolean entry = option.scope() == ConfigOption.Scope.QUERY_ONLY;
    comment(text, "Default: " + option.fallback().note() + ".");
    text.append("  # ").append(entry ? "queries.<label>." : "").append(option.key()).append(" =\n");
  }

  private static void comment(StringBuilder text, String sentences) {
    StringBuilder line = new StringBuilder("  #");
    for (String word : sentences.split(" ", -1)) {
      if (line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder("  #");
      }
      line.append(' ').append(word);
    }
    text.append(line).append('\n');
  }
}
