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
package io.tidegate.internal.store.kernel;

import io.tidegate.internal.util.Time;
import java.time.Duration;

/** How much one sweep may still delete. Confined to one thread. */
final class SweepBudget {
  private final Time time;
  private final Duration limit;
  private final long startNanos;
  private int left;

  /**
   * @param limit how long the sweep may take
   * @param most how many files it may delete
   */
  SweepBudget(Time time, Duration limit, int most) {
    this.time = time;
    this.limit = limit;
    this.startNanos = time.nanoTime();
    this.left = most;
  }

  /** Takes one file's share; false when nothing is left. */
  boolean take() {
    if (left == 0 || time.nanoTime() - startNanos > limit.toNanos()) {
      return false;
    }
    left--;
    return true;
  }
}
