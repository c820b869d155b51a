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

import io.tidegate.internal.util.Time;
import java.time.Duration;
import java.time.Instant;

/** Clocks that move only when told, or when somebody sleeps. Thread safe. */
final class FakeTime implements Time {
  static final Instant START = Instant.parse("2026-10-01T12:00:00Z");

  private Duration elapsed = Duration.ZERO;

  @Override
  public synchronized Instant now() {
    return START.plus(elapsed);
  }

  @Override
  public synchronized long nanoTime() {
    // An origin near the overflow, so that only differences can be right.
    return Long.MAX_VALUE - Duration.ofMinutes(1).toNanos() + elapsed.toNanos();
  }

  @Override
  public void sleep(Duration duration) {
    advance(duration);
  }

  synchronized void advance(Duration by) {
    elapsed = elapsed.plus(by);
  }
}
