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

import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.QueryPlan.Execution;
import io.tidegate.internal.model.QueryPlan.OutputMode;
import io.tidegate.internal.model.QueryPlan.Trigger;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * The one place that looks into Spark's {@code StreamExecution}: by reflection, since its package
 * moved, and through members that are public in every supported version. What it cannot read it
 * reports as unknown. Thread safe.
 */
final class StreamExecutionReader {
  private final Object execution;

  /**
   * @param query the execution itself, or the wrapper users hold
   */
  StreamExecutionReader(StreamingQuery query) {
    this.execution = unwrapped(query);
  }

  private static Object unwrapped(StreamingQuery query) {
    try {
      return Reflect.call(query, "streamingQuery");
    } catch (ReflectiveOperationException e) {
      return query; // not a wrapper
    }
  }

  /** The qualified checkpoint path; empty when it cannot be read. */
  Optional<String> checkpoint() {
    try {
      return Reflect.call(execution, "resolvedCheckpointRoot") instanceof String path
          ? Optional.of(path)
          : Optional.empty();
    } catch (ReflectiveOperationException e) {
      return Optional.empty();
    }
  }

  /** The plan, walked anew at each call. */
  QueryPlan plan() {
    try {
      Trigger trigger = trigger(Reflect.call(execution, "trigger").getClass().getSimpleName());
      Object plan = Reflect.call(execution, "analyzedPlan");
      if (!(plan instanceof LogicalPlan logical)) {
        return QueryPlan.unreadable("an analyzed plan of " + plan.getClass().getName());
      }
      return PlanWalk.of(logical).toPlan(execution(trigger), trigger, outputMode());
    } catch (ReflectiveOperationException e) {
      return QueryPlan.unreadable("members of " + execution.getClass().getName() + ": " + e);
    }
  }

  private Execution execution(Trigger trigger) {
    return switch (execution.getClass().getSimpleName()) {
      case "MicroBatchExecution" ->
          trigger == Trigger.REAL_TIME ? Execution.REAL_TIME : Execution.MICRO_BATCH;
      case "AsyncProgressTrackingMicroBatchExecution" ->
          trigger == Trigger.REAL_TIME ? Execution.REAL_TIME : Execution.ASYNC_PROGRESS;
      case "ContinuousExecution" -> Execution.CONTINUOUS;
      default -> Execution.UNKNOWN;
    };
  }

  private OutputMode outputMode() {
    try {
      return switch (Reflect.call(execution, "outputMode").toString()) {
        case "Append" -> OutputMode.APPEND;
        case "Update" -> OutputMode.UPDATE;
        case "Complete" -> OutputMode.COMPLETE;
        default -> OutputMode.UNKNOWN;
      };
    } catch (ReflectiveOperationException e) {
      return OutputMode.UNKNOWN;
    }
  }

  private static Trigger trigger(String simpleName) {
    return switch (simpleName) {
      case "ProcessingTimeTrigger" -> Trigger.PROCESSING_TIME;
      case "OneTimeTrigger$" -> Trigger.ONCE;
      case "ContinuousTrigger" -> Trigger.CONTINUOUS;
      case "RealTimeTrigger" -> Trigger.REAL_TIME;
      default -> Trigger.AVAILABLE_NOW;
    };
  }
}
