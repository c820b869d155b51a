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

import io.tidegate.internal.verdict.VerdictRow;
import java.time.Instant;

/**
 * What is told of one period that has become final.
 *
 * @param row the table's row that says so, as it was committed
 * @param start start (inclusive) of the period
 * @param end end (exclusive) of it
 */
public record DoneMarker(VerdictRow row, Instant start, Instant end) {
  public DoneMarker {
    Instant from = row.trackedFrom();
    Instant until = row.finalizedUntil();
    if (from == null || until == null || start.isBefore(from) || end.isAfter(until)) {
      throw new IllegalArgumentException(
          "The period from " + start + " to " + end + " is not final by " + row + ".");
    }
  }

  /** The period, for the middle of a sentence. */
  public String period() {
    return start + "/" + end;
  }
}
