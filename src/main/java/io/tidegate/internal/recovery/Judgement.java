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
import java.util.Set;
import java.util.function.Predicate;

/**
 * How each attempt of a lineage counts: the table in {@code docs/recovery.md}, whose first matching
 * line wins.
 */
final class Judgement {
  private final List<Attempt> attempts;
  private final Banked banked;
  private final Set<String> refusedApplications;
  private final Predicate<Attempt> alive;

  /**
   * @param attempts all that are known, oldest first
   * @param banked what they banked
   * @param refusedApplications applications in which another lineage was refused
   * @param alive whether an attempt is running somewhere
   */
  Judgement(
      List<Attempt> attempts,
      Banked banked,
      Set<String> refusedApplications,
      Predicate<Attempt> alive) {
    this.attempts = attempts;
    this.banked = banked;
    this.refusedApplications = refusedApplications;
    this.alive = alive;
  }

  List<Attempt> attempts() {
    return attempts;
  }

  /** How an attempt counts now. */
  Judged judge(int index) {
    return judged(index, ending(index));
  }

  /** How it counts if it is not alive. */
  Judged judgeAsEnded(int index) {
    return judged(index, ended(index));
  }

  private Judged judged(int index, Ending ending) {
    Boolean productive = banked.banked(index);
    boolean idle =
        attempts.get(index).witness() && !Boolean.TRUE.equals(banked.pendingAfter(index));
    return new Judged(attempts.get(index), ending, productive, idle);
  }

  private Ending ending(int index) {
    return alive.test(attempts.get(index)) ? Ending.ALIVE : ended(index);
  }

  private Ending ended(int index) {
    AttemptOutcome outcome = attempts.get(index).outcome();
    if (outcome == null) {
      return lost(index);
    }
    return switch (outcome) {
      case STOPPED -> stopped(index);
      case CONTEXT_STOPPING -> collateral(index) ? Ending.COLLATERAL : contextStopped(index);
      case EXEMPT -> Ending.EXEMPT;
      case CONCURRENT -> besideAnother(index) ? Ending.EXEMPT : Ending.FAILED;
      case FAILED -> Ending.FAILED;
      case OTHER -> Ending.OTHER;
    };
  }

  /**
   * Whether another attempt was going on at the same time. Spark takes what a failed write has left
   * in the checkpoint for another run's, so that its word alone exempts nothing.
   */
  private boolean besideAnother(int index) {
    Attempt attempt = attempts.get(index);
    for (int other = 0; other < attempts.size(); other++) {
      Attempt another = attempts.get(other);
      if (other != index
          && another.startedAt().isBefore(attempt.lastKnown())
          && (alive.test(another) || another.lastKnown().isAfter(attempt.startedAt()))) {
        return true;
      }
    }
    return false;
  }

  private Ending stopped(int index) {
    return somethingToShow(index) ? Ending.GOOD : Ending.STOPPED_IDLE;
  }

  private Ending contextStopped(int index) {
    return somethingToShow(index) ? Ending.CONTEXT_STOPPING : Ending.STOPPED_IDLE;
  }

  private boolean somethingToShow(int index) {
    return attempts.get(index).witness() || Boolean.TRUE.equals(banked.banked(index));
  }

  /** Whether a batch is pending counts only where it is known to be. */
  private Ending lost(int index) {
    Attempt attempt = attempts.get(index);
    if (collateral(index)) {
      return Ending.COLLATERAL;
    }
    if (attempt.runId() == null) {
      return Ending.NEVER_BOUND;
    }
    if (Boolean.TRUE.equals(banked.pendingAfter(index))) {
      return Ending.LOST_AT_WORK;
    }
    return attempt.witness() ? Ending.GOOD : Ending.LOST_IDLE;
  }

  private boolean collateral(int index) {
    String application = attempts.get(index).application();
    return application != null && refusedApplications.contains(application);
  }
}
