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
package io.tidegate.internal.util;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses between tries: each bound is twice the one before it, and a pause lies anywhere in the
 * upper half of its bound, so that two who collided do not collide again.
 *
 * @param first the bound after the first failure; positive
 * @param longest the greatest bound; not less than {@code first}
 */
public record Backoff(Duration first, Duration longest) {
  private static final int MOST_DOUBLINGS = 16;

  public Backoff {
    if (first.isZero() || first.isNegative() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException("No pauses from " + first + " to " + longest + ".");
    }
  }

  /**
   * The pause before the next try.
   *
   * @param failures how many tries have failed in a row, 1 or more
   */
  public Duration after(int failures, RandomGenerator random) {
    long doubled = first.toNanos() << Math.min(failures - 1, MOST_DOUBLINGS);
    long half = Math.min(longest.toNanos(), doubled) / 2;
    return Duration.ofNanos(half + random.nextLong(half + 1));
  }
}
