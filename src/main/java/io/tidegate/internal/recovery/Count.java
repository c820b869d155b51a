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

/** Counts attempts in order, from where those before them left off. Not thread safe. */
final class Count {
  private final long resumedAfter;
  private final Instant now;
  private Tally tally;
  private @Nullable Instant goodEnd;

  Count(History from, Instant now) {
    this.tally = from.earlier();
    this.resumedAfter = from.resumedAfter();
    this.now = now;
  }

  void add(Judged next) {
    if (next.attempt().number() <= resumedAfter || besideGoodOne(next)) {
      return;
    }
    tally = tally.then(next);
    Instant end = next.attempt().lastKnown();
    if (next.ending().good() && !end.isAfter(now) && (goodEnd == null || end.isAfter(goodEnd))) {
      goodEnd = end;
    }
  }

  /** Whether it is beside the good one that ended last, and has no part in the count. */
  boolean besideGoodOne(Judged next) {
    return next.within(goodEnd);
  }

  Tally tally() {
    return tally;
  }
}
