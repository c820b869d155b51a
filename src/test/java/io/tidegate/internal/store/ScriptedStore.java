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
package io.tidegate.internal.store;

import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.verdict.VerdictRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A table in memory whose next reads and commits end as the script says, or well. */
final class ScriptedStore implements TableStore<VerdictRow> {
  /** How a commit ends. */
  enum Ends {
    WELL,
    LOST_RACE,
    TRANSIENT,
    FATAL,
    UNKNOWN_WRITTEN,
    UNKNOWN_NOT_WRITTEN
  }

  record Snapshot(long version, Map<String, VerdictRow> rows)
      implements TableSnapshot<VerdictRow> {}

  final List<String> calls = new ArrayList<>();
  private final Deque<Ends> script = new ArrayDeque<>();
  private final Supplier<StoreException> cause;
  private final Map<String, VerdictRow> rows = new TreeMap<>();
  private long version = TableSnapshot.ABSENT;
  private @Nullable StoreException readFails;

  ScriptedStore(Supplier<StoreException> cause, Ends... ends) {
    this.cause = cause;
    script.addAll(List.of(ends));
  }

  void failReads(StoreException with) {
    readFails = with;
  }

  @Override
  public OwnTable table() {
    return new OwnTable(OwnTable.Kind.CONTROL, "file:/control");
  }

  @Override
  public TableSnapshot<VerdictRow> read() throws StoreException {
    calls.add("read " + version);
    if (readFails != null) {
      throw readFails;
    }
    return snapshot();
  }

  @Override
  public CommitOutcome<VerdictRow> commit(
      TableSnapshot<VerdictRow> base, List<VerdictRow> changed) {
    calls.add("commit on " + base.version());
    Ends ends = script.isEmpty() ? Ends.WELL : script.removeFirst();
    return switch (ends) {
      case WELL -> {
        write(changed);
        yield new CommitOutcome.Committed<>(snapshot());
      }
      case LOST_RACE -> {
        write(List.of(VerdictRow.builder("other").epoch(version + 2).build()));
        yield new CommitOutcome.Conflict<>();
      }
      case TRANSIENT -> new CommitOutcome.Transient<>(cause.get());
      case FATAL -> new CommitOutcome.Fatal<>(cause.get());
      case UNKNOWN_WRITTEN -> {
        write(changed);
        yield new CommitOutcome.Unknown<>(cause.get());
      }
      case UNKNOWN_NOT_WRITTEN -> new CommitOutcome.Unknown<>(cause.get());
    };
  }

  private void write(List<VerdictRow> changed) {
    version++;
    changed.forEach(row -> rows.put(row.tableName(), row));
  }

  private Snapshot snapshot() {
    return new Snapshot(version, Map.copyOf(rows));
  }
}
