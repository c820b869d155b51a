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
package io.tidegate.internal.spark.functions;

import io.tidegate.internal.errors.UnansweredException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * One reading of the control table for each execution of a statement, however many functions it
 * calls. Spark plans an execution under a tracker of its own, by which executions are told apart.
 * Thread safe.
 */
final class Readings {
  private static final Map<QueryPlanningTracker, Outcome> BY_EXECUTION =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** How a reading ended: one of the two is null. */
  private record Outcome(@Nullable Reading reading, @Nullable UnansweredException failure) {
    static Outcome of(SparkSession session) {
      try {
        return new Outcome(ControlTableReader.read(session), null);
      } catch (UnansweredException e) {
        return new Outcome(null, e);
      }
    }

    Reading get() {
      if (reading == null) {
        throw failure == null ? new IllegalStateException("an outcome of neither kind") : failure;
      }
      return reading;
    }
  }

  private Readings() {}

  /**
   * The reading of the execution that this thread plans.
   *
   * @throws UnansweredException when the table cannot be read, and why
   */
  static Reading current() {
    Option<QueryPlanningTracker> execution = QueryPlanningTracker.get();
    Outcome known = execution.isEmpty() ? null : BY_EXECUTION.get(execution.get());
    if (known == null) {
      known = Outcome.of(SparkSession.active());
      if (execution.isDefined()) {
        BY_EXECUTION.put(execution.get(), known);
      }
    }
    return known.get();
  }
}
