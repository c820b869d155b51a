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
import org.jspecify.annotations.Nullable;

/** Builds a {@link LineageRow}; each method sets the component of its name. Not thread safe. */
public final class LineageRowBuilder {
  private final String checkpoint;
  private @Nullable String queryId;
  private @Nullable String queryName;
  private long attempts;
  private long streak;
  private @Nullable String history;
  private long earlierStreak;
  private long earlierBad;
  private @Nullable Instant earlierBadSince;
  private @Nullable String earlierEnding;
  private long earlierAlike;
  private @Nullable Long resumedAfter;
  private @Nullable String tokens;
  private long refusals;
  private @Nullable Instant refusedAt;
  private @Nullable String refusedReason;
  private @Nullable String refusedApplications;
  private @Nullable Instant seenAt;
  private @Nullable Instant aliveUntil;
  private @Nullable Instant updatedAt;

  LineageRowBuilder(String checkpoint) {
    this.checkpoint = checkpoint;
  }

  LineageRowBuilder(LineageRow row) {
    this.checkpoint = row.checkpoint();
    this.queryId = row.queryId();
    this.queryName = row.queryName();
    this.attempts = row.attempts();
    this.streak = row.streak();
    this.history = row.history();
    this.earlierStreak = row.earlierStreak();
    this.earlierBad = row.earlierBad();
    this.earlierBadSince = row.earlierBadSince();
    this.earlierEnding = row.earlierEnding();
    this.earlierAlike = row.earlierAlike();
    this.resumedAfter = row.resumedAfter();
    this.tokens = row.tokens();
    this.refusals = row.refusals();
    this.refusedAt = row.refusedAt();
    this.refusedReason = row.refusedReason();
    this.refusedApplications = row.refusedApplications();
    this.seenAt = row.seenAt();
    this.aliveUntil = row.aliveUntil();
    this.updatedAt = row.updatedAt();
  }

  public LineageRowBuilder queryId(@Nullable String value) {
    this.queryId = value;
    return this;
  }

  public LineageRowBuilder queryName(@Nullable String value) {
    this.queryName = value;
    return this;
  }

  public LineageRowBuilder attempts(long value) {
    this.attempts = value;
    return this;
  }

  public LineageRowBuilder streak(long value) {
    this.streak = value;
    return this;
  }

  public LineageRowBuilder history(@Nullable String value) {
    this.history = value;
    return this;
  }

  public LineageRowBuilder earlierStreak(long value) {
    this.earlierStreak = value;
    return this;
  }

  public LineageRowBuilder earlierBad(long value) {
    this.earlierBad = value;
    return this;
  }

  public LineageRowBuilder earlierBadSince(@Nullable Instant value) {
    this.earlierBadSince = value;
    return this;
  }

  public LineageRowBuilder earlierEnding(@Nullable String value) {
    this.earlierEnding = value;
    return this;
  }

  public LineageRowBuilder earlierAlike(long value) {
    this.earlierAlike = value;
    return this;
  }

  public LineageRowBuilder resumedAfter(@Nullable Long value) {
    this.resumedAfter = value;
    return this;
  }

  public LineageRowBuilder tokens(@Nullable String value) {
    this.tokens = value;
    return this;
  }

  public LineageRowBuilder refusals(long value) {
    this.refusals = value;
    return this;
  }

  public LineageRowBuilder refusedAt(@Nullable Instant value) {
    this.refusedAt = value;
    return this;
  }

  public LineageRowBuilder refusedReason(@Nullable String value) {
    this.refusedReason = value;
    return this;
  }

  public LineageRowBuilder refusedApplications(@Nullable String value) {
    this.refusedApplications = value;
    return this;
  }

  public LineageRowBuilder seenAt(@Nullable Instant value) {
    this.seenAt = value;
    return this;
  }

  public LineageRowBuilder aliveUntil(@Nullable Instant value) {
    this.aliveUntil = value;
    return this;
  }

  public LineageRowBuilder updatedAt(@Nullable Instant value) {
    this.updatedAt = value;
    return this;
  }

  /** The row. */
  public LineageRow build() {
    return new LineageRow(
        checkpoint,
        queryId,
        queryName,
        attempts,
        streak,
        history,
        earlierStreak,
        earlierBad,
        earlierBadSince,
        earlierEnding,
        earlierAlike,
        resumedAfter,
        tokens,
        refusals,
        refusedAt,
        refusedReason,
        refusedApplications,
        seenAt,
        aliveUntil,
        updatedAt);
  }
}
