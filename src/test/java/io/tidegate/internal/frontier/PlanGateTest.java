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
import io.tidegate.internal.model.QueryPlan.Execution;
import io.tidegate.internal.testing.Plans;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PlanGateTest {
  private static final CommittedBatch BATCH =
      Batches.says("2026-10-01T15:00:00Z", "2026-10-01T14:00:00Z");

  private static QueryPlan plan(
      Execution execution, List<String> unknown, List<String> stateful, List<String> atOnce) {
    Plans plans = Plans.watermarked(1);
    plans.execution = execution;
    plans.unknown = unknown;
    plans.stateful = stateful;
    plans.emitsAtOnce = atOnce;
    return plans.build();
  }

  private static Optional<Evaluation.None> check(QueryPlan plan, boolean hasState) {
    return PlanGate.check(FrontierRule.OFFSET, plan, hasState, BATCH);
  }

  private static Optional<Evaluation.None> held(HoldCode code, String why) {
    return Optional.of(new Evaluation.None(code, why));
  }

  @ParameterizedTest
  @EnumSource(FrontierRule.class)
  void aStatelessMicroBatchQueryPasses(FrontierRule rule) {
    assertThat(PlanGate.check(rule, Batches.plan(1), false, BATCH)).isEmpty();
    assertThat(PlanGate.check(rule, Batches.plan(1), false, null)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ASYNC_PROGRESS, asynchronous progress tracking",
    "REAL_TIME, real-time mode",
    "CONTINUOUS, continuous mode"
  })
  void otherWaysToRunHold(Execution execution, String words) {
    assertThat(check(plan(execution, List.of(), List.of(), List.of()), false))
        .isEqualTo(
            held(
                HoldCode.UNSUPPORTED_TRIGGER,
                "the query runs in " + words + ", in which no rule holds"));
  }

  @Test
  void whatIsNotKnownHolds() {
    assertThat(check(plan(Execution.UNKNOWN, List.of(), List.of(), List.of()), false))
        .isEqualTo(held(HoldCode.UNKNOWN_PLAN, "the way the query runs is not known"));
    assertThat(
            check(
                plan(Execution.MICRO_BATCH, List.of("Mystery", "Enigma"), List.of(), List.of()),
                false))
        .isEqualTo(
            held(HoldCode.UNKNOWN_PLAN, "the plan holds what is not known: Mystery, Enigma"));
    assertThat(check(QueryPlan.unreadable("no such field"), false))
        .isEqualTo(held(HoldCode.UNKNOWN_PLAN, "the plan holds what is not known: no such field"));
  }

  @ParameterizedTest
  @EnumSource(value = FrontierRule.class, names = "WATERMARK", mode = EnumSource.Mode.EXCLUDE)
  void rowsKeptInStateHold(FrontierRule rule) {
    QueryPlan plan = plan(Execution.MICRO_BATCH, List.of(), List.of("Aggregate"), List.of());
    assertThat(PlanGate.check(rule, plan, true, BATCH))
        .isEqualTo(
            held(
                HoldCode.STATEFUL,
                "the query keeps rows in state (Aggregate): what has been read is not in the table"
                    + " yet"));
  }

  @Test
  void rowsKeptInStateAreForTheWatermarkToJudge() {
    QueryPlan plan = plan(Execution.MICRO_BATCH, List.of(), List.of("Aggregate"), List.of());
    assertThat(PlanGate.check(FrontierRule.WATERMARK, plan, true, BATCH)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(FrontierRule.class)
  void stateThatThePlanDoesNotExplainHolds(FrontierRule rule) {
    QueryPlan stateless = plan(Execution.MICRO_BATCH, List.of(), List.of(), List.of());
    assertThat(PlanGate.check(rule, stateless, true, BATCH))
        .isEqualTo(
            held(
                HoldCode.STATEFUL,
                "the checkpoint holds operator state although the plan keeps none: rows of an"
                    + " earlier plan may never have reached the table"));
    assertThat(
            check(plan(Execution.MICRO_BATCH, List.of(), List.of(), List.of("Deduplicate")), true))
        .isEmpty();
  }

  @Test
  void aLogWithFewerSourcesThanThePlanReadsHolds() {
    assertThat(PlanGate.check(FrontierRule.OFFSET, Batches.plan(2), false, BATCH))
        .isEqualTo(
            held(
                HoldCode.CHECKPOINT_UNREADABLE,
                "the offset log has 1 sources and the plan reads 2"));
    // A log by names may name one source that is read twice.
    CommittedBatch named =
        new CommittedBatch(3, BATCH.batchTimestamp(), null, null, null, BATCH.sources(), false);
    assertThat(PlanGate.check(FrontierRule.OFFSET, Batches.plan(2), false, named)).isEmpty();
  }
}
