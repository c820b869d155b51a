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
package io.tidegate.internal.spark;

import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.TriggerReport;
import io.tidegate.internal.tracking.Progress;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.spark.sql.streaming.SourceProgress;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * A view of Spark's progress.
 *
 * @param progress what the event carries
 */
record SparkProgress(StreamingQueryProgress progress) implements Progress {
  /** What Spark calls them among a trigger's durations. */
  private static final Set<String> QUESTIONS = Set.of("latestOffset", "getOffset");

  @Override
  public UUID queryId() {
    return progress.id();
  }

  @Override
  public UUID runId() {
    return progress.runId();
  }

  @Override
  public @Nullable String queryName() {
    return progress.name();
  }

  @Override
  public @Nullable Instant triggeredAt() {
    return instant(progress.timestamp());
  }

  @Override
  public long batchId() {
    return progress.batchId();
  }

  @Override
  public List<SourceReport> sources() {
    List<SourceReport> reports = new ArrayList<>();
    for (SourceProgress source : progress.sources()) {
      reports.add(
          new SourceReport(
              source.description(),
              source.startOffset(),
              source.endOffset(),
              source.latestOffset()));
    }
    return reports;
  }

  @Override
  public @Nullable TriggerReport trigger() {
    return askedItsSources() ? Progress.super.trigger() : null;
  }

  /**
   * Whether the trigger timed a question to its sources. The first one of a run does a batch again
   * that an earlier run had planned, and asks none: that nothing newer is known says nothing then.
   */
  private boolean askedItsSources() {
    return QUESTIONS.stream().anyMatch(progress.durationMs()::containsKey);
  }

  @Override
  public @Nullable Instant watermark() {
    return instant(progress.eventTime().get("watermark"));
  }

  @Override
  public @Nullable Instant greatestEventTime() {
    return instant(progress.eventTime().get("max"));
  }

  /** Spark writes ISO-8601 in UTC, with a plus sign before years of five digits. */
  static @Nullable Instant instant(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
