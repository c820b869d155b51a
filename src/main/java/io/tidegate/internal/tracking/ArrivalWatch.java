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
package io.tidegate.internal.tracking;

import io.tidegate.api.FrontierRule;
import io.tidegate.api.HoldCode;
import io.tidegate.internal.frontier.Arrival;
import io.tidegate.internal.frontier.CaughtUp;
import io.tidegate.internal.frontier.Periods;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.TriggerReport;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.verdict.Hold;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Watches one run's triggers for the proof of having caught up. Confined to one thread. */
final class ArrivalWatch {

  /** A source that is busy for a moment at the turn of a period is no news. */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  private final QuerySettings settings;
  private final Periods periods;
  private final RunStart start;
  private final ClockCheck clocks;
  private final boolean startBelieved;
  private @Nullable TriggerReport proof;
  private @Nullable String missing;
  private @Nullable Instant lastTrigger;
  private @Nullable Instant disbelieved;
  private @Nullable Instant thereBy;

  /**
   * @param nowNanos elapsed time when the run was first seen
   */
  ArrivalWatch(QuerySettings settings, RunStart start, ClockCheck clocks, long nowNanos) {
    this.settings = settings;
    this.periods = new Periods(settings.granularity(), settings.zone());
    this.start = start;
    this.clocks = clocks;
    this.startBelieved = start.seen() && !clocks.apart(start.startedAt(), nowNanos);
    this.thereBy = startBelieved ? start.startedAt() : null;
  }

  /**
   * Takes a trigger's report.
   *
   * @return whether the checkpoint must be looked at: the candidate could move, or a hold could go
   */
  boolean couldMove(@Nullable TriggerReport trigger, RunJudge judge, Instant now, long nowNanos) {
    if (trigger == null) {
      return false;
    }
    Instant at = trigger.at();
    if (clocks.apart(now, nowNanos)) {
      disbelieved = at;
      judge.hold(HoldCode.CLOCK, clocks.describe(now, nowNanos), now);
      return false;
    }
    if (thereBy == null) {
      thereBy = now;
    }
    if (at.isAfter(now)) {
      disbelieved = at; // the clock has been set back since, and when it began is not known
    }
    if (at.equals(disbelieved) || (lastTrigger != null && !at.isAfter(lastTrigger))) {
      return false;
    }
    lastTrigger = at;
    missing = CaughtUp.missing(trigger).orElse(null);
    if (missing != null) {
      return false;
    }
    proof = trigger;
    return held(judge) || passes(pinned(judge) ? start.startedAt() : at, judge);
  }

  private static boolean held(RunJudge judge) {
    Hold hold = judge.hold();
    return hold != null && (hold.code() == HoldCode.NOT_CAUGHT_UP || hold.code() == HoldCode.CLOCK);
  }

  /** Says why a period that the clock has passed is not proven, if it has waited long enough. */
  void remind(RunJudge judge, Instant now, Duration patience) {
    TriggerReport last = proof;
    Instant since = last == null ? start.startedAt() : last.at();
    boolean over = pinned(judge) && last != null;
    if (settings.frontier() == FrontierRule.ARRIVAL
        && judge.hold() == null
        && judge.newestBatchId() >= 0
        && !over
        && Duration.between(since, now).compareTo(patience) >= 0
        && passes(pinned(judge) ? start.startedAt() : now, judge)) {
      judge.hold(HoldCode.NOT_CAUGHT_UP, why(last), now);
    }
  }

  private String why(@Nullable TriggerReport last) {
    if (missing != null) {
      return missing;
    }
    return last == null
        ? "no trigger of this run has been seen to find nothing to read"
        : "no trigger has begun since " + last.at();
  }

  private static boolean pinned(RunJudge judge) {
    QueryPlan plan = judge.understoodPlan();
    return plan != null && plan.trigger() == QueryPlan.Trigger.AVAILABLE_NOW;
  }

  private boolean passes(Instant instant, RunJudge judge) {
    Instant candidate = judge.candidate();
    return candidate == null || periods.floor(instant.minus(settings.lag())).isAfter(candidate);
  }

  /** What the run has shown so far. */
  Arrival shown() {
    return new Arrival(proof, startBelieved ? start.startedAt() : null, thereBy);
  }
}
