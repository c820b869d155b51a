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
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a lineage stands after some of its attempts; one more attempt at a time leads to the next
 * tally. Immutable.
 *
 * @param streak attempts in a row, up to the newest, that ended badly and banked nothing; neutral
 *     ones that banked nothing, and those that cannot be measured, are passed over
 * @param bad how many ended badly since the last good end, whether they banked or not
 * @param badSince when the first of those ended; null where there is none
 * @param ending how the newest one counts; null where there is none
 * @param alike how many in a row count so, up to the newest
 */
record Tally(
    long streak, long bad, @Nullable Instant badSince, @Nullable Ending ending, long alike) {

  /** Before the first attempt, and after a resume. */
  static final Tally NONE = new Tally(0, 0, null, null, 0);

  Tally then(Judged next) {
    if (next.alive()) {
      // Its driver may be gone without anybody knowing yet: what it did is no less done.
      return next.well() ? new Tally(0, bad, badSince, ending, alike) : this;
    }
    Ending how = next.ending();
    long inARow = how == ending ? alike + 1 : 1;
    if (how.good()) {
      return new Tally(0, 0, null, how, inARow);
    }
    boolean productive = Boolean.TRUE.equals(next.banked());
    if (!how.bad(inARow)) {
      return new Tally(productive ? 0 : streak, bad, badSince, how, inARow);
    }
    long after = productive ? 0 : next.barren() ? streak + 1 : streak;
    Instant since = badSince == null ? next.attempt().lastKnown() : badSince;
    return new Tally(after, bad + 1, since, how, inARow);
  }

  /** Whether the newest attempt that is not neutral ended badly. */
  boolean endedBadly() {
    return bad > 0;
  }

  /** Whether so many stops in a row had nothing to show that somebody should know. */
  boolean stopsIdly() {
    return ending == Ending.STOPPED_IDLE && alike >= Ending.TOLERATED_IN_A_ROW;
  }

  /**
   * The history that {@link io.tidegate.api.Recovery} judges: how many attempts had banked at the
   * end of each, from the last one that had. Batches and rows are not added up.
   */
  List<Long> history() {
    return Collections.nCopies((int) Math.min(streak, Integer.MAX_VALUE - 1) + 1, 1L);
  }
}
