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
package io.tidegate.internal.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What is measured of one target table. Written by the writer thread, read by any. */
public final class TableMetrics {
  private final String table;
  private final LongAdder advances = new LongAdder();
  private final LongAdder markersDelivered = new LongAdder();
  private final LongAdder markersFailed = new LongAdder();
  private volatile long markersPending;
  private volatile @Nullable Instant finalizedUntil;
  private volatile Held held = Held.NOT;

  /**
   * What holds a table.
   *
   * @param code the code's name, empty when nothing holds it
   * @param since since when; null when nothing does
   */
  public record Held(String code, @Nullable Instant since) {
    /** Not held. */
    public static final Held NOT = new Held("", null);
  }

  TableMetrics(String table) {
    this.table = table;
  }

  /** The target table's name. */
  public String table() {
    return table;
  }

  /** Records the verdict in force. */
  public void verdict(@Nullable Instant until) {
    finalizedUntil = until;
  }

  /** Records one move of the verdict. */
  public void advanced() {
    advances.increment();
  }

  /** Records what holds the table; {@link Held#NOT} when nothing does. */
  public void held(Held now) {
    held = now;
  }

  /** Records done markers that were delivered. */
  public void markersDelivered(int count) {
    markersDelivered.add(count);
  }

  /** Records one try to deliver a done marker that failed. */
  public void markerFailed() {
    markersFailed.increment();
  }

  /** Records how many done markers are due now. */
  public void markersPending(long count) {
    markersPending = count;
  }

  /** Done markers delivered by this application, files and posts together. */
  public long markersDelivered() {
    return markersDelivered.sum();
  }

  /** Tries to deliver one that failed. */
  public long markersFailed() {
    return markersFailed.sum();
  }

  /** Done markers that are due now. */
  public long markersPending() {
    return markersPending;
  }

  /** Moves of the verdict by this application. */
  public long advances() {
    return advances.sum();
  }

  /** What holds the table now. */
  public Held held() {
    return held;
  }

  /** Whole seconds from the verdict to {@code now}; -1 before the first verdict. */
  public long lagSeconds(Instant now) {
    Instant until = finalizedUntil;
    return until == null ? -1 : Math.max(0, Duration.between(until, now).toSeconds());
  }
}
