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

import static io.tidegate.internal.store.kernel.TestTables.row;
import static io.tidegate.internal.store.kernel.TestTables.store;
import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.data.Row;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.schema.RowColumn;
import io.tidegate.internal.verdict.VerdictRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcurrentWritersTest {
  private static final Instant START = Instant.parse("2026-10-01T00:00:00Z");
  private static final int WRITERS = 2;
  private static final int STEPS = Integer.getInteger("tidegate.test.commits", 40);

  @TempDir Path temp;

  @Test
  void noUpdateIsLostAndNoRowDoubledOrTakenBack() throws Exception {
    Path table = temp.resolve("control");
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
    long lastVersion = 0;
    int commits = 0;
    try {
      List<Future<List<Long>>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int id = writer;
        Callable<List<Long>> work = () -> write(table, id);
        writers.add(pool.submit(work));
      }
      List<Long> versions = new ArrayList<>();
      for (Future<List<Long>> writer : writers) {
        versions.addAll(writer.get());
      }
      assertThat(versions).doesNotHaveDuplicates();
      commits = versions.size();
      lastVersion = versions.stream().mapToLong(Long::longValue).max().orElseThrow();
    } finally {
      pool.shutdownNow();
    }

    assertThat(lastVersion).isEqualTo(commits - 1);
    Map<String, Long> expected = new HashMap<>();
    expected.put("own-0", micros(STEPS));
    expected.put("own-1", micros(STEPS));
    expected.put("shared", micros(STEPS));
    Map<String, Long> seen = new HashMap<>();
    for (long version = 0; version <= lastVersion; version++) {
      Map<String, Long> rows = new HashMap<>();
      for (Row row : TestTables.rowsAt(table, version)) {
        assertThat(rows.put(row.getString(0), row.getLong(1)))
            .as("a second row of %s in version %d", row.getString(0), version)
            .isNull();
      }
      for (Map.Entry<String, Long> before : seen.entrySet()) {
        assertThat(rows.get(before.getKey()))
            .as("%s in version %d", before.getKey(), version)
            .isNotNull()
            .isGreaterThanOrEqualTo(before.getValue());
      }
      seen = rows;
    }
    assertThat(seen).isEqualTo(expected);
  }

  /** Raises a row of its own and a shared one, step by step; gives the versions it made. */
  private static List<Long> write(Path table, int id) throws Exception {
    KernelTableStore<VerdictRow> store = store(table);
    List<Long> versions = new ArrayList<>();
    TableSnapshot<VerdictRow> snapshot = store.read();
    for (int step = 1; step <= STEPS; step++) {
      Instant until = START.plusSeconds(step);
      while (true) {
        List<VerdictRow> changes = new ArrayList<>();
        for (String name : List.of("own-" + id, "shared")) {
          VerdictRow now = snapshot.rows().get(name);
          if (now == null || now.finalizedUntil().isBefore(until)) {
            changes.add(row(name, until.toString()));
          }
        }
        CommitOutcome<VerdictRow> outcome = store.commit(snapshot, changes);
        if (outcome instanceof CommitOutcome.Committed committed) {
          snapshot = committed.after();
          versions.add(snapshot.version());
          break;
        }
        assertThat(outcome).isInstanceOf(CommitOutcome.Conflict.class);
        snapshot = store.read();
      }
    }
    return versions;
  }

  private static long micros(int step) {
    return RowColumn.micros(START.plusSeconds(step));
  }
}
