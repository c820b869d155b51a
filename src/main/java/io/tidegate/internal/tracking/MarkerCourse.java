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

import io.tidegate.internal.done.Delivery;
import io.tidegate.internal.done.DuePeriods;
import io.tidegate.internal.done.MarkerSink;
import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.frontier.Periods;
import io.tidegate.internal.metrics.TableMetrics;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The done markers of one kind for one table: how far they are delivered, how far they may be, and
 * the delivery in flight, of which there is one at most. What is due is not kept but computed, so
 * that a dead receiver costs no memory. Confined to the writer thread.
 */
final class MarkerCourse {
  private static final Logger LOG = LoggerFactory.getLogger(MarkerCourse.class);

  /** How many periods are caught up with at most. */
  static final int MOST_DUE = 10_000;

  private final String option;
  private final QuerySettings entry;
  private final Means means;
  private final StoreHealth health;
  private final TableMetrics metrics;
  private final Periods periods;
  private final SkippedPeriods cut;
  private final SkippedPeriods refused;
  private Instant delivered;
  private VerdictRow row;
  private DuePeriods due = DuePeriods.NONE;
  private @Nullable MarkerFlight flight;
  private int counted;

  /**
   * What a course works with.
   *
   * @param limit after this a call that does not return is given up
   */
  record Means(MarkerSink sink, ReadExecutor calls, Time time, Duration limit, Redactor redactor) {}

  /**
   * @param option the option that asks for the markers, as messages name it
   * @param row the row as it was committed
   * @param delivered end (exclusive) of the periods whose markers are delivered
   */
  MarkerCourse(
      String option,
      QuerySettings entry,
      Means means,
      StoreHealth health,
      TableMetrics metrics,
      VerdictRow row,
      Instant delivered) {
    this.option = option;
    this.entry = entry;
    this.means = means;
    this.health = health;
    this.metrics = metrics;
    this.periods = new Periods(entry.granularity(), entry.zone());
    this.row = row;
    this.delivered = delivered;
    String markers = "markers of " + row.tableName() + " (" + option + ")";
    this.cut = new SkippedPeriods(markers, "more than " + MOST_DUE + " are due");
    this.refused = new SkippedPeriods(markers, "the receiver refuses them for good");
    look();
  }

  /** The table's row says something else. */
  void aim(VerdictRow committed) {
    MarkerFlight flying = flight;
    if (flying != null) {
      take(flying.state());
    }
    Instant told = committed.doneUntil();
    if (told != null && told.isAfter(delivered)) {
      land();
      delivered = told; // by another application
    } else if (!sameClaim(committed)) {
      land();
    }
    row = committed;
    look();
  }

  /** Whether what was final by the row known is so by this one. */
  private boolean sameClaim(VerdictRow committed) {
    return committed.epoch() == row.epoch()
        && Objects.equals(committed.trackedFrom(), row.trackedFrom());
  }

  /** Ends with what it has to say. */
  void end() {
    land();
    cut.tell(means.time().nanoTime());
    refused.tell(means.time().nanoTime());
  }

  /** What is in flight is left to its thread, and no marker follows it. */
  private void land() {
    MarkerFlight flying = flight;
    if (flying != null) {
      flying.giveUp();
      flight = null;
    }
  }

  private void look() {
    due = DuePeriods.of(periods, delivered, row.trackedFrom(), row.finalizedUntil(), MOST_DUE);
    Instant first = due.first();
    if (due.cut() && first != null) {
      Instant since = latest(delivered, row.trackedFrom());
      long about = Duration.between(since, first).dividedBy(periods.granularity());
      if (cut.first(since, first, Math.max(1, about), means.time().nanoTime())) {
        LOG.warn(
            "More than {} periods of {} have become final without a marker ({}). The older ones,"
                + " from {} to {}, get none.",
            MOST_DUE,
            row.tableName(),
            option,
            since,
            first);
      }
      delivered = first;
    }
  }

  private static Instant latest(Instant delivered, @Nullable Instant trackedFrom) {
    return trackedFrom != null && trackedFrom.isAfter(delivered) ? trackedFrom : delivered;
  }

  /** End (exclusive) of the periods whose markers are delivered, or given up for good. */
  Instant delivered() {
    return delivered;
  }

  /** Periods whose markers are due. */
  int pending() {
    return due.count();
  }

  boolean settled() {
    return flight == null && due.count() == 0;
  }

  /** Tries again soon what has failed. */
  void hurry(long nowNanos) {
    health.hurry(nowNanos);
    if (settled()) {
      cut.tell(nowNanos);
      refused.tell(nowNanos);
    }
  }

  /** Takes over what was delivered, and begins to deliver what is due. */
  void step(long nowNanos) {
    cut.remind(nowNanos);
    refused.remind(nowNanos);
    MarkerFlight flying = flight;
    if (flying != null) {
      follow(flying, nowNanos);
    }
    Instant first = due.first();
    if (flight == null && first != null && health.mayTry(nowNanos)) {
      flight = new MarkerFlight(means.sink(), entry, row, first, due.count(), means.time());
      counted = 0;
      flight.start(means.calls());
    }
  }

  private void follow(MarkerFlight flying, long nowNanos) {
    MarkerFlight.State state = flying.state();
    take(state);
    if (state.over()) {
      flight = null;
      ended(state, nowNanos);
    } else if (flying.hangs(nowNanos, means.limit())) {
      boolean begun = flying.begun();
      land();
      metrics.markerFailed();
      health.failed(begun ? hung() : withoutThread(state.until()), nowNanos);
    }
  }

  private StoreException hung() {
    return Errors.hung("A marker of " + row.tableName() + " (" + option + ")", means.limit());
  }

  private StoreException withoutThread(Instant start) {
    return Errors.markerUndelivered(
        what(new MarkerFlight.Span(start, periods.nextAfter(start))),
        "got no thread within " + means.limit() + ", since other calls do not return",
        null);
  }

  /** Takes over what a flight has delivered since it was looked at last. */
  private void take(MarkerFlight.State state) {
    int more = state.delivered() - counted;
    counted = state.delivered();
    if (more > 0) {
      metrics.markersDelivered(more);
      cut.over(means.time().nanoTime());
      refused.over(means.time().nanoTime());
      delivered(state.until());
    }
  }

  private void ended(MarkerFlight.State state, long nowNanos) {
    MarkerFlight.Trouble trouble = state.trouble();
    if (trouble == null) {
      health.succeeded();
      return;
    }
    metrics.markerFailed();
    if (trouble.outcome() instanceof Delivery.Later later) {
      StoreException cause =
          Errors.markerUndelivered(what(trouble.period()), later.why(), later.cause());
      health.failed(cause, nowNanos, later.atLeast());
    } else if (trouble.outcome() instanceof Delivery.Never never) {
      health.succeeded();
      refused(trouble.period(), never, nowNanos);
      delivered(trouble.period().end());
    }
  }

  private void refused(MarkerFlight.Span period, Delivery.Never never, long nowNanos) {
    if (refused.first(period.start(), period.end(), 1, nowNanos)) {
      StoreException cause = Errors.markerRefused(what(period), never.why());
      LOG.error("{}", means.redactor().text(String.valueOf(cause.getMessage())));
    }
  }

  private String what(MarkerFlight.Span period) {
    return "marker of "
        + row.tableName()
        + " for "
        + period
        + " (spark.tidegate.queries."
        + entry.label()
        + "."
        + option
        + ")";
  }

  private void delivered(Instant until) {
    if (until.isAfter(delivered)) {
      delivered = until;
      look();
    }
  }
}
