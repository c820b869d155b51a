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
package io.tidegate.internal.recovery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An attempt and how it counts.
 *
 * @param attempt the attempt
 * @param ending how it ended
 * @param banked whether it banked anything; null where that cannot be told
 * @param idle whether it was seen with nothing to do and left nothing pending
 */
record Judged(Attempt attempt, Ending ending, @Nullable Boolean banked, boolean idle) {

  /** Whether it is alive and has banked, or has nothing to do. */
  boolean well() {
    return alive() && (idle || Boolean.TRUE.equals(banked));
  }

  /** Whether it banked nothing although it had something to do. */
  boolean barren() {
    return Boolean.FALSE.equals(banked) && !idle;
  }

  boolean alive() {
    return ending == Ending.ALIVE;
  }

  /**
   * Whether it began and ended while another run of the lineage was on its way to a good end, so
   * that it says nothing about where the lineage stands.
   *
   * @param goodEnd when that run ended; null where there was none
   */
  boolean within(@Nullable Instant goodEnd) {
    return goodEnd != null
        && attempt.startedAt().isBefore(goodEnd)
        && !attempt.lastKnown().isAfter(goodEnd);
  }
}
