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
import io.tidegate.internal.done.MarkerSink;
import io.tidegate.internal.frontier.Periods;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The delivery of some markers of one table, one after the other, until one fails. Runs on a thread
 * of a pool; the writer thread looks at how far it is and may give it up.
 */
final class MarkerFlight implements Runnable {
  private static final int MOST = 32;

  private final MarkerSink sink;
  private final QuerySettings entry;
  private final VerdictRow row;
  private final Periods periods;
  private final Instant first;
  private final int count;
  private final Time time;
  private volatile State state;
  private volatile boolean begun;
  private volatile boolean givenUp;
  private ReadExecutor.@Nullable Ticket ticket;

  /**
   * How far it is.
   *
   * @param until end (exclusive) of the periods that it has delivered
   * @param delivered how many those are
   * @param callNanos when the call in progress began, or when it was asked for a thread; null while
   *     neither is so
   * @param over whether it has ended
   * @param trouble why it ended early; null where it did not
   */
  record State(
      Instant until,
      int delivered,
      @Nullable Long callNanos,
      boolean over,
      @Nullable Trouble trouble) {}

  /**
   * What ended it early.
   *
   * @param period whose marker was not delivered
   * @param outcome why
   */
  record Trouble(Span period, Delivery outcome) {}

  /**
   * A period.
   *
   * @param start inclusive
   * @param end exclusive
   */
  record Span(Instant start, Instant end) {
    @Override
    public String toString() {
      return start + "/" + end;
    }
  }

  /**
   * @param first start (inclusive) of the first period
   * @param count how many there are, of which some are delivered
   * @param row what says that they are final
   */
  MarkerFlight(
      MarkerSink sink, QuerySettings entry, VerdictRow row, Instant first, int count, Time time) {
    this.sink = sink;
    this.entry = entry;
    this.row = row;
    this.periods = new Periods(entry.granularity(), entry.zone());
    this.first = first;
    this.count = Math.min(count, MOST);
    this.time = time;
    this.state = new State(first, 0, null, false, null);
  }

  void start(ReadExecutor calls) {
    state = new State(first, 0, time.nanoTime(), false, null);
    ticket = calls.execute(this);
  }

  @Override
  public void run() {
    begun = true;
    Trouble trouble = null;
    Instant start = first;
    int delivered = 0;
    while (trouble == null && delivered < count && !givenUp) {
      state = new State(start, delivered, time.nanoTime(), false, null);
      Span period = new Span(start, periods.nextAfter(start));
      Delivery outcome = deliver(period);
      if (outcome instanceof Delivery.Done) {
        start = period.end();
        delivered++;
      } else {
        trouble = new Trouble(period, outcome);
      }
    }
    state = new State(start, delivered, null, true, trouble);
  }

  private Delivery deliver(Span period) {
    try {
      return sink.deliver(entry, new DoneMarker(row, period.start(), period.end()));
    } catch (RuntimeException | LinkageError e) {
      return new Delivery.Later("cannot be delivered: " + e, Duration.ZERO, e);
    }
  }

  /** Whether it got a thread. */
  boolean begun() {
    return begun;
  }

  State state() {
    return state;
  }

  boolean hangs(long nowNanos, Duration limit) {
    Long since = state.callNanos();
    return since != null && nowNanos - since >= limit.toNanos();
  }

  /** Leaves it to its thread: no marker follows the one that hangs. */
  void giveUp() {
    givenUp = true;
    if (ticket != null) {
      ticket.giveUp();
    }
  }
}
