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
package io.tidegate.it.apps;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Waits within an application for what it cannot be told of. */
final class Waiting {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(50);

  private Waiting() {}

  /** Waits until it holds; an exception means not yet. */
  static void until(String what, Callable<Boolean> holds) throws TimeoutException {
    until(what, PATIENCE, holds);
  }

  /** The same with another patience. */
  static void until(String what, Duration patience, Callable<Boolean> holds)
      throws TimeoutException {
    Exception last = null;
    for (long start = System.nanoTime(); System.nanoTime() - start < patience.toNanos(); ) {
      try {
        if (holds.call()) {
          return;
        }
      } catch (Exception notYet) {
        last = notYet;
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    TimeoutException gaveUp = new TimeoutException("Waited in vain: " + what);
    gaveUp.initCause(last);
    throw gaveUp;
  }
}
