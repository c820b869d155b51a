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
package io.tidegate.internal.done;

import io.tidegate.internal.frontier.Periods;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The periods that are final and whose markers are not yet delivered: whole ones inside of the
 * claim that end after what has been delivered. They follow each other without gaps.
 *
 * @param first start of the first one; null when there is none
 * @param count how many there are
 * @param cut whether there are older ones, which the bound leaves out
 */
public record DuePeriods(@Nullable Instant first, int count, boolean cut) {
  /** None. */
  public static final DuePeriods NONE = new DuePeriods(null, 0, false);

  /**
   * Finds them.
   *
   * @param delivered end (exclusive) of the periods whose markers are delivered
   * @param from start (inclusive) of what is final; null when nothing is
   * @param until end (exclusive) of it; null likewise
   * @param most how many, the newest ones
   */
  public static DuePeriods of(
      Periods periods,
      Instant delivered,
      @Nullable Instant from,
      @Nullable Instant until,
      int most) {
    if (from == null || until == null) {
      return NONE;
    }
    Instant first = null;
    int count = 0;
    Instant end = periods.floor(until);
    while (end.isAfter(delivered)) {
      Instant start = before(periods, end);
      if (start.isBefore(from)) {
        break;
      }
      if (count == most) {
        return new DuePeriods(first, count, true);
      }
      first = start;
      count++;
      end = start;
    }
    return new DuePeriods(first, count, false);
  }

  /** The boundary some periods before another one. */
  public static Instant back(Periods periods, Instant boundary, int count) {
    Instant start = boundary;
    for (int i = 0; i < count; i++) {
      start = before(periods, start);
    }
    return start;
  }

  private static Instant before(Periods periods, Instant boundary) {
    return periods.floor(boundary.minusNanos(1));
  }
}
