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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periods that get no marker, and how often the log says so: the first of a streak is for its
 * finder to tell, the others follow together, every ten minutes and when the streak is over.
 * Confined to the writer thread.
 */
final class SkippedPeriods {
  private static final Logger LOG = LoggerFactory.getLogger(SkippedPeriods.class);
  private static final Duration EVERY = Duration.ofMinutes(10);

  private final String markers;
  private final String why;
  private @Nullable Long toldNanos;
  private @Nullable Instant from;
  private @Nullable Instant until;
  private long count;

  /**
   * @param markers which ones, for the middle of a sentence
   * @param why what follows a colon
   */
  SkippedPeriods(String markers, String why) {
    this.markers = markers;
    this.why = why;
  }

  /**
   * Adds some that follow each other.
   *
   * @param start start (inclusive) of the first one
   * @param end end (exclusive) of the last one
   * @return whether they begin a streak, and nothing was logged of it
   */
  boolean first(Instant start, Instant end, long periods, long nowNanos) {
    if (toldNanos == null) {
      toldNanos = nowNanos;
      return true;
    }
    from = from == null ? start : from;
    until = end;
    count += periods;
    remind(nowNanos);
    return false;
  }

  /** Tells of those that were not told, once in ten minutes. */
  void remind(long nowNanos) {
    if (toldNanos != null && nowNanos - toldNanos >= EVERY.toNanos()) {
      tell(nowNanos);
    }
  }

  /** Tells of those that were not told. */
  void tell(long nowNanos) {
    if (count > 0) {
      LOG.warn("{} more {} are skipped, from {} to {}: {}.", count, markers, from, until, why);
      toldNanos = nowNanos;
      from = null;
      count = 0;
    }
  }

  /** The streak is over. */
  void over(long nowNanos) {
    tell(nowNanos);
    toldNanos = null;
  }
}
