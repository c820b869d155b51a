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
 * Recognises the errors with which Spark ends one of two runs that use the same checkpoint,
 * whichever loses the race for a batch's log entry.
 */
final class ConcurrentRun {
  private static final List<String> SIGNATURES =
      List.of("CONCURRENT_STREAM_LOG_UPDATE", "Multiple streaming jobs detected");

  private ConcurrentRun() {}

  /** Whether the error or one of its causes is such an error. */
  static boolean shows(Throwable error) {
    return Causes.of(error).stream().anyMatch(ConcurrentRun::isOne);
  }

  private static boolean isOne(Throwable error) {
    String message = String.valueOf(error.getMessage());
    return error.getClass().getSimpleName().equals("SparkConcurrentModificationException")
        || SIGNATURES.stream().anyMatch(message::contains);
  }
}
