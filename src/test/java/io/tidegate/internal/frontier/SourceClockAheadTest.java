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
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.TriggerReport;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a source whose clock is ahead had stamped before a lineage began is not vouched for. */
class SourceClockAheadTest {
  private static final Duration SKEW = Duration.ofMinutes(5);

  @Test
  void coverageBeginsAfterTheTimesOfAFasterSource() {
    CommittedBatch first =
        Batches.offsets(
            "2026-10-01T11:58:00Z",
            "{\"commit_ts\":\"2026-10-01T11:50:00Z\"}",
            "{\"commit_ts\":\"2026-10-01T12:02:00Z\"}");

    Evaluation said =
        new FrontierRules(Entries.of(FrontierRule.OFFSET).settings(), SKEW)
            .evaluate(Batches.plan(2), false, first, Arrival.NOTHING);

    assertThat(coverage(said)).isEqualTo("2026-10-01T13:00:00Z");
  }

  @Test
  void coverageBeginsAfterWhatMayHaveBeenStampedWhenATriggerBegan() {
    Duration lag = Duration.ofMinutes(10);

    assertThat(coverage(caughtUp(lag, "2026-10-01T11:49:59Z"))).isEqualTo("2026-10-01T12:00:00Z");
    assertThat(coverage(caughtUp(lag, "2026-10-01T11:50:00Z"))).isEqualTo("2026-10-01T13:00:00Z");
    assertThat(coverage(caughtUp(Duration.ZERO, "2026-10-01T11:50:00Z")))
        .isEqualTo("2026-10-01T12:00:00Z");
  }

  private static Evaluation caughtUp(Duration lag, String triggered) {
    String end = "{\"n\":3}";
    TriggerReport idle =
        new TriggerReport(
            Instant.parse(triggered), 4, List.of(new SourceReport("fake", end, end, null)));
    return new FrontierRules(Entries.of(FrontierRule.ARRIVAL).lag(lag).settings(), SKEW)
        .evaluate(
            Plans.over(1).build(),
            false,
            Batches.offsets("2026-10-01T11:20:00Z", end),
            new Arrival(idle, null, null));
  }

  private static String coverage(Evaluation said) {
    return ((Evaluation.Frontier) said).coverageFrom().toString();
  }
}
