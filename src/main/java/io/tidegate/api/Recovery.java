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
package io.tidegate.api;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Whether a stream that keeps dying should be started again: for as long as its attempts bank
 * progress. These are the rules that the bound on restarts follows; {@code docs/recovery.md} says
 * how attempts become a history. Pure but for the given store; thread safe if that is.
 */
public final class Recovery {
  /** Consecutive unproductive attempts tolerated where nothing else is said. */
  public static final int DEFAULT_LIMIT = 3;

  private Recovery() {}

  /**
   * How many attempts in a row, up to the newest, were unproductive. The count before the first
   * attempt is zero. An attempt is unproductive when its total is not above the one before it; a
   * total that falls is unproductive too.
   *
   * @param history the total banked as seen at the end of each attempt, oldest first, in one unit
   *     of the caller's choice; no element may be null
   * @return 0 to the length of the history (both inclusive)
   */
  public static int unproductiveStreak(List<Long> history) {
    int streak = 0;
    long before = 0;
    for (long total : history) {
      streak = total > before ? 0 : streak + 1;
      before = total;
    }
    return streak;
  }

  /** The same as the other one with a limit of {@value #DEFAULT_LIMIT}. */
  public static RecoveryDecision shouldRecover(int attempt, List<Long> history) {
    return shouldRecover(attempt, history, DEFAULT_LIMIT);
  }

  /**
   * Whether one more attempt should be made. A limit of zero or less refuses outright. An empty
   * history permits: nothing known is not evidence of failure. Otherwise it is refused when the
   * {@linkplain #unproductiveStreak streak} has reached the limit.
   *
   * @param attempt the number of the attempt in question; used in the reason only
   * @param history see {@link #unproductiveStreak}
   * @param limit consecutive unproductive attempts tolerated
   */
  public static RecoveryDecision shouldRecover(int attempt, List<Long> history, int limit) {
    String subject = "attempt " + attempt;
    if (limit <= 0) {
      return new RecoveryDecision(
          false,
          subject + " is a replay, and a limit of " + limit + " allows none (it takes 1 or more)");
    }
    if (history.isEmpty()) {
      return new RecoveryDecision(
          true, subject + " may start: no earlier attempt is known, and the limit is " + limit);
    }
    int streak = unproductiveStreak(history);
    boolean recover = streak < limit;
    return new RecoveryDecision(
        recover,
        subject
            + (recover ? " may start: " : " would follow ")
            + (streak == 0
                ? "the attempt before it banked progress"
                : streak
                    + (streak == 1 ? " attempt" : " attempts in a row")
                    + " that banked no progress")
            + ", and the limit is "
            + limit);
  }

  /**
   * What each place that the lineage writes to holds, in rows. A place that two steps share counts
   * once; one that cannot be read counts as empty; one that keeps nothing is left out. A partition
   * filter is part of the key, so that a shared table counts only for what the lineage writes to.
   *
   * @param store knows the places
   * @param lineage the qualified path of the lineage's checkpoint
   * @return rows by {@link ProgressPlace#key()}, in the order of the keys; unmodifiable
   */
  public static Map<String, Long> progressByPartition(ProgressStore store, String lineage) {
    Map<String, Long> rows = new TreeMap<>();
    for (ProgressPlace place : store.places(lineage)) {
      if (!rows.containsKey(place.key())) {
        rowsOrNone(store, place).ifPresent(count -> rows.put(place.key(), count));
      }
    }
    return Collections.unmodifiableMap(rows);
  }

  /**
   * The sum of {@link #progressByPartition}, in rows; {@link Long#MAX_VALUE} where it would be
   * more.
   */
  public static long progress(ProgressStore store, String lineage) {
    long sum = 0;
    for (long rows : progressByPartition(store, lineage).values()) {
      sum = rows > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + rows;
    }
    return sum;
  }

  private static OptionalLong rowsOrNone(ProgressStore store, ProgressPlace place) {
    try {
      OptionalLong rows = store.rows(place);
      return rows.isEmpty() ? rows : OptionalLong.of(Math.max(0, rows.getAsLong()));
    } catch (IOException | RuntimeException unreadable) {
      return OptionalLong.of(0);
    }
  }
}
