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

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.FrontierRule;
import io.tidegate.api.HoldCode;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.testing.Entries;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WatermarkRuleTest {
  private static final String PLANNED = "2026-10-01T15:20:00Z";
  private static final QueryPlan WATERMARKED = Batches.plan(1, 0, 1);

  private static Evaluation judged(QueryPlan plan, CommittedBatch batch) {
    return new FrontierRules(Entries.of(FrontierRule.WATERMARK).settings(), Duration.ofMinutes(5))
        .evaluate(plan, false, batch, Arrival.NOTHING);
  }

  @Test
  void theWatermarkAfterTheBatchCountsAndNotTheStaleOneItRanWith() {
    Evaluation judged =
        judged(WATERMARKED, Batches.watermarks(PLANNED, null, "2026-10-01T14:53:22.117Z", "min"));
    assertThat(judged)
        .isEqualTo(
            new Evaluation.Frontier(
                Instant.parse("2026-10-01T14:53:22.117Z"),
                false,
                Instant.parse("2026-10-01T14:53:22.117Z"),
                Instant.parse("2026-10-01T14:00:00Z"),
                Instant.parse("2026-10-01T16:00:00Z")));
  }

  @Test
  void aNewLineageVouchesFromTheLaterOfWatermarkAndBatch() {
    // The watermark trails what has been read by its delay: rows between both may have come before.
    RawFrontier.At read =
        (RawFrontier.At)
            WatermarkRule.read(
                WATERMARKED,
                Duration.ZERO,
                Batches.watermarks("2026-10-01T09:00:00Z", null, "2026-10-01T09:30:00Z", null));
    assertThat(read.notBefore()).isEqualTo(Instant.parse("2026-10-01T09:30:00Z"));
    read =
        (RawFrontier.At)
            WatermarkRule.read(
                WATERMARKED,
                Duration.ZERO,
                Batches.watermarks("2026-10-01T11:00:00Z", null, "2026-10-01T09:30:00Z", null));
    assertThat(read.notBefore()).isEqualTo(Instant.parse("2026-10-01T11:00:00Z"));
    assertThat(read.raw()).isEqualTo(Instant.parse("2026-10-01T09:30:00Z"));
  }

  @Test
  void noneYetHolds() {
    assertThat(judged(WATERMARKED, Batches.watermarks(PLANNED, null, null, "min")))
        .isEqualTo(
            new Evaluation.None(
                HoldCode.NO_WATERMARK, "no batch has moved the watermark from its start yet"));
  }

  @Test
  void aQueryWithoutAWatermarkHolds() {
    assertThat(judged(Batches.plan(1), Batches.watermarks(PLANNED, null, PLANNED, "min")))
        .isEqualTo(new Evaluation.None(HoldCode.NO_WATERMARK, "the query defines no watermark"));
  }

  @Test
  void aSourceWithoutAWatermarkAboveItHolds() {
    assertThat(
            WatermarkRule.read(
                Batches.plan(3, 2, 1),
                Duration.ZERO,
                Batches.watermarks(PLANNED, null, PLANNED, "min")))
        .isEqualTo(
            new RawFrontier.None(
                HoldCode.NO_WATERMARK, "2 of 3 streaming sources have no watermark above them"));
  }

  @Test
  void thePolicyMaxHolds() {
    assertThat(judged(WATERMARKED, Batches.watermarks(PLANNED, null, PLANNED, "max")))
        .isEqualTo(
            new Evaluation.None(
                HoldCode.MAX_POLICY,
                "spark.sql.streaming.multipleWatermarkPolicy is max: the slower source may still be"
                    + " behind"));
  }

  @Test
  void oneRecordFromTheYear9999IsRejectedAndShown() {
    Evaluation.None none =
        (Evaluation.None)
            judged(
                WATERMARKED, Batches.watermarks(PLANNED, null, "9999-12-31T23:49:59.999Z", "min"));
    assertThat(none.code()).isEqualTo(HoldCode.FUTURE);
    assertThat(none.rejected()).isEqualTo(Instant.parse("9999-12-31T23:49:59.999Z"));
    none =
        (Evaluation.None)
            judged(WATERMARKED, Batches.watermarks(PLANNED, null, "+10001-02-03T23:50:00Z", "min"));
    assertThat(none.rejected()).isEqualTo(Instant.parse("+10001-02-03T23:50:00Z"));
  }
}
