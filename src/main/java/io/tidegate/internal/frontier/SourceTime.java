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
package io.tidegate.internal.frontier;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The instant that one JSON value stands for: an ISO-8601 date-time, or an epoch number whose unit
 * is told by its magnitude. Floored to microseconds, never rounded up. A local time that is
 * ambiguous or does not exist takes the earlier of its two readings.
 */
final class SourceTime {
  /** Earlier times are placeholders, such as epoch 0 or 1900-01-01. */
  static final Instant EARLIEST = Instant.parse("1980-01-01T00:00:00Z");

  /** The end (exclusive) of the times that an epoch number can stand for. */
  static final Instant EPOCH_END = Instant.parse("2200-01-01T00:00:00Z");

  /** How a value reads. */
  sealed interface Reading {
    /** A time. */
    record Time(Instant instant) implements Reading {}

    /** A time without an offset from UTC where no zone is given to read it in. */
    record ZoneNeeded() implements Reading {}

    /** Something else, or a placeholder. */
    record NotATime() implements Reading {}
  }

  private static final Reading NOT_A_TIME = new Reading.NotATime();

  private static final Pattern DATE_TIME =
      Pattern.compile(
          "(?<year>\\d{4}|[+-]\\d{4,5})-(?<month>\\d\\d)-(?<day>\\d\\d)[T ]"
              + "(?<hour>\\d\\d):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:\\.(?<fraction>\\d+))?)?"
              + "(?: ?(?<offset>Z|[+-]\\d\\d(?::?\\d\\d)?))?");

  private static final Pattern EPOCH = Pattern.compile("(?<whole>\\d{1,19})(?:\\.(?<part>\\d+))?");

  private SourceTime() {}

  /** Reads one value; never throws. */
  static Reading of(JsonNode value, @Nullable ZoneId zone) {
    if (value.isNumber()) {
      // Jackson 2.15 reads a number beyond all doubles as infinity, which is no decimal.
      return Double.isFinite(value.doubleValue()) ? epoch(value.decimalValue()) : NOT_A_TIME;
    }
    return value.isTextual() ? text(value.textValue().strip(), zone) : NOT_A_TIME;
  }

  private static Reading text(String text, @Nullable ZoneId zone) {
    Matcher epoch = EPOCH.matcher(text);
    if (epoch.matches()) {
      String part = epoch.group("part");
      return epoch(new BigDecimal(epoch.group("whole") + "." + firstDigits(part, 9)));
    }
    Matcher dateTime = DATE_TIME.matcher(text);
    if (!dateTime.matches()) {
      return NOT_A_TIME;
    }
    try {
      return dateTime(dateTime, zone);
    } catch (DateTimeException e) {
      return NOT_A_TIME;
    }
  }

  private static Reading dateTime(Matcher found, @Nullable ZoneId zone) {
    LocalDateTime local =
        LocalDateTime.of(
            number(found, "year"),
            number(found, "month"),
            number(found, "day"),
            number(found, "hour"),
            number(found, "minute"),
            found.group("second") == null ? 0 : number(found, "second"),
            1000 * Integer.parseInt(firstDigits(found.group("fraction"), 6)));
    String offset = found.group("offset");
    if (offset != null) {
      return notPlaceholder(local.toInstant(ZoneOffset.of(offset)));
    }
    if (zone != null) {
      return notPlaceholder(earliest(local, zone));
    }
    // No zone could make a time of it.
    boolean placeholder = local.toInstant(ZoneOffset.MIN).isBefore(EARLIEST);
    return placeholder ? NOT_A_TIME : new Reading.ZoneNeeded();
  }

  private static Instant earliest(LocalDateTime local, ZoneId zone) {
    ZoneOffsetTransition transition = zone.getRules().getTransition(local);
    if (transition == null) {
      return local.toInstant(zone.getRules().getOffset(local));
    }
    // The greater offset gives the earlier instant, in a gap as in an overlap.
    return local.toInstant(
        transition.isGap() ? transition.getOffsetAfter() : transition.getOffsetBefore());
  }

  private static Reading notPlaceholder(Instant instant) {
    return instant.isBefore(EARLIEST) ? NOT_A_TIME : new Reading.Time(instant);
  }

  /** The four ranges are disjoint: at most one unit fits. */
  private static Reading epoch(BigDecimal value) {
    for (int digits = 0; digits <= 9; digits += 3) {
      if (value.compareTo(inUnit(EARLIEST, digits)) >= 0
          && value.compareTo(inUnit(EPOCH_END, digits)) < 0) {
        BigDecimal micros = value.movePointRight(6 - digits).setScale(0, RoundingMode.FLOOR);
        return new Reading.Time(Instant.EPOCH.plus(micros.longValueExact(), ChronoUnit.MICROS));
      }
    }
    return NOT_A_TIME;
  }

  /** The instant in units of ten to the minus {@code digits} seconds. */
  private static BigDecimal inUnit(Instant instant, int digits) {
    return BigDecimal.valueOf(instant.getEpochSecond()).movePointRight(digits);
  }

  private static int number(Matcher found, String group) {
    return Integer.parseInt(found.group(group));
  }

  /** The first digits of a fraction, filled with zeros; what follows is cut off. */
  private static String firstDigits(@Nullable String fraction, int count) {
    String digits = fraction == null ? "" : fraction;
    return digits.length() >= count
        ? digits.substring(0, count)
        : digits + "0".repeat(count - digits.length());
  }
}
