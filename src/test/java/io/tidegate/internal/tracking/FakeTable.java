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

import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** A table of ours in memory, all versions kept. Thread safe. */
class FakeTable<R> implements TableStore<R> {
  /** What becomes of a call. */
  enum Fault {
    NONE,
    CONFLICT,
    TRANSIENT,
    FATAL,
    /** The SparkContext has stopped; for reads. */
    STOPPED,
    UNKNOWN_WRITTEN,
    UNKNOWN_LOST,
    /** Hangs: its outcome is unknown, and {@link #wakeHung()} goes on with it. */
    HUNG
  }

  private record Snapshot<R>(long version, Map<String, R> rows, Set<String> absentColumns)
      implements TableSnapshot<R> {}

  private final List<Snapshot<R>> versions = new ArrayList<>();
  private Supplier<Fault> commitFaults = () -> Fault.NONE;
  private Supplier<Fault> readFaults = () -> Fault.NONE;
  private Runnable beforeCommit = () -> {};
  private final List<Runnable> hung = new ArrayList<>();
  private int reads;
  private int tries;
  private Set<String> absentColumns = Set.of();

  private final OwnTable table;
  private final Function<R, String> key;

  FakeTable(OwnTable table, Function<R, String> key) {
    this.table = table;
    this.key = key;
    versions.add(new Snapshot<>(TableSnapshot.ABSENT, Map.of(), absentColumns));
  }

  synchronized void failCommits(Supplier<Fault> faults) {
    commitFaults = faults;
  }

  synchronized void failReads(Supplier<Fault> faults) {
    readFaults = faults;
  }

  /** Columns that the table does not have from the next version on. */
  synchronized void lacks(String... columns) {
    absentColumns = Set.of(columns);
  }

  /** Something that happens between a read and the commit on it. */
  synchronized void beforeCommit(Runnable action) {
    beforeCommit = action;
  }

  /** Commits that became a version. */
  synchronized int commits() {
    return versions.size() - 1;
  }

  synchronized int reads() {
    return reads;
  }

  /** Commits that were asked for, whatever became of them. */
  synchronized int tries() {
    return tries;
  }

  synchronized R row(String table) {
    return newest().rows().get(table);
  }

  synchronized Map<String, R> rows() {
    return newest().rows();
  }

  /** The rows of an earlier version; 0 is the first commit. */
  synchronized Map<String, R> rowsAt(int commit) {
    return versions.get(commit + 1).rows();
  }

  /** What another application, or somebody's hand, commits. */
  synchronized void put(Map<String, R> rows) {
    versions.add(new Snapshot<>(newest().version() + 1, Map.copyOf(rows), absentColumns));
  }

  private Snapshot<R> newest() {
    return versions.get(versions.size() - 1);
  }

  @Override
  public OwnTable table() {
    return table;
  }

  StoreException unavailable() {
    IOException cause = new IOException("no route to the table");
    StoreException error = Errors.unavailable(table, cause);
    for (Exception shown : List.of(cause, error)) {
      // Stacks are rendered and redacted; those of tests are long and say nothing.
      shown.setStackTrace(Arrays.copyOf(shown.getStackTrace(), 2));
    }
    return error;
  }

  StoreException refused() {
    return Errors.notATable(table, "a picture");
  }

  @Override
  public synchronized TableSnapshot<R> read() throws StoreException {
    reads++;
    switch (readFaults.get()) {
      case NONE:
        return newest();
      case FATAL:
        throw refused();
      case STOPPED:
        throw Errors.stopped(table);
      default:
        throw unavailable();
    }
  }

  @Override
  public CommitOutcome<R> commit(TableSnapshot<R> base, List<R> rows) {
    Runnable between;
    synchronized (this) {
      tries++;
      between = beforeCommit;
      beforeCommit = () -> {};
    }
    between.run();
    return write(base, rows);
  }

  private synchronized CommitOutcome<R> write(TableSnapshot<R> base, List<R> rows) {
    Fault fault = commitFaults.get();
    if (fault == Fault.CONFLICT || base.version() != newest().version()) {
      return new CommitOutcome.Conflict<>();
    }
    if (fault == Fault.TRANSIENT) {
      return new CommitOutcome.Transient<>(unavailable());
    }
    if (fault == Fault.FATAL) {
      return new CommitOutcome.Fatal<>(refused());
    }
    if (fault == Fault.HUNG) {
      hung.add(
          () -> {
            if (base.version() == newest().version()) {
              put(merged(rows));
            }
          });
      return new CommitOutcome.Unknown<>(unavailable());
    }
    if (fault == Fault.UNKNOWN_LOST) {
      return new CommitOutcome.Unknown<>(unavailable());
    }
    put(merged(rows));
    return fault == Fault.UNKNOWN_WRITTEN
        ? new CommitOutcome.Unknown<>(unavailable())
        : new CommitOutcome.Committed<>(newest());
  }

  private Map<String, R> merged(List<R> rows) {
    Map<String, R> written = new HashMap<>();
    for (R row : rows) {
      if (written.put(key.apply(row), row) != null) {
        throw new AssertionError("Two rows of " + key.apply(row) + " in one commit.");
      }
    }
    Map<String, R> next = new HashMap<>(newest().rows());
    next.putAll(written);
    return next;
  }

  /** Commits that hung go on; each succeeds only on the version it was made for. */
  synchronized void wakeHung() {
    hung.forEach(Runnable::run);
    hung.clear();
  }
}
