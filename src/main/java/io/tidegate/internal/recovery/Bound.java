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

import io.tidegate.api.Recovery;
import io.tidegate.api.RecoveryDecision;
import io.tidegate.internal.settings.RecoverySettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a lineage has reached one of the bounds on its restarts, and until when. Pure. */
final class Bound {
  private final RecoverySettings settings;
  private final Instant now;

  Bound(RecoverySettings settings, Instant now) {
    this.settings = settings;
    this.now = now;
  }

  /**
   * A bound that is reached.
   *
   * @param reason in a sentence
   * @param nextProbe from when on one attempt is let through; null for never
   */
  record Reached(String reason, @Nullable Instant nextProbe) {}

  /** The bound that the next attempt meets; empty while it meets none. */
  Optional<Reached> reached(long attempt, Tally tally, List<Attempt> attempts) {
    if (!tally.endedBadly()) {
      return Optional.empty();
    }
    Optional<Reached> cap = attemptsCap(tally).or(() -> elapsedCap(tally));
    if (cap.isPresent()) {
      return cap;
    }
    RecoveryDecision decision =
        Recovery.shouldRecover(
            (int) Math.min(attempt, Integer.MAX_VALUE), tally.history(), settings.limit());
    if (decision.recover()) {
      return Optional.empty();
    }
    boolean everyReplay = settings.limit() <= 0;
    return Optional.of(new Reached(decision.reason(), everyReplay ? null : nextProbe(attempts)));
  }

  private Optional<Reached> attemptsCap(Tally tally) {
    Integer most = settings.maxAttempts();
    return most == null || tally.bad() < most
        ? Optional.empty()
        : Optional.of(
            new Reached(
                tally.bad()
                    + (tally.bad() == 1 ? " attempt has" : " attempts have")
                    + " ended badly since the last good end, whether they banked progress or not,"
                    + " and recovery.maxAttempts is "
                    + most,
                null));
  }

  private Optional<Reached> elapsedCap(Tally tally) {
    Duration longest = settings.maxElapsed();
    Instant since = tally.badSince();
    return longest == null || since == null || now.isBefore(since.plus(longest))
        ? Optional.empty()
        : Optional.of(
            new Reached(
                "no attempt has ended well since one ended badly at "
                    + since
                    + ", and recovery.maxElapsed is "
                    + longest,
                null));
  }

  /**
   * The cooldown after the last attempt. A clock that was ahead can put an end off by at most one
   * cooldown: what lies beyond that is left out.
   */
  private @Nullable Instant nextProbe(List<Attempt> attempts) {
    if (settings.cooldown().isZero()) {
      return null;
    }
    Instant credible = now.plus(settings.cooldown());
    return attempts.stream()
        .map(Attempt::lastKnown)
        .filter(last -> !last.isAfter(credible))
        .max(Instant::compareTo)
        .map(last -> last.plus(settings.cooldown()))
        .orElse(now);
  }
}
