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
package io.tidegate.internal.tracking;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Tells whether the wall clock has been stepped since the application began, by what has elapsed
 * meanwhile. Immutable.
 *
 * @param wall the wall clock at the beginning
 * @param nanos elapsed time at the same moment
 * @param tolerance how far the two may be apart
 */
record ClockCheck(Instant wall, long nanos, Duration tolerance) {

  /** By how much the wall clock has gained; negative when it has lost. */
  Duration gained(Instant now, long nowNanos) {
    return Duration.between(wall, now).minusNanos(nowNanos - nanos);
  }

  /** What is wrong, as a sentence without its full stop. */
  String describe(Instant now, long nowNanos) {
    Duration gained = gained(now, nowNanos);
    return "since the application began the wall clock has "
        + (gained.isNegative() ? "lost " : "gained ")
        + gained.abs().truncatedTo(ChronoUnit.MILLIS)
        + " against elapsed time: it was set, or the machine slept";
  }

  boolean apart(Instant now, long nowNanos) {
    return gained(now, nowNanos).abs().compareTo(tolerance) > 0;
  }
}
