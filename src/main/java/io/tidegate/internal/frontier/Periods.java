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

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Half-open intervals that cut all of time into pieces: local days of a zone, each cut further by
 * elapsed time from its start.
 *
 * <p>A day begins at the first instant at which the zone's local date is that day or a later one,
 * and has then begun for good: where a transition takes local time back over midnight, the repeated
 * evening belongs to the new day. A day that a zone skipped is empty. The last period of a day is
 * shorter where the granularity does not divide the day's real length; a granularity of 24 hours
 * means the whole day however long it is.
 *
 * <p>Immutable. Defined for instants from year -9999 to year 99999.
 *
 * @param granularity positive, divides 24 hours
 * @param zone whose days are meant
 */
public record Periods(Duration granularity, ZoneId zone) {
  private static final Duration DAY = Duration.ofDays(1);

  public Periods {
    if (granularity.isZero()
        || granularity.isNegative()
        || granularity.compareTo(DAY) > 0
        || DAY.toNanos() % granularity.toNanos() != 0) {
      throw new IllegalArgumentException("A granularity divides a day: " + granularity);
    }
  }

  /** The start (inclusive) of the period that holds the instant. */
  public Instant floor(Instant instant) {
    Instant start = startOf(dayOf(instant));
    return granularity.equals(DAY) ? start : floorFrom(start, instant);
  }

  /** The start of the next period, strictly after the instant. */
  public Instant nextAfter(Instant instant) {
    LocalDate day = dayOf(instant);
    Instant nextDay = startOf(day.plusDays(1));
    if (granularity.equals(DAY)) {
      return nextDay;
    }
    Instant next = floorFrom(startOf(day), instant).plus(granularity);
    return next.isBefore(nextDay) ? next : nextDay;
  }

  private Instant floorFrom(Instant start, Instant instant) {
    return start.plus(granularity.multipliedBy(periodsBetween(start, instant)));
  }

  private long periodsBetween(Instant start, Instant instant) {
    return Duration.between(start, instant).toNanos() / granularity.toNanos();
  }

  /**
   * The day that holds the instant: not its local date where local time went back over midnight.
   */
  private LocalDate dayOf(Instant instant) {
    LocalDate day = LocalDate.ofInstant(instant, zone);
    while (!startOf(day.plusDays(1)).isAfter(instant)) {
      day = day.plusDays(1);
    }
    return day;
  }

  private Instant startOf(LocalDate day) {
    LocalDateTime midnight = day.atStartOfDay();
    ZoneRules rules = zone.getRules();
    ZoneOffsetTransition transition = rules.getTransition(midnight);
    if (transition == null) {
      return midnight.toInstant(rules.getOffset(midnight));
    }
    // The day starts as the clock jumps over its midnight, or with the first of two midnights.
    ZoneOffset first = transition.getOffsetBefore();
    return transition.isGap() ? transition.getInstant() : midnight.toInstant(first);
  }
}
