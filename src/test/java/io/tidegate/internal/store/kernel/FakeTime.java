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
package io.tidegate.internal.store.kernel;

import io.tidegate.internal.util.Time;
import java.time.Duration;
import java.time.Instant;

/** Time that passes only when it is told to. */
final class FakeTime implements Time {
  private Instant now;
  private long nanos;

  FakeTime(Instant now) {
    this.now = now;
  }

  synchronized void advance(Duration by) {
    now = now.plus(by);
    nanos += by.toNanos();
  }

  @Override
  public synchronized Instant now() {
    return now;
  }

  @Override
  public synchronized long nanoTime() {
    return nanos;
  }

  @Override
  public void sleep(Duration duration) {
    advance(duration);
  }
}
