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
package io.tidegate.internal.util;

import java.time.Duration;
import java.time.Instant;

/** Wall clock, elapsed time and waiting, apart from each other and injected. Thread safe. */
public interface Time {
  /** The wall clock; it may step in either direction. */
  Instant now();

  /** Elapsed time in nanoseconds from an arbitrary origin; only differences mean anything. */
  long nanoTime();

  /**
   * Waits; returns early, with the interrupt flag set, when the thread is interrupted.
   *
   * @param duration how long; zero or less returns at once
   */
  void sleep(Duration duration);
}
