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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path with placeholders, which gives each period of a table the path of its done marker.
 *
 * @param text the path as it was given: absolute or with a scheme, and the placeholders of {@link
 *     #PLACEHOLDERS} between braces
 */
public record MarkerPattern(String text) {
  private static final String TABLE = "table";
  private static final String START = "start";
  private static final String END = "end";
  private static final String YEAR = "yyyy";
  private static final String MONTH = "MM";
  private static final String DAY = "dd";
  private static final String HOUR = "HH";
  private static final String MINUTE = "mm";

  /** The names that may stand between braces. */
  public static final List<String> PLACEHOLDERS =
      List.of(TABLE, START, END, YEAR, MONTH, DAY, HOUR, MINUTE);

  private static final Pattern BRACES = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern ABSOLUTE =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*:(//[^/{}]*)?)?/(?!/).*[^/]");
  private static final Pattern DOTS = Pattern.compile("[.]+");
  private static final DateTimeFormatter COMPACT =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Duration WHOLE_DAY = Duration.ofDays(1);

  /** Checks the text; the message of what it throws completes "The pattern ...". */
  public MarkerPattern {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("holds a control character");
    }
    for (String name : placeholders(text)) {
      if (!PLACEHOLDERS.contains(name)) {
        throw new IllegalArgumentException("holds the unknown placeholder {" + name + "}");
      }
    }
    String literal = BRACES.matcher(text).replaceAll("x");
    if (literal.contains("{") || literal.contains("}")) {
      throw new IllegalArgumentException("holds a brace without its partner");
    }
    if (!ABSOLUTE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "is not the absolute path of a file, or has a placeholder before its first directory");
    }
    for (String segment : literal.split("/", -1)) {
      if (segment.equals(".") || segment.equals("..")) {
        throw new IllegalArgumentException("holds a `" + segment + "`");
      }
    }
  }

  /** What stands between braces in a text, known or not, in its order. */
  public static List<String> placeholders(String text) {
    return BRACES.matcher(text).results().map(braces -> braces.group(1)).toList();
  }

  /** Whether the table is part of the path. */
  public boolean namesTable() {
    return has(TABLE);
  }

  /**
   * Whether any two periods get different paths. Parts of local times do that for whole days, and
   * for shorter periods only in a zone whose clocks are never set back.
   *
   * @param granularity length of the periods, a divisor of a day
   * @param zone the zone whose days they divide
   */
  public boolean tellsApart(Duration granularity, ZoneId zone) {
    if (has(START) || has(END)) {
      return true;
    }
    if (!has(YEAR) || !has(MONTH) || !has(DAY)) {
      return false;
    }
    if (granularity.equals(WHOLE_DAY)) {
      return true;
    }
    long seconds = granularity.toSeconds();
    return zone.getRules().isFixedOffset()
        && has(HOUR)
        && (seconds % 3_600 == 0 || (has(MINUTE) && seconds % 60 == 0));
  }

  private boolean has(String placeholder) {
    return placeholders(text).contains(placeholder);
  }

  /**
   * The path of a period's marker.
   *
   * @param start start (inclusive) of the period
   * @param end end (exclusive) of it
   * @param zone where the parts of the date and of the time are read
   */
  public String path(String table, Instant start, Instant end, ZoneId zone) {
    LocalDateTime local = LocalDateTime.ofInstant(start, zone);
    return BRACES
        .matcher(text)
        .replaceAll(
            braces -> Matcher.quoteReplacement(value(braces.group(1), table, start, end, local)));
  }

  private static String value(
      String placeholder, String table, Instant start, Instant end, LocalDateTime local) {
    return switch (placeholder) {
      case TABLE -> encoded(table);
      case START -> COMPACT.format(start);
      case END -> COMPACT.format(end);
      case YEAR -> String.format(Locale.ROOT, "%04d", local.getYear());
      case MONTH -> twoDigits(local.getMonthValue());
      case DAY -> twoDigits(local.getDayOfMonth());
      case HOUR -> twoDigits(local.getHour());
      case MINUTE -> twoDigits(local.getMinute());
      default -> throw new IllegalArgumentException("no placeholder " + placeholder);
    };
  }

  private static String twoDigits(int number) {
    return String.format(Locale.ROOT, "%02d", number);
  }

  /**
   * A name as one segment of a path or of a URL: ASCII letters, digits, {@code _}, {@code -} and
   * {@code .} as they are, all else as the percent-encoded bytes of UTF-8. A name of nothing but
   * dots, which would be a directory's own or its parent's, is encoded too.
   */
  public static String encoded(String name) {
    boolean dots = DOTS.matcher(name).matches();
    StringBuilder encoded = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean safe =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '_'
              || c == '-'
              || (c == '.' && !dots);
      encoded.append(safe ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
    }
    return encoded.toString();
  }
}
