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

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import scala.Option;

/**
 * One reading of the control table for each execution of a statement, however many functions it
 * calls. Spark plans an execution under a tracker of its own, by which executions are told apart.
 * Thread safe.
 */
final class Readings {
  private static final Map<QueryPlanningTracker, Reading> BY_EXECUTION =
      Collections.synchronizedMap(new WeakHashMap<>());

  private Readings() {}

  /**
   * The reading of the execution that this thread plans.
   *
   * @throws io.tidegate.internal.errors.UnansweredException when the table cannot be read, and why
   */
  static Reading current() {
    Option<QueryPlanningTracker> execution = QueryPlanningTracker.get();
    if (execution.isEmpty()) {
      return ControlTableReader.read(SparkSession.active());
    }
    Reading known = BY_EXECUTION.get(execution.get());
    if (known == null) {
      known = ControlTableReader.read(SparkSession.active());
      BY_EXECUTION.put(execution.get(), known);
    }
    return known;
  }
}
