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
import java.time.Instant;

/**
 * Spark's event-time watermark of a stateless query: the value after the batch, as the commit log
 * has it. The value that a progress event shows was in force during the batch and is one batch old.
 */
final class WatermarkRule {
  private WatermarkRule() {}

  static RawFrontier read(QueryPlan plan, CommittedBatch batch) {
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
    Instant watermark = batch.watermarkAfter();
    if (watermark == null) {
      return new RawFrontier.None(
          HoldCode.NO_WATERMARK, "no batch has moved the watermark from its start yet");
    }
    Instant planned = batch.batchTimestamp();
    Instant notBefore = planned != null && planned.isAfter(watermark) ? planned : watermark;
    return new RawFrontier.At(watermark, notBefore);
  }
}
