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
package io.tidegate.internal.status;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Asks whether a period is final, and where it is not, whether waiting can help. */
public final class Gate {
  private final Period period;
  private final @Nullable Duration maxAge;

  /**
   * @param period what is asked for
   * @param maxAge for how long an owner may be out of sight; null for any time
   */
  public Gate(Period period, @Nullable Duration maxAge) {
    this.period = period;
    this.maxAge = maxAge;
  }

  /** The answer for a table; the first one that fits. */
  public Answer ask(TableStatus status) {
    String table = status.row().tableName();
    if (status.claim().covers(period)) {
      return new Answer(
          Answer.Kind.FINAL, table + ": " + period + " is final, " + claimed(status) + ".");
    }
    String open = table + ": " + period + " is not final, " + claimed(status) + ".";
    Instant vouchedFrom = status.row().epochFrom();
    if (vouchedFrom != null && period.start().isBefore(vouchedFrom)) {
      return new Answer(
          Answer.Kind.NOT_COVERED,
          open
              + " It will not be: the stream can vouch for "
              + vouchedFrom
              + " onwards only, and the period starts before that.");
    }
    if (status.state() == SeenState.STOPPED) {
      return new Answer(
          Answer.Kind.STOPPED, open + " The stream was refused a start." + why(status));
    }
    if (stale(status)) {
      return new Answer(
          Answer.Kind.STALE,
          open
              + " The owner has not been seen for longer than "
              + maxAge
              + ": last "
              + status.row().seenAt()
              + "."
              + why(status));
    }
    return new Answer(Answer.Kind.NOT_YET, open + " State " + status.state() + "." + why(status));
  }

  private boolean stale(TableStatus status) {
    return maxAge != null
        && status.unseenFor().map(unseen -> unseen.compareTo(maxAge) > 0).orElse(true);
  }

  private static String claimed(TableStatus status) {
    Claim claim = status.claim();
    return claim.until() == null
        ? "nothing is yet"
        : "the table is from " + claim.from() + " until " + claim.until();
  }

  private static String why(TableStatus status) {
    return status
        .held()
        .map(
            held ->
                " Held by "
                    + held.code()
                    + (held.since() == null ? "" : " since " + held.since())
                    + (held.reason() == null ? "." : ": " + held.reason()))
        .orElse("");
  }
}
