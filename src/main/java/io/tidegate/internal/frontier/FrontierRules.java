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
package io.tidegate.internal.frontier;

import io.tidegate.api.FrontierRule;
import io.tidegate.api.HoldCode;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.settings.QuerySettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges the batches of one run: plan, rule, guard, lag and period, in this order. Confined to one
 * thread; batches are given in the order they committed.
 */
public final class FrontierRules {
  private final QuerySettings settings;
  private final Periods periods;
  private final Guard guard;
  private final OffsetRule offset;

  /**
   * @param settings the run's entry
   * @param maxFutureSkew see {@link Guard}
   */
  public FrontierRules(QuerySettings settings, Duration maxFutureSkew) {
    this.settings = settings;
    this.periods = new Periods(settings.granularity(), settings.zone());
    this.guard = new Guard(maxFutureSkew);
    this.offset = new OffsetRule(new OffsetTimes(settings.offset()));
  }

  /** The rule with what is part of it, as stored in {@code basis}. */
  public static String basis(QuerySettings settings) {
    if (settings.frontier() != FrontierRule.OFFSET) {
      return settings.frontier().key();
    }
    String zone = settings.offset().zone() == null ? "" : ", zone=" + settings.offset().zone();
    return "offset(field=" + settings.offset().field() + zone + ")";
  }

  /**
   * Judges the newest committed batch.
   *
   * @param hasState whether the checkpoint holds operator state
   * @param batch null when none has been committed
   * @param arrival what the run has shown of having caught up; only {@code arrival} asks for it
   */
  public Evaluation evaluate(
      QueryPlan plan, boolean hasState, @Nullable CommittedBatch batch, Arrival arrival) {
    Optional<Evaluation.None> gate = PlanGate.check(settings.frontier(), plan, hasState, batch);
    if (gate.isPresent()) {
      return gate.get();
    }
    if (batch == null) {
      return new Evaluation.None(HoldCode.IDLE, "no batch has been committed yet");
    }
    RawFrontier read =
        switch (settings.frontier()) {
          case OFFSET -> offset.read(batch);
          case WATERMARK -> WatermarkRule.read(plan, settings.lag(), batch);
          case ARRIVAL -> ArrivalRule.read(plan, settings.lag(), batch, arrival);
        };
    if (!(read instanceof RawFrontier.At at)) {
      return held((RawFrontier.None) read);
    }
    // The driver's own clock says when a trigger began; no source could have put it in the future.
    return settings.frontier() == FrontierRule.ARRIVAL
        ? frontier(at.raw(), at.raw(), false, at.notBefore())
        : guarded(at, batch);
  }

  private Evaluation guarded(RawFrontier.At at, CommittedBatch batch) {
    Instant planned = batch.batchTimestamp();
    if (planned == null) {
      return new Evaluation.None(
          HoldCode.CHECKPOINT_UNREADABLE,
          "the offset log has no batchTimestampMs for batch "
              + batch.batchId()
              + ", without which a time in the future cannot be told");
    }
    if (!(guard.check(at.raw(), planned) instanceof Guard.Answer.Accepted accepted)) {
      return new Evaluation.None(
          HoldCode.FUTURE,
          "the frontier "
              + at.raw()
              + " lies more than "
              + guard.maxFutureSkew()
              + " beyond its batch, which was planned at "
              + planned,
          at.raw());
    }
    // What a source had when it was first read counts by its own clock, which may be ahead of the
    // driver's; a time further ahead than that is no clock's.
    Instant furthest = earlier(at.notBefore(), planned.plus(guard.maxFutureSkew()));
    return frontier(at.raw(), accepted.frontier(), accepted.capped(), furthest);
  }

  private Evaluation.Frontier frontier(
      Instant raw, Instant accepted, boolean capped, Instant notBefore) {
    Instant frontier = accepted.minus(settings.lag());
    return new Evaluation.Frontier(
        raw, capped, frontier, periods.floor(frontier), periods.nextAfter(notBefore));
  }

  private static Evaluation held(RawFrontier.None none) {
    return new Evaluation.None(none.code(), none.why());
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
