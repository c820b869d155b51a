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
package io.tidegate.internal.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The name of a table in a catalog, such as {@code main.ops.control}.
 *
 * @param parts one to four of them, the table last, without quotes
 */
public record CatalogName(List<String> parts) {
  private static final int MOST_PARTS = 4;
  private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_]+");
  private static final Pattern UNQUOTED = Pattern.compile("[\\p{L}\\p{N}_-]+");

  public CatalogName {
    parts = List.copyOf(parts);
    if (parts.isEmpty() || parts.size() > MOST_PARTS) {
      throw new IllegalArgumentException("it has " + parts.size() + " parts, not one to four");
    }
    if (parts.contains("")) {
      throw new IllegalArgumentException("one of its parts is empty");
    }
  }

  /**
   * Reads a name with dots between its parts; a part with anything but letters, digits, underscores
   * and hyphens stands in backticks, a backtick in it twice.
   *
   * @throws IllegalArgumentException when it is not a name, with the reason in a clause
   */
  public static CatalogName parse(String text) {
    List<String> parts = new ArrayList<>();
    int at = 0;
    while (at <= text.length()) {
      int end = at < text.length() && text.charAt(at) == '`' ? quoteEnd(text, at) : dot(text, at);
      if (end < text.length() && text.charAt(end) != '.') {
        throw new IllegalArgumentException("a dot is missing after " + text.substring(0, end));
      }
      parts.add(part(text.substring(at, end)));
      at = end + 1;
    }
    return new CatalogName(parts);
  }

  private static int dot(String text, int from) {
    int dot = text.indexOf('.', from);
    return dot < 0 ? text.length() : dot;
  }

  /** The place after the backtick that closes the one at a place. */
  private static int quoteEnd(String text, int from) {
    int at = from + 1;
    while (true) {
      int tick = text.indexOf('`', at);
      if (tick < 0) {
        throw new IllegalArgumentException("a backtick is not closed");
      }
      if (tick + 1 == text.length() || text.charAt(tick + 1) != '`') {
        return tick + 1;
      }
      at = tick + 2;
    }
  }

  private static String part(String text) {
    if (text.startsWith("`")) {
      return text.substring(1, text.length() - 1).replace("``", "`");
    }
    if (!text.isEmpty() && !UNQUOTED.matcher(text).matches()) {
      throw new IllegalArgumentException("the part '" + text + "' needs backticks around it");
    }
    return text;
  }

  /** The table of the same schema whose name is followed by a suffix. */
  public CatalogName with(String suffix) {
    List<String> other = new ArrayList<>(parts);
    other.set(other.size() - 1, other.get(other.size() - 1) + suffix);
    return new CatalogName(other);
  }

  /** The name with every part in backticks, for use in SQL whatever it holds. */
  public String quoted() {
    return parts.stream().map(CatalogName::quoted).collect(Collectors.joining("."));
  }

  /** A name of one part in backticks. */
  public static String quoted(String part) {
    return "`" + part.replace("`", "``") + "`";
  }

  /** Whether two names differ in case at most, which catalogs do not tell apart. */
  public boolean sameAs(CatalogName other) {
    return quoted().toLowerCase(Locale.ROOT).equals(other.quoted().toLowerCase(Locale.ROOT));
  }

  /** The name with backticks only where they are needed. */
  @Override
  public String toString() {
    return parts.stream()
        .map(part -> BARE.matcher(part).matches() ? part : quoted(part))
        .collect(Collectors.joining("."));
  }
}
