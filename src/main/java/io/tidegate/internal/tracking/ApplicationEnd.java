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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of the application: whether it was asked for, how long queries that still run are waited
 * for, and what is left. Any thread may ask for it and look at it; the writer thread goes through
 * it.
 */
final class ApplicationEnd {
  private static final Duration LONGEST_GRACE = Duration.ofSeconds(1);

  private final Duration grace;
  private volatile boolean asked;
  private volatile boolean done;
  private volatile boolean cutOff;
  private volatile @Nullable List<String> left;
  private @Nullable Long sinceNanos;

  /**
   * @param flushTimeout how long the end may take; half of it, at most, is waited for queries that
   *     still run
   */
  ApplicationEnd(Duration flushTimeout) {
    Duration half = flushTimeout.dividedBy(2);
    this.grace = half.compareTo(LONGEST_GRACE) < 0 ? half : LONGEST_GRACE;
  }

  void ask() {
    asked = true;
  }

  boolean asked() {
    return asked;
  }

  /** Begins the end; false when it has begun already. */
  boolean begin(long nowNanos) {
    if (sinceNanos != null) {
      return false;
    }
    sinceNanos = nowNanos;
    return true;
  }

  /** Whether queries that still run are no longer waited for. */
  boolean graceIsOver(long nowNanos) {
    return sinceNanos != null && nowNanos - sinceNanos >= grace.toNanos();
  }

  /**
   * Takes note of what a pass has left.
   *
   * @param tables those that have something left to read or to write
   * @param refused whether the control table refuses all of it, so that waiting does not help
   * @param ended whether that is since the SparkContext has stopped
   */
  void passed(List<String> tables, boolean refused, boolean ended) {
    left = List.copyOf(tables);
    cutOff = ended;
    done = tables.isEmpty() || refused;
  }

  boolean done() {
    return done;
  }

  /** Whether some of it cannot be written any more, since the SparkContext has stopped. */
  boolean cutOff() {
    return cutOff;
  }

  /** The tables that the last pass has left; null before the first one. */
  @Nullable List<String> left() {
    return left;
  }
}
