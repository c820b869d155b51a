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

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What attempts banked, measured between their starts and the look at the checkpoint now. An
 * attempt is measured from its own start to that of the first later one that started when it had
 * ended, so that of two drivers at once each keeps what it banked after the other had gone. What
 * falls back in between, as after a rewind, takes nothing away.
 */
final class Banked {
  private final List<Attempt> attempts;
  private final CheckpointLook look;
  private final boolean places;

  /**
   * @param attempts all that are known, oldest first
   * @param look the checkpoint now
   * @param places whether places are configured
   */
  Banked(List<Attempt> attempts, CheckpointLook look, boolean places) {
    this.attempts = attempts;
    this.look = look;
    this.places = places;
  }

  /**
   * Whether the attempt banked anything: batches, or, where they did not grow, rows. Null where
   * that cannot be told.
   */
  @Nullable Boolean banked(int index) {
    Boolean batches = grew(index, Attempt::baseline, look.reading());
    if (batches == null || batches) {
      return batches;
    }
    Boolean rows = grew(index, Attempt::placeRows, look.placeRows());
    return (rows == null && !places) ? Boolean.FALSE : rows;
  }

  /** Whether a batch was pending when it had ended; null where that is unknown. */
  @Nullable Boolean pendingAfter(int index) {
    int next = next(index);
    return next < attempts.size() ? attempts.get(next).pending() : look.pending();
  }

  /** Where it is measured to: a later attempt, or the look now at the place behind the last one. */
  private int next(int index) {
    Attempt attempt = attempts.get(index);
    for (int later = index + 1; later < attempts.size(); later++) {
      if (!attempts.get(later).startedAt().isBefore(attempt.lastKnown())) {
        return later;
      }
    }
    return attempts.size();
  }

  /**
   * Whether a figure grew from the attempt's start on. Where it is unknown at the end, the next
   * known one stands for it.
   */
  private @Nullable Boolean grew(
      int index, Function<Attempt, @Nullable Long> figure, @Nullable Long now) {
    Long last = figure.apply(attempts.get(index));
    if (last == null) {
      return null;
    }
    int end = next(index);
    boolean grew = false;
    for (int at = index + 1; at <= attempts.size(); at++) {
      Long here = at < attempts.size() ? figure.apply(attempts.get(at)) : now;
      if (here != null) {
        grew |= here > last;
        last = here;
        if (at >= end) {
          return grew;
        }
      }
    }
    return grew ? Boolean.TRUE : null;
  }
}
