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
package io.tidegate.internal.verdict;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended.
 *
 * @param at when
 * @param failure the error in a line, fit to show and already redacted; null for a graceful end
 * @param concurrentRun whether that error says that another run uses the same checkpoint
 */
public record RunEnd(Instant at, @Nullable String failure, boolean concurrentRun) {

  /** An end that no other run had a part in. */
  public RunEnd(Instant at, @Nullable String failure) {
    this(at, failure, false);
  }

  boolean failed() {
    return failure != null;
  }
}
