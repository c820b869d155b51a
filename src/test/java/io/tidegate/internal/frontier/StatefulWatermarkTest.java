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
import io.tidegate.internal.model.QueryPlan.OutputMode;
import io.tidegate.internal.model.TumblingWindow;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the watermark is worth to a query that keeps rows in state. */
class StatefulWatermarkTest {
  private static final String PLANNED = "2026-10-01T15:20:00Z";
  private static final String DURING = "2026-10-01T14:53:22.117Z";
  private static final String AFTER = "2026-10-01T15:10:00Z";

  private static TumblingWindow window(String length, String origin) {
    return new TumblingWindow(Duration.parse(length), Instant.parse(origin));
  }

  private static TumblingWindow hours() {
    return window("PT1H", "2000-01-01T00:00:00Z");
  }

  private static Evaluation judged(QueryPlan plan, String lag, CommittedBatch batch) {
    Entries entry =
        Entries.of(FrontierRule.WATERMARK)
            .granularity(Duration.ofMinutes(1))
            .lag(Duration.parse(lag));
    return new FrontierRules(entry.settings(), Duration.ofMinutes(5))
        .evaluate(plan, true, batch, Arrival.NOTHING);
  }

  private static Evaluation judged(Plans plans, String lag) {
    return judged(plans.build(), lag, Batches.watermarks(PLANNED, DURING, AFTER, "min"));
  }

  private static Evaluation.None held(HoldCode code, String why) {
    return new Evaluation.None(code, why);
  }

  @ParameterizedTest
  @CsvSource({
    // length, origin, lag, frontier
    "PT1H, 2000-01-01T00:00:00Z, PT0S, 2026-10-01T14:00:00Z",
    "PT1H, 2000-01-01T00:15:00Z, PT0S, 2026-10-01T14:15:00Z",
    "PT10M, 2000-01-01T00:00:00Z, PT0S, 2026-10-01T14:50:00Z",
    "PT24H, 2000-01-01T00:00:00Z, PT0S, 2026-10-01T00:00:00Z",
    "PT24H, 2040-01-01T23:00:00Z, PT0S, 2026-09-30T23:00:00Z",
    "PT1H, 2000-01-01T00:00:00Z, PT5M, 2026-10-01T13:55:00Z"
  })
  void tumblingWindowsThatEndByTheWatermarkInForceHaveBeenEmitted(
      String length, String origin, String lag, String frontier) {
    Evaluation.Frontier judged =
        (Evaluation.Frontier) judged(Plans.windowed(window(length, origin)), lag);
    assertThat(judged.frontier()).isEqualTo(Instant.parse(frontier));
    assertThat(judged.candidate()).isEqualTo(judged.frontier());
  }

  @Test
  void aWatermarkOnTheBoundaryEmitsTheWindowThatEndsThere() {
    CommittedBatch batch =
        Batches.watermarks(PLANNED, "2026-10-01T14:00:00Z", "2026-10-01T15:00:00Z", "min");
    assertThat(judged(Plans.windowed(hours()).build(), "PT0S", batch))
        .isEqualTo(
            new Evaluation.Frontier(
                Instant.parse("2026-10-01T14:00:00Z"),
                false,
                Instant.parse("2026-10-01T14:00:00Z"),
                Instant.parse("2026-10-01T14:00:00Z"),
                Instant.parse("2026-10-01T15:21:00Z")));
  }

  @ParameterizedTest
  @EnumSource(value = OutputMode.class, names = "UNKNOWN", mode = EnumSource.Mode.EXCLUDE)
  void windowsAreAsFinalInEveryOutputMode(OutputMode mode) {
    Plans plans = Plans.windowed(hours());
    plans.outputMode = mode;
    assertThat(((Evaluation.Frontier) judged(plans, "PT0S")).frontier())
        .isEqualTo(Instant.parse("2026-10-01T14:00:00Z"));
  }

  @Test
  void anOutputModeThatIsNotKnownHolds() {
    Plans plans = Plans.windowed(hours());
    plans.outputMode = OutputMode.UNKNOWN;
    assertThat(judged(plans, "PT1H"))
        .isEqualTo(
            held(
                HoldCode.UNKNOWN_PLAN,
                "the output mode is not known, and so not when rows leave the state of"
                    + " Aggregate"));
  }

  @Test
  void anOutputModeThatIsNotKnownDoesNotMatterWithoutRowsInState() {
    Plans plans = Plans.watermarked(1);
    plans.outputMode = OutputMode.UNKNOWN;
    plans.emitsAtOnce = List.of("Deduplicate");
    assertThat(((Evaluation.Frontier) judged(plans, "PT0S")).frontier())
        .as("the watermark after the batch")
        .isEqualTo(Instant.parse(AFTER));
  }

  @Test
  void anythingElseNeedsALag() {
    Plans plans = Plans.windowed(null);
    plans.stateful = List.of("Aggregate", "Join");
    assertThat(judged(plans, "PT0S"))
        .isEqualTo(
            held(
                HoldCode.LAG_NEEDED,
                "the query keeps rows in state (Aggregate, Join), and when they leave is known of"
                    + " one tumbling window over the watermark's column only: set lag to the"
                    + " longest time a row can wait there"));
  }

  @Test
  void withALagTheWatermarkInForceCounts() {
    Plans plans = Plans.windowed(null);
    plans.stateful = List.of("Join");
    Evaluation.Frontier judged = (Evaluation.Frontier) judged(plans, "PT2H");
    assertThat(judged.raw()).isEqualTo(Instant.parse(DURING));
    assertThat(judged.frontier()).isEqualTo(Instant.parse("2026-10-01T12:53:22.117Z"));
  }

  @Test
  void theFirstBatchRunsWithoutAWatermark() {
    CommittedBatch first = Batches.watermarks(PLANNED, null, AFTER, "min");
    assertThat(judged(Plans.windowed(hours()).build(), "PT0S", first))
        .isEqualTo(
            held(HoldCode.NO_WATERMARK, "no batch has moved the watermark from its start yet"));
  }

  @Test
  void whatHoldsAStatelessQueryHoldsThisOneToo() {
    Plans plans = Plans.windowed(null);
    plans.sources = Plans.over(1).sources;
    assertThat(judged(plans, "PT0S"))
        .isEqualTo(
            held(HoldCode.NO_WATERMARK, "1 of 1 streaming sources have no watermark above them"));
    CommittedBatch max = Batches.watermarks(PLANNED, DURING, AFTER, "max");
    assertThat(((Evaluation.None) judged(Plans.windowed(hours()).build(), "PT1H", max)).code())
        .isEqualTo(HoldCode.MAX_POLICY);
  }

  @Test
  void aWatermarkInTheFutureIsRejected() {
    CommittedBatch batch = Batches.watermarks(PLANNED, "2026-10-01T17:00:01Z", null, "min");
    Evaluation.None none = (Evaluation.None) judged(Plans.windowed(hours()).build(), "PT0S", batch);
    assertThat(none.code()).isEqualTo(HoldCode.FUTURE);
    assertThat(none.rejected()).isEqualTo(Instant.parse("2026-10-01T17:00:00Z"));
  }
}
