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

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What other threads hand to the writer thread about one run: the newest progress, the end as the
 * bus told it, and the finding of an examination. One reference each, the newer replaces the older;
 * nothing ever waits. Thread safe.
 */
final class RunSlot {
  private final AtomicReference<@Nullable Progress> progress = new AtomicReference<>();
  private final AtomicReference<@Nullable Found> finding = new AtomicReference<>();
  private final AtomicReference<@Nullable Termination> termination = new AtomicReference<>();

  /**
   * An end as the bus told it.
   *
   * @param error the error, redacted; null for a graceful end
   */
  record Termination(@Nullable String error) {}

  /**
   * A finding and the look it came from.
   *
   * @param ticket the look's number, so that one which was given up is not taken for a later one
   * @param finding what it found
   */
  record Found(int ticket, Finding finding) {}

  /** Puts the newest progress; true when it replaced one that nobody had looked at. */
  boolean offer(Progress newest) {
    return progress.getAndSet(newest) != null;
  }

  void terminated(@Nullable String error) {
    termination.set(new Termination(error));
  }

  /** Puts a finding; that of an earlier look, which had been given up, never replaces a later. */
  void found(Found result) {
    finding.accumulateAndGet(result, (waiting, given) -> isLater(waiting, given) ? waiting : given);
  }

  private static boolean isLater(@Nullable Found waiting, Found given) {
    return waiting != null && waiting.ticket() > given.ticket();
  }

  @Nullable Progress takeProgress() {
    return progress.getAndSet(null);
  }

  @Nullable Found takeFinding() {
    return finding.getAndSet(null);
  }

  @Nullable Termination termination() {
    return termination.get();
  }
}
