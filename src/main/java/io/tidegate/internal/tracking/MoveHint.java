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
import io.tidegate.internal.frontier.CaughtUp;
import io.tidegate.internal.frontier.OffsetTimes;
import io.tidegate.internal.frontier.Periods;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.TriggerReport;
import io.tidegate.internal.settings.QuerySettings;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells from a progress alone whether the candidate could have moved, so that most batches cost no
 * read of the checkpoint. It may say yes too often and never no too often. Confined to one thread.
 */
final class MoveHint {
  private final QuerySettings settings;
  private final Periods periods;
  private final OffsetTimes times;
  private final ArrivalWatch arrival;
  private final Map<Integer, Instant> greatest = new HashMap<>();
  private @Nullable Sign lastSign;
  private long lastBatchId = -1;
  private @Nullable Instant lastTriggered;
  private @Nullable Instant greatestEventTime;
  private @Nullable Instant lookedForAt;

  MoveHint(QuerySettings settings, ArrivalWatch arrival) {
    this.settings = settings;
    this.arrival = arrival;
    this.periods = new Periods(settings.granularity(), settings.zone());
    this.times = new OffsetTimes(settings.offset());
  }

  /**
   * Takes a progress of the run. They come from the bus and from the query, so that one may be
   * older than the one before it; such a one says nothing new.
   *
   * @param judge what the run has been judged to be so far
   */
  boolean couldMove(Progress progress, RunJudge judge, Instant now, long nowNanos) {
    if (judge.settled()) {
      return false;
    }
    if (progress.batchId() < lastBatchId) {
      return false;
    }
    boolean late = isLate(progress);
    boolean skipped = progress.batchId() > lastBatchId + 1;
    lastBatchId = progress.batchId();
    return switch (settings.frontier()) {
      case OFFSET -> offsetMoved(progress, late, judge, now) || judge.everyBatchCounts();
      case WATERMARK -> watermarkCouldMove(progress, judge, skipped);
      case ARRIVAL -> arrival.couldMove(progress.trigger(), judge, now, nowNanos);
    };
  }

  /** The batch to look at for a progress: an idle trigger speaks for the one before its own. */
  long batchOf(Progress progress) {
    TriggerReport trigger = settings.frontier() == FrontierRule.ARRIVAL ? progress.trigger() : null;
    return trigger == null ? progress.batchId() : CaughtUp.lastBatch(trigger);
  }

  /**
   * Whether an earlier trigger made it. An idle trigger already has the id of the batch that will
   * come, so that the id does not always tell; the clock may have stepped between two batches.
   */
  private boolean isLate(Progress progress) {
    Instant triggered = progress.triggeredAt();
    Instant last = lastTriggered;
    if (progress.batchId() == lastBatchId
        && triggered != null
        && last != null
        && triggered.isBefore(last)) {
      return true;
    }
    lastTriggered = triggered;
    return false;
  }

  /** Compares what the offsets say with what they said when last looked at. */
  private boolean offsetMoved(Progress progress, boolean late, RunJudge judge, Instant now) {
    Sign sign = sign(progress);
    if (late && sign.wentBack()) {
      return false;
    }
    boolean moved = !sign.equals(lastSign);
    lastSign = sign;
    if (sign.wentBack()) {
      judge.hold(HoldCode.TIME_WENT_BACK, sign.text(), now);
      return false;
    }
    return moved;
  }

  /**
   * What the offsets of one progress come to; while it stays equal, the candidate stays.
   *
   * @param text the candidate, the code of a hold, or what went back
   * @param wentBack whether a source's time did
   */
  private record Sign(String text, boolean wentBack) {}

  private Sign sign(Progress progress) {
    Instant minimum = null;
    List<SourceReport> sources = progress.sources();
    for (int i = 0; i < sources.size(); i++) {
      OffsetTimes.Reading reading = times.read(sources.get(i).end());
      if (reading instanceof OffsetTimes.Reading.None none) {
        return new Sign(none.code().name(), false);
      }
      Instant time = ((OffsetTimes.Reading.At) reading).earliest();
      Instant before = greatest.merge(i, time, (a, b) -> a.isAfter(b) ? a : b);
      if (before.isAfter(time)) {
        return new Sign(
            "source " + i + ": its time went back from " + before + " to " + time, true);
      }
      minimum = minimum == null || time.isBefore(minimum) ? time : minimum;
    }
    String candidate =
        minimum == null
            ? HoldCode.IDLE.name()
            : periods.floor(minimum.minus(settings.lag())).toString();
    return new Sign(candidate, false);
  }

  private boolean watermarkCouldMove(Progress progress, RunJudge judge, boolean skipped) {
    QueryPlan plan = judge.understoodPlan();
    if (plan != null && !plan.stateful().isEmpty()) {
      return watermarkDuringMoved(progress, judge, plan);
    }
    return watermarkAfterCouldMove(progress, judge, skipped);
  }

  /**
   * The event shows the watermark before the batch; the one after it is at most the greatest event
   * time seen. That bound holds for one watermark and for batches that were all looked at.
   */
  private boolean watermarkAfterCouldMove(Progress progress, RunJudge judge, boolean skipped) {
    Instant seen = progress.greatestEventTime();
    if (seen != null && (greatestEventTime == null || seen.isAfter(greatestEventTime))) {
      greatestEventTime = seen;
    }
    return skipped
        || judge.severalWatermarks()
        || passes(greatestEventTime, judge)
        || passes(progress.watermark(), judge);
  }

  /**
   * The event shows the very watermark that counts; it never goes back, so the newest tells all. An
   * idle trigger shows that of the batch to come, which may be long in coming: it is looked for
   * once.
   */
  private boolean watermarkDuringMoved(Progress progress, RunJudge judge, QueryPlan plan) {
    Instant watermark = progress.watermark();
    if (watermark == null
        || watermark.equals(Instant.EPOCH)
        || !passes(plan.emittedBefore(watermark), judge)) {
      return false;
    }
    Instant triggered = progress.triggeredAt();
    boolean again = triggered != null && triggered.equals(lookedForAt);
    lookedForAt = triggered;
    return !again;
  }

  private boolean passes(@Nullable Instant time, RunJudge judge) {
    if (time == null || time.equals(Instant.EPOCH)) {
      return false;
    }
    Instant candidate = judge.candidate();
    return candidate == null || periods.floor(time.minus(settings.lag())).isAfter(candidate);
  }
}
