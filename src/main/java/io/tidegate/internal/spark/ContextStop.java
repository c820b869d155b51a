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

import io.tidegate.internal.util.Causes;
import java.util.List;

/**
 * Recognises errors that a running query meets because its SparkContext is being stopped. They say
 * that only together with a context that is stopped: by themselves some of them mean other things.
 */
final class ContextStop {
  private static final List<String> SIGNATURES =
      List.of(
          "SparkContext was shut down",
          "stopped SparkContext",
          "SparkContext has been shutdown",
          "SparkContext.dagScheduler()",
          // A physical plan takes its session from the active one, which is none once it is
          // stopped.
          "SparkPlan.session()",
          "No active or default Spark session found",
          "SparkEnv$.get()",
          "RpcEnv already stopped");
  private static final List<String> INTERRUPTIONS =
      List.of(
          "java.lang.InterruptedException",
          "java.io.InterruptedIOException",
          "java.nio.channels.ClosedByInterruptException");

  private ContextStop() {}

  /** Whether the error or one of its causes is such an error. */
  static boolean shows(Throwable error) {
    return Causes.of(error).stream().anyMatch(ContextStop::isOne);
  }

  private static boolean isOne(Throwable error) {
    String message = String.valueOf(error.getMessage());
    return SIGNATURES.stream().anyMatch(message::contains)
        || INTERRUPTIONS.contains(error.getClass().getName());
  }
}
