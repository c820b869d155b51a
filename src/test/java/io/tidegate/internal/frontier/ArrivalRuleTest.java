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
import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.StreamingSource;
import io.tidegate.internal.model.TriggerReport;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a trigger that had read all there was makes final. */
class ArrivalRuleTest {
  private static final Instant STARTED = Instant.parse("2026-10-01T12:58:00Z");
  private static final Instant TRIGGERED = Instant.parse("2026-10-01T15:10:00Z");
  private static final String END = "{\"n\":3}";
  // Planned long before: an idle source leaves no batches.
  private static final CommittedBatch BATCH = Batches.offsets("2026-10-01T11:20:00Z", END);

  private static Evaluation judge(
      Duration lag, QueryPlan plan, @Nullable CommittedBatch batch, Arrival arrival) {
    FrontierRules rules =
        new FrontierRules(
            Entries.of(FrontierRule.ARRIVAL).lag(lag).settings(), Duration.ofMinutes(5));
    return rules.evaluate(plan, false, batch, arrival);
  }

  private static Evaluation judge(@Nullable CommittedBatch batch, Arrival arrival) {
    return judge(Duration.ofMinutes(15), Plans.over(1).build(), batch, arrival);
  }

  private static Arrival idle(long nextBatch, String end) {
    return new Arrival(
        new TriggerReport(TRIGGERED, nextBatch, List.of(new SourceReport("fake", end, end, null))),
        STARTED,
        STARTED);
  }

  private static Evaluation notCaughtUp(String why) {
    return new Evaluation.None(HoldCode.NOT_CAUGHT_UP, why);
  }

  @Test
  void anIdleTriggerMakesFinalWhatHadArrivedBeforeIt() {
    assertThat(judge(BATCH, idle(4, END)))
        .isEqualTo(
            new Evaluation.Frontier(
                TRIGGERED,
                false,
                Instant.parse("2026-10-01T14:55:00Z"),
                Instant.parse("2026-10-01T14:00:00Z"),
                Instant.parse("2026-10-01T16:00:00Z")));
  }

  @Test
  void aLaterBatchHoldsWhatTheTriggerSpokeOf() {
    assertThat(judge(BATCH, idle(2, "{\"n\":1}"))).isInstanceOf(Evaluation.Frontier.class);
    assertThat(judge(BATCH, idle(0, END))).isInstanceOf(Evaluation.Frontier.class);
  }

  @Test
  void nothingIsClaimedBeforeItsBatchIsCommitted() {
    assertThat(judge(BATCH, idle(5, END)))
        .isEqualTo(notCaughtUp("batch 4 is not in the checkpoint yet"));
    assertThat(judge(null, idle(0, END)))
        .isEqualTo(new Evaluation.None(HoldCode.IDLE, "no batch has been committed yet"));
  }

  @Test
  void theCheckpointMustEndWhereTheTriggerSaysItDoes() {
    assertThat(judge(BATCH, idle(4, "{\"n\":4}")))
        .isEqualTo(
            notCaughtUp(
                "batch 3 of the checkpoint does not end where the query says it had read to"));
    assertThat(judge(BATCH, idle(4, "{ \"n\": 3 }"))).isInstanceOf(Evaluation.Frontier.class);
  }

  @Test
  void aBatchThatReachedTheLatestSpeaksForItself() {
    Arrival arrival =
        new Arrival(
            new TriggerReport(
                TRIGGERED,
                3,
                List.of(new SourceReport("KafkaV2[Subscribe[a]]", "{\"n\":1}", END, END))),
            STARTED,
            STARTED);

    assertThat(judge(BATCH, arrival)).isInstanceOf(Evaluation.Frontier.class);
    assertThat(judge(Batches.offsets("2026-10-01T11:20:00Z", "{\"n\":2}"), arrival))
        .isInstanceOf(Evaluation.None.class);
  }

  @Test
  void noProofNoClaim() {
    assertThat(judge(BATCH, new Arrival(null, STARTED, STARTED)))
        .isEqualTo(notCaughtUp("no trigger of this run has been seen to find nothing to read"));
  }

  @Test
  void offsetsThatWerePinnedAtTheStartProveThatInstantOnly() {
    Plans plans = Plans.over(1);
    plans.trigger = QueryPlan.Trigger.AVAILABLE_NOW;
    Duration lag = Duration.ofMinutes(15);

    assertThat(judge(lag, plans.build(), BATCH, idle(4, END)))
        .isInstanceOfSatisfying(
            Evaluation.Frontier.class,
            frontier -> {
              assertThat(frontier.raw()).isEqualTo(STARTED);
              assertThat(frontier.candidate()).isEqualTo("2026-10-01T12:00:00Z");
            });
    Arrival startUnseen = new Arrival(idle(4, END).proof(), null, STARTED);
    assertThat(judge(lag, plans.build(), BATCH, startUnseen))
        .isEqualTo(
            notCaughtUp(
                "the run reads what there was at its start, and when that was has not been seen"));
    plans.trigger = QueryPlan.Trigger.ONCE;
    assertThat(judge(lag, plans.build(), BATCH, startUnseen))
        .isInstanceOf(Evaluation.Frontier.class);
  }

  @Test
  void openTransactionsNeedALagThatCoversThem() {
    Plans plans = Plans.over(1);
    plans.sources.add(new StreamingSource("kafka", false, true));
    CommittedBatch both = Batches.offsets("2026-10-01T11:20:00Z", END, END);

    assertThat(judge(Duration.ofMinutes(14), plans.build(), both, idle(4, END)))
        .isEqualTo(
            new Evaluation.None(
                HoldCode.READ_COMMITTED,
                "a source shows committed transactions only, and one that is still open may bring"
                    + " records written long before: lag is PT14M and must be at least PT15M"));
    assertThat(judge(Duration.ofMinutes(15), plans.build(), both, idle(4, END)))
        .isInstanceOf(Evaluation.Frontier.class);
  }
}
