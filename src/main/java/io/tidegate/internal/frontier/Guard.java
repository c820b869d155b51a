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

/**
 * Compares a raw frontier with its own batch's timestamp, never with now, so that a batch is judged
 * alike live and at catch-up.
 *
 * @param maxFutureSkew how far beyond the batch a time may lie and still be capped to it
 */
record Guard(Duration maxFutureSkew) {

  /** The guard's answer. */
  sealed interface Answer {
    /**
     * Accepted.
     *
     * @param frontier the raw frontier, or the batch's timestamp where that is earlier
     * @param capped whether it is the latter
     */
    record Accepted(Instant frontier, boolean capped) implements Answer {}

    /** Too far in the future. */
    record Rejected() implements Answer {}
  }

  Answer check(Instant raw, Instant batchTimestamp) {
    if (!raw.isAfter(batchTimestamp)) {
      return new Answer.Accepted(raw, false);
    }
    return raw.isAfter(batchTimestamp.plus(maxFutureSkew))
        ? new Answer.Rejected()
        : new Answer.Accepted(batchTimestamp, true);
  }
}
