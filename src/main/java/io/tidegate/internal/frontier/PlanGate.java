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

import io.tidegate.api.FrontierRule;
import io.tidegate.api.HoldCode;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.QueryPlan.Execution;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holds a query whose way of running, or whose plan, no rule is sound for. */
final class PlanGate {
  private PlanGate() {}

  /**
   * Looks at a query before its batch is judged.
   *
   * @param hasState whether the checkpoint holds operator state
   * @return why it is held; empty when the rule may go on
   */
  static Optional<Evaluation.None> check(
      FrontierRule rule, QueryPlan plan, boolean hasState, @Nullable CommittedBatch batch) {
    Execution execution = plan.execution();
    if (execution == Execution.ASYNC_PROGRESS
        || execution == Execution.REAL_TIME
        || execution == Execution.CONTINUOUS) {
      return held(
          HoldCode.UNSUPPORTED_TRIGGER,
          "the query runs in " + words(execution) + ", in which no rule holds");
    }
    if (execution == Execution.UNKNOWN || !plan.understood()) {
      return held(
          HoldCode.UNKNOWN_PLAN,
          plan.understood()
              ? "the way the query runs is not known"
              : "the plan holds what is not known: " + String.join(", ", plan.unknown()));
    }
    if (rule != FrontierRule.WATERMARK && !plan.stateful().isEmpty()) {
      return held(
          HoldCode.STATEFUL,
          "the query keeps rows in state ("
              + String.join(", ", plan.stateful())
              + "): what has been read is not in the table yet");
    }
    if (hasState && plan.stateful().isEmpty() && plan.emitsAtOnce().isEmpty()) {
      return held(
          HoldCode.STATEFUL,
          "the checkpoint holds operator state although the plan keeps none: rows of an earlier"
              + " plan may never have reached the table");
    }
    if (batch != null && batch.positional() && batch.sources().size() < plan.sources().size()) {
      return held(
          HoldCode.CHECKPOINT_UNREADABLE,
          "the offset log has "
              + batch.sources().size()
              + " sources and the plan reads "
              + plan.sources().size());
    }
    return Optional.empty();
  }

  private static Optional<Evaluation.None> held(HoldCode code, String why) {
    return Optional.of(new Evaluation.None(code, why));
  }

  private static String words(Execution execution) {
    return switch (execution) {
      case ASYNC_PROGRESS -> "asynchronous progress tracking";
      case REAL_TIME -> "real-time mode";
      case CONTINUOUS -> "continuous mode";
      case MICRO_BATCH, UNKNOWN -> "a mode that is not known";
    };
  }
}
