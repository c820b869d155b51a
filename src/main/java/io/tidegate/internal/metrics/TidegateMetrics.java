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
package io.tidegate.internal.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** What is measured of one application. Thread safe; recording never blocks. */
public final class TidegateMetrics {
  private final LongAdder commits = new LongAdder();
  private final LongAdder conflicts = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder overwritten = new LongAdder();
  private final LongAdder superseded = new LongAdder();
  private final LongAdder ambiguous = new LongAdder();
  private final LongAdder startsRefused = new LongAdder();
  private final LongAdder startsWarned = new LongAdder();
  private final LongAdder startsUnread = new LongAdder();
  private final LongAdder callbacks = new LongAdder();
  private final LongAdder callbackNanos = new LongAdder();
  private final AtomicLong longestCallbackNanos = new AtomicLong();
  private volatile int failureStreak;
  private final Map<String, TableMetrics> tables = new ConcurrentHashMap<>();
  private volatile Consumer<TableMetrics> onNewTable = table -> {};

  /** Registers who is told of each table, those known already included. Not for concurrent use. */
  public void onNewTable(Consumer<TableMetrics> listener) {
    onNewTable = listener;
    tables.values().forEach(listener);
  }

  /** The figures of a table, made at the first call. */
  public TableMetrics table(String name) {
    TableMetrics known = tables.get(name);
    if (known != null) {
      return known;
    }
    TableMetrics fresh = new TableMetrics(name);
    TableMetrics raced = tables.putIfAbsent(name, fresh);
    if (raced != null) {
      return raced;
    }
    onNewTable.accept(fresh);
    return fresh;
  }

  public void committed() {
    commits.increment();
  }

  public void conflicted() {
    conflicts.increment();
  }

  public void retried() {
    retries.increment();
  }

  /** A waiting progress was replaced by a newer one. */
  public void overwritten() {
    overwritten.increment();
  }

  /** A write was dropped because a newer run owns the row. */
  public void superseded() {
    superseded.increment();
  }

  /** A query name matched two entries equally well. */
  public void ambiguous() {
    ambiguous.increment();
  }

  /** A start was refused. */
  public void startRefused() {
    startsRefused.increment();
  }

  /** A start was let through with a warning only. */
  public void startWarned() {
    startsWarned.increment();
  }

  /** A start was let through because the recovery record could not be read in time. */
  public void startUnread() {
    startsUnread.increment();
  }

  /** Records the time one callback took. */
  public void callback(long nanos) {
    callbacks.increment();
    callbackNanos.add(nanos);
    if (nanos > longestCallbackNanos.get()) {
      longestCallbackNanos.accumulateAndGet(nanos, Math::max);
    }
  }

  /** Records consecutive failures to reach the control table; 0 ends the streak. */
  public void failureStreak(int failures) {
    failureStreak = failures;
  }

  public long commits() {
    return commits.sum();
  }

  public long conflicts() {
    return conflicts.sum();
  }

  public long retries() {
    return retries.sum();
  }

  public long slotsOverwritten() {
    return overwritten.sum();
  }

  public long writesSuperseded() {
    return superseded.sum();
  }

  public long ambiguousNames() {
    return ambiguous.sum();
  }

  public long startsRefused() {
    return startsRefused.sum();
  }

  public long startsWarned() {
    return startsWarned.sum();
  }

  public long startsUnread() {
    return startsUnread.sum();
  }

  public int failureStreak() {
    return failureStreak;
  }

  public long callbacks() {
    return callbacks.sum();
  }

  public long callbackNanos() {
    return callbackNanos.sum();
  }

  public long longestCallbackNanos() {
    return longestCallbackNanos.get();
  }
}
