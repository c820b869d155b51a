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

import io.tidegate.internal.verdict.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Refusals that the control table does not show yet. Any thread may add one; the rest belongs to
 * the writer thread.
 */
final class RefusedStarts {
  private static final Duration TRY_EVERY = Duration.ofSeconds(5);
  private static final int MOST = 1_000;

  private final Queue<Refusal> waiting = new ConcurrentLinkedQueue<>();
  private List<Refusal> triedInVain = List.of();
  private long nextNanos;

  RefusedStarts(long nowNanos) {
    nextNanos = nowNanos;
  }

  void add(Refusal refusal) {
    waiting.removeIf(before -> before.table().equals(refusal.table()));
    if (waiting.size() < MOST) {
      waiting.add(refusal);
    }
  }

  /** Whether the table should be looked at for them. */
  boolean due(long nowNanos, boolean applicationEnds) {
    return !waiting.isEmpty() && (applicationEnds || nowNanos - nextNanos >= 0);
  }

  List<Refusal> waiting() {
    return List.copyOf(waiting);
  }

  /**
   * The table shows what it can.
   *
   * @param looked those it was looked at for
   * @param later those whose row may not be written yet, because a run seems to be alive
   */
  void shown(List<Refusal> looked, List<Refusal> later, long nowNanos) {
    looked.stream().filter(refusal -> !later.contains(refusal)).forEach(waiting::remove);
    triedInVain = List.copyOf(later);
    nextNanos = nowNanos + TRY_EVERY.toNanos();
  }

  /**
   * The application ends: what was tried in vain is waited for only while this application still
   * has something to write of its table.
   */
  void giveUp(List<String> unfinishedTables) {
    triedInVain.stream()
        .filter(refusal -> !unfinishedTables.contains(refusal.table()))
        .forEach(waiting::remove);
  }

  /** The tables whose rows do not show theirs. */
  List<String> tables() {
    return waiting.stream().map(Refusal::table).toList();
  }
}
