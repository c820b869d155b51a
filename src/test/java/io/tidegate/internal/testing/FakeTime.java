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
package io.tidegate.internal.testing;

import io.tidegate.internal.util.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Time that passes only when it is told to, or slept through. Thread safe. */
public final class FakeTime implements Time {
  public static final Instant START = Instant.parse("2026-10-01T12:00:00Z");

  private final List<Duration> sleeps = new ArrayList<>();
  private Instant now;
  // An origin near the overflow, so that only differences can be right.
  private long nanos = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos();

  /** Begins at {@link #START}. */
  public FakeTime() {
    this(START);
  }

  public FakeTime(Instant now) {
    this.now = now;
  }

  /** Lets time pass: the wall clock and elapsed time alike. */
  public synchronized void advance(Duration by) {
    now = now.plus(by);
    nanos += by.toNanos();
  }

  /** Sets the wall clock in either direction, without any time passing. */
  public synchronized void step(Duration by) {
    now = now.plus(by);
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
  public synchronized void sleep(Duration duration) {
    sleeps.add(duration);
    if (!duration.isNegative()) {
      advance(duration);
    }
  }

  /** What was slept, in order. */
  public synchronized List<Duration> sleeps() {
    return List.copyOf(sleeps);
  }
}
