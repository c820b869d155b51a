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
import io.tidegate.internal.done.DoneMarker;
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
    look();
  }

  /** The table's row says something else. */
  void aim(VerdictRow committed) {
    row = committed;
    look();
  }

  /** Ends: what is in flight is left to its thread, and no marker follows it. */
  void end() {
    MarkerFlight flying = flight;
    if (flying != null) {
      flying.giveUp();
      flight = null;
    }
  }

  private void look() {
    due = DuePeriods.of(periods, delivered, row.trackedFrom(), row.finalizedUntil(), MOST_DUE);
    if (due.cut() && due.first() != null) {
      LOG.warn(
          "More than {} periods of {} have become final without a marker ({}). The older ones, before"
              + " {}, get none.",
          MOST_DUE,
          row.tableName(),
          option,
          due.first());
      delivered = due.first();
    }
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
  }

  /** Takes over what was delivered, and begins to deliver what is due. */
  void step(long nowNanos) {
    MarkerFlight flying = flight;
    if (flying != null) {
      follow(flying, nowNanos);
    }
    Instant first = due.first();
    if (flight == null && first != null && health.mayTry(nowNanos)) {
      flight = new MarkerFlight(means.sink(), entry, row, first, means.time());
      counted = 0;
      flight.start(means.calls());
    }
  }

  private void follow(MarkerFlight flying, long nowNanos) {
    MarkerFlight.State state = flying.state();
    metrics.markersDelivered(state.delivered() - counted);
    boolean moved = state.delivered() > counted;
    counted = state.delivered();
    if (moved) {
      delivered(state.until());
    }
    if (state.over()) {
      flight = null;
      ended(state, nowNanos);
    } else if (flying.hangs(nowNanos, means.limit())) {
      flying.giveUp();
      flight = null;
      metrics.markerFailed();
      String what = "A marker of " + row.tableName() + " (" + option + ")";
      health.failed(Errors.hung(what, means.limit()), nowNanos);
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
          Errors.markerUndelivered(what(trouble.marker()), later.why(), later.cause());
      health.failed(cause, nowNanos, later.atLeast());
    } else if (trouble.outcome() instanceof Delivery.Never never) {
      health.succeeded();
      StoreException cause = Errors.markerRefused(what(trouble.marker()), never.why());
      LOG.error("{}", means.redactor().text(String.valueOf(cause.getMessage())));
      delivered(trouble.marker().end());
    }
  }

  private String what(DoneMarker marker) {
    return "marker of "
        + row.tableName()
        + " for "
        + marker.period()
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
