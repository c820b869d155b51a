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
import java.util.function.Predicate;

/**
 * Which attempts are running somewhere, as far as can be known. Thread safe if the predicate is.
 */
public final class Liveness {
  private final Predicate<String> knownGone;

  /**
   * @param knownGone whether the process an attempt names is known not to exist any more
   */
  public Liveness(Predicate<String> knownGone) {
    this.knownGone = knownGone;
  }

  /** Whether no end of it is on record, its heartbeat has not run out and its process may exist. */
  public boolean alive(Attempt attempt, Instant now) {
    boolean fresh = attempt.aliveUntil() != null && attempt.aliveUntil().isAfter(now);
    return !attempt.ended()
        && fresh
        && (attempt.process() == null || !knownGone.test(attempt.process()));
  }

  /**
   * The same as seen from a process in which the lineage is not running: an attempt of that process
   * that was never bound to a run is none. One that was bound is left for its end to be recorded.
   */
  public boolean aliveElsewhere(Attempt attempt, String ownProcess, Instant now) {
    boolean failedHere = attempt.runId() == null && ownProcess.equals(attempt.process());
    return !failedHere && alive(attempt, now);
  }
}
