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

import io.tidegate.api.HoldCode;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.QueryPlan.OutputMode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Spark's event-time watermark. Of a stateless query the value after the batch counts, as the
 * commit log has it. Of one that keeps rows the value in force during the batch does: what the
 * batch emitted was chosen by it.
 */
final class WatermarkRule {
  private WatermarkRule() {}

  /**
   * Reads a batch.
   *
   * @param lag the declared bound on how long rows are kept; zero when there is none
   */
  static RawFrontier read(QueryPlan plan, Duration lag, CommittedBatch batch) {
    if (plan.watermarks() == 0 || plan.withoutWatermark() > 0) {
      return new RawFrontier.None(
          HoldCode.NO_WATERMARK,
          plan.watermarks() == 0
              ? "the query defines no watermark"
              : plan.withoutWatermark()
                  + " of "
                  + plan.sources().size()
                  + " streaming sources have no watermark above them");
    }
    if ("max".equals(batch.watermarkPolicy())) {
      return new RawFrontier.None(
          HoldCode.MAX_POLICY,
          "spark.sql.streaming.multipleWatermarkPolicy is max: the slower source may still be"
              + " behind");
    }
    return plan.stateful().isEmpty()
        ? at(batch.watermarkAfter(), plan, batch)
        : keepsRows(plan, lag, batch);
  }

  private static RawFrontier keepsRows(QueryPlan plan, Duration lag, CommittedBatch batch) {
    String operators = String.join(", ", plan.stateful());
    if (plan.outputMode() == OutputMode.UNKNOWN) {
      return new RawFrontier.None(
          HoldCode.UNKNOWN_PLAN,
          "the output mode is not known, and so not when rows leave the state of " + operators);
    }
    if (plan.window() == null && lag.isZero()) {
      return new RawFrontier.None(
          HoldCode.LAG_NEEDED,
          "the query keeps rows in state ("
              + operators
              + "), and when they leave is known of one tumbling window over the watermark's column"
              + " only: set lag to the longest time a row can wait there");
    }
    return at(batch.watermarkDuring(), plan, batch);
  }

  private static RawFrontier at(@Nullable Instant watermark, QueryPlan plan, CommittedBatch batch) {
    if (watermark == null) {
      return new RawFrontier.None(
          HoldCode.NO_WATERMARK, "no batch has moved the watermark from its start yet");
    }
    Instant planned = batch.batchTimestamp();
    Instant notBefore = planned != null && planned.isAfter(watermark) ? planned : watermark;
    return new RawFrontier.At(plan.emittedBefore(watermark), notBefore);
  }
}
