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

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextStopTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Job 7 cancelled because SparkContext was shut down",
        "Cannot call methods on a stopped SparkContext.",
        "Cannot invoke \"org.apache.spark.scheduler.DAGScheduler.cleanupQueryJobs(long)\" because the"
            + " return value of \"org.apache.spark.SparkContext.dagScheduler()\" is null",
        "Cannot invoke \"org.apache.spark.sql.classic.SparkSession.sparkContext()\" because the"
            + " return value of \"org.apache.spark.sql.execution.SparkPlan.session()\" is null",
        "Cannot invoke \"org.apache.spark.SparkEnv.blockManager()\" because the return value of"
            + " \"org.apache.spark.SparkEnv$.get()\" is null",
        "[INTERNAL_ERROR] No active or default Spark session found SQLSTATE: XX000",
        "RpcEnv already stopped."
      })
  void whatARunningQueryMeetsWhileItsContextStopsIsKnownHoweverDeepItLies(String message) {
    Throwable error = new NullPointerException(message);
    assertThat(ContextStop.shows(error)).isTrue();
    assertThat(ContextStop.shows(new IllegalStateException("The \"collect\" failed", error)))
        .isTrue();
  }

  @Test
  void anErrorOfTheQuerysOwnIsNone() {
    assertThat(ContextStop.shows(new NullPointerException())).isFalse();
    assertThat(
            ContextStop.shows(
                new NullPointerException(
                    "Cannot invoke \"shop.Order.id()\" because \"order\" is null")))
        .isFalse();
  }
}
