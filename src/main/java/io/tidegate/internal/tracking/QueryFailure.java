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
package io.tidegate.internal.tracking;

import java.util.List;

/**
 * The error that ended a query.
 *
 * @param text error class and first line, redacted, at most 1,000 characters
 * @param names the error conditions and exception classes of the error and what caused it, in full
 *     and, for classes, without their package; the most telling one first
 * @param concurrentRun whether it says that another run uses the same checkpoint
 * @param contextStopping whether the SparkContext is stopped and the error only shows that
 */
public record QueryFailure(
    String text, List<String> names, boolean concurrentRun, boolean contextStopping) {
  public QueryFailure {
    names = List.copyOf(names);
  }
}
