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

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When the checkpoint of one run is looked at: at its start, when a progress could move the
 * candidate, after its end, and again a while after a look that failed. At most one look is in
 * flight. Confined to the writer thread.
 */
final class RunReads {
  private boolean wanted = true;
  private @Nullable Long batchId;
  private boolean inFlight;
  private boolean inFlightIsLast;
  private boolean lastTried;
  private boolean lastDone;
  private int ticket;
  private ReadExecutor.@Nullable Ticket handedOver;
  private long startedNanos;
  private long notBeforeNanos;

  RunReads(long nowNanos) {
    notBeforeNanos = nowNanos;
  }

  /** Asks for a look at the batch that a progress reported. */
  void wantBatch(long id) {
    wanted = true;
    batchId = id;
  }

  /** Asks for a look at whatever is newest. */
  void wantNewest() {
    wanted = true;
    batchId = null;
  }

  boolean due(long nowNanos) {
    return wanted && !inFlight && nowNanos - notBeforeNanos >= 0;
  }

  boolean inFlight() {
    return inFlight;
  }

  boolean hangs(long nowNanos, Duration limit) {
    return inFlight && nowNanos - startedNanos >= limit.toNanos();
  }

  /** Whether the look in flight, or the last one, began after the run's end. */
  boolean last() {
    return inFlightIsLast;
  }

  /** The look in flight was handed to a thread. */
  void handedOver(ReadExecutor.Ticket task) {
    handedOver = task;
  }

  /** Gives the look in flight up to its thread. */
  void giveUp() {
    if (handedOver != null) {
      handedOver.giveUp();
    }
  }

  /** The number of the look in flight, or of the last one. */
  int ticket() {
    return ticket;
  }

  /** How long the look in flight has taken; zero when there is none. */
  Duration running(long nowNanos) {
    return inFlight ? Duration.ofNanos(nowNanos - startedNanos) : Duration.ZERO;
  }

  /** Begins a look; the batch to read, null for the newest. */
  @Nullable Long begin(long nowNanos, boolean runHasEnded) {
    wanted = false;
    inFlight = true;
    ticket++;
    inFlightIsLast = runHasEnded;
    startedNanos = nowNanos;
    return runHasEnded ? null : batchId;
  }

  /**
   * Ends a look.
   *
   * @param again whether it failed and should be tried again after the pause
   */
  void finish(boolean again, long nowNanos, Duration pause) {
    inFlight = false;
    lastTried |= inFlightIsLast;
    if (again) {
      wantNewest();
      notBeforeNanos = nowNanos + pause.toNanos();
    } else {
      lastDone |= inFlightIsLast;
    }
  }

  /** Lets a look that waits for its pause begin at once. */
  void hurry(long nowNanos) {
    notBeforeNanos = nowNanos;
  }

  /** Whether the checkpoint has been looked at, or could not be, after the run ended. */
  boolean triedAfterEnd() {
    return lastTried;
  }

  /** Whether nothing is left to read of an ended run. */
  boolean complete() {
    return lastDone && !wanted && !inFlight;
  }
}
