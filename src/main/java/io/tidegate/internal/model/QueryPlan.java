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
package io.tidegate.internal.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What rules need to know of a query, read once for each run.
 *
 * @param execution how the query runs
 * @param trigger what starts its batches
 * @param outputMode what a batch hands to the sink
 * @param unknown simple names of what the reader does not know, empty when the plan is understood
 * @param stateful simple names of operators that keep rows for a later batch
 * @param emitsAtOnce simple names of operators that keep state but hold no row back
 * @param sources the streaming sources the plan reads, one read twice counted twice
 * @param watermarks how many watermark operators the plan holds
 * @param window what the one stateful operator collects rows into; null when there is none, there
 *     are several, or it does something else
 */
public record QueryPlan(
    Execution execution,
    Trigger trigger,
    OutputMode outputMode,
    List<String> unknown,
    List<String> stateful,
    List<String> emitsAtOnce,
    List<StreamingSource> sources,
    int watermarks,
    @Nullable TumblingWindow window) {

  /** How a query runs. */
  public enum Execution {
    /** One batch after the other: offsets first, sink, then commit. */
    MICRO_BATCH,
    /** Micro-batches whose logs are written later, and not for each batch. */
    ASYNC_PROGRESS,
    /** Rows reach the sink all the time; logs are written at the end of a batch. */
    REAL_TIME,
    /** Epochs without batches. */
    CONTINUOUS,
    /** Not recognised. */
    UNKNOWN
  }

  /** What starts a batch. */
  public enum Trigger {
    PROCESSING_TIME,
    ONCE,
    /** Also what an unknown trigger counts as: its offsets may be pinned at the start. */
    AVAILABLE_NOW,
    REAL_TIME,
    CONTINUOUS
  }

  /** What a batch hands to the sink. */
  public enum OutputMode {
    APPEND,
    UPDATE,
    COMPLETE,
    /** Not recognised. */
    UNKNOWN
  }

  public QueryPlan {
    unknown = List.copyOf(unknown);
    stateful = List.copyOf(stateful);
    emitsAtOnce = List.copyOf(emitsAtOnce);
    sources = List.copyOf(sources);
    if (watermarks < 0) {
      throw new IllegalArgumentException(watermarks + " watermarks cannot be.");
    }
    if (window != null && stateful.size() != 1) {
      throw new IllegalArgumentException(
          "A window belongs to the one stateful operator, and there are " + stateful.size() + ".");
    }
  }

  /** A plan that could not be read, with what stood in the way. */
  public static QueryPlan unreadable(String why) {
    return new QueryPlan(
        Execution.UNKNOWN,
        Trigger.AVAILABLE_NOW,
        OutputMode.UNKNOWN,
        List.of(why),
        List.of(),
        List.of(),
        List.of(),
        0,
        null);
  }

  /** Whether every node was recognised. */
  public boolean understood() {
    return unknown.isEmpty();
  }

  /** How many of the sources have no watermark above them. */
  public long withoutWatermark() {
    return sources.stream().filter(source -> !source.watermarked()).count();
  }

  /**
   * The time before which no row is kept any more once a watermark is in force: the boundary of a
   * window, or the watermark itself where there are no windows.
   */
  public Instant emittedBefore(Instant watermark) {
    return window == null ? watermark : window.floor(watermark);
  }
}
