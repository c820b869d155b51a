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

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time: a whole number with its unit, or ISO-8601. A day has 24 hours. */
final class Durations {
  /** The longest one taken, inclusive. */
  static final Duration LONGEST = Duration.ofDays(36_500);

  private static final Pattern WITH_UNIT = Pattern.compile("([0-9]+) *([a-z]+)");
  private static final Pattern ISO =
      Pattern.compile("P(?=.)([0-9]+D)?(T(?=.)([0-9]+H)?([0-9]+M)?([0-9]+([.][0-9]+)?S)?)?");
  private static final int MOST_DIGITS = 17;

  private static final Map<String, ChronoUnit> UNITS =
      Map.ofEntries(
          Map.entry("ms", ChronoUnit.MILLIS),
          Map.entry("s", ChronoUnit.SECONDS),
          Map.entry("second", ChronoUnit.SECONDS),
          Map.entry("seconds", ChronoUnit.SECONDS),
          Map.entry("m", ChronoUnit.MINUTES),
          Map.entry("min", ChronoUnit.MINUTES),
          Map.entry("minute", ChronoUnit.MINUTES),
          Map.entry("minutes", ChronoUnit.MINUTES),
          Map.entry("h", ChronoUnit.HOURS),
          Map.entry("hour", ChronoUnit.HOURS),
          Map.entry("hours", ChronoUnit.HOURS),
          Map.entry("d", ChronoUnit.DAYS),
          Map.entry("day", ChronoUnit.DAYS),
          Map.entry("days", ChronoUnit.DAYS));

  private Durations() {}

  /**
   * A type for durations.
   *
   * @param least the shortest one taken, inclusive
   */
  static ScalarType<Duration> atLeast(Duration least) {
    String bounds = "from " + text(least) + " to " + LONGEST.toDays() + "d";
    return new ScalarType<>(
        "a whole number with a unit (`ms`, `s`, `m`, `h`, `d`) or an ISO-8601 duration, " + bounds,
        text -> within(least, read(text)));
  }

  /** A type for durations in which a bare {@code 0} is a value of its own. */
  static ScalarType<Duration> orZero() {
    ScalarType<Duration> plain = atLeast(Duration.ZERO);
    return new ScalarType<>(
        "`0`, or " + plain.allowed(), text -> text.equals("0") ? Duration.ZERO : plain.parse(text));
  }

  private static Duration within(Duration least, Duration read) throws WrongValueException {
    if (read.compareTo(least) < 0) {
      throw new WrongValueException("is too short");
    }
    if (read.compareTo(LONGEST) > 0) {
      throw new WrongValueException("is too long");
    }
    return read;
  }

  private static Duration read(String text) throws WrongValueException {
    Matcher withUnit = WITH_UNIT.matcher(text);
    if (withUnit.matches()) {
      ChronoUnit unit = UNITS.get(withUnit.group(2));
      if (unit == null) {
        throw new WrongValueException("has an unknown unit");
      }
      return of(withUnit.group(1), unit);
    }
    Optional<Duration> iso = iso(text);
    if (iso.isPresent()) {
      return iso.get();
    }
    if (text.startsWith("-")) {
      throw new WrongValueException("is negative, or not a duration");
    }
    throw new WrongValueException(
        text.chars().allMatch(c -> c >= '0' && c <= '9') ? "has no unit" : "is not a duration");
  }

  private static Duration of(String digits, ChronoUnit unit) throws WrongValueException {
    if (digits.length() > MOST_DIGITS) {
      throw new WrongValueException("is too long");
    }
    try {
      return Duration.of(Long.parseLong(digits), unit);
    } catch (ArithmeticException e) {
      throw new WrongValueException("is too long");
    }
  }

  /** An ISO-8601 duration of days, hours, minutes and seconds, unsigned; empty for another text. */
  static Optional<Duration> iso(String text) throws WrongValueException {
    if (!ISO.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Duration.parse(text));
    } catch (DateTimeException | ArithmeticException e) {
      throw new WrongValueException("is too long, or has too many digits");
    }
  }

  private static String text(Duration whole) {
    return whole.toSeconds() + "s";
  }
}
