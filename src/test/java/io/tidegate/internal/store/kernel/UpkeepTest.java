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

import static io.tidegate.internal.store.kernel.TestTables.committed;
import static io.tidegate.internal.store.kernel.TestTables.put;
import static io.tidegate.internal.store.kernel.TestTables.row;
import static io.tidegate.internal.store.kernel.TestTables.store;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpkeepTest {
  private static final int VERSIONS = Integer.getInteger("tidegate.test.versions", 200);

  @TempDir Path temp;
  private Path table;
  private Path log;

  @BeforeEach
  void location() {
    table = temp.resolve("control");
    log = table.resolve("_delta_log");
  }

  @Test
  void aCheckpointEveryTenCommitsMakesOlderLogsDispensable() throws Exception {
    KernelTableStore<VerdictRow> store = store(table);
    for (int i = 0; i <= 12; i++) {
      put(store, row("t" + i, "2026-10-01T13:00:00Z"));
    }
    assertThat(log.resolve("00000000000000000010.checkpoint.parquet")).exists();
    for (int version = 0; version < 10; version++) {
      Files.delete(log.resolve(String.format("%020d.json", version)));
      Files.delete(log.resolve(String.format("%020d.crc", version)));
    }

    TableSnapshot<VerdictRow> read = store(table).read();

    assertThat(read.version()).isEqualTo(12);
    assertThat(read.rows()).hasSize(13);
    assertThat(put(store(table), row("t0", "2026-10-01T14:00:00Z")).version()).isEqualTo(13);
  }

  @Test
  void everyCommitHasAChecksum() throws Exception {
    KernelTableStore<VerdictRow> store = store(table);
    for (int i = 0; i <= 3; i++) {
      put(store, row("a", "2026-10-01T13:0" + i + ":00Z"));
      assertThat(log.resolve(String.format("%020d.crc", i))).exists();
    }
  }

  @Test
  void aBrokenChainOfChecksumsBeginsAgain() throws Exception {
    put(store(table), row("a", "2026-10-01T13:00:00Z"));
    Files.delete(log.resolve("00000000000000000000.crc"));
    KernelTableStore<VerdictRow> store = store(table);
    TableSnapshot<VerdictRow> snapshot = store.read();
    for (int i = 1; i <= 3; i++) {
      snapshot =
          committed(store.commit(snapshot, List.of(row("a", "2026-10-01T14:0" + i + ":00Z"))));
      assertThat(log.resolve(String.format("%020d.crc", i))).exists();
    }
    assertThat(store(table).read().rows()).isEqualTo(snapshot.rows());
  }

  @Test
  void failingUpkeepChangesNothing() throws Exception {
    FaultyEngine engine = new FaultyEngine(TestTables.engine(table));
    engine.beforeJson =
        path -> {
          if (path.endsWith(".crc")) {
            throw new IOException("no checksums today");
          }
        };
    engine.beforeParquet =
        path -> {
          if (path.contains("checkpoint")) {
            throw new IllegalStateException("no checkpoints today");
          }
        };
    KernelTableStore<VerdictRow> store = store(table, engine);
    TableSnapshot<VerdictRow> snapshot = store.read();
    for (int i = 0; i <= 20; i++) {
      snapshot = committed(store.commit(snapshot, List.of(row("t" + i, "2026-10-01T13:00:00Z"))));
      assertThat(snapshot.version()).isEqualTo(i);
    }

    assertThat(store(table).read().rows()).hasSize(21);
    try (Stream<Path> files = Files.list(log)) {
      assertThat(files).noneMatch(file -> file.toString().contains("checkpoint"));
    }
  }

  @Test
  void aCheckpointThatFailsHalfWayLeavesNoFile() throws Exception {
    FaultyEngine engine = new FaultyEngine(TestTables.engine(table));
    KernelTableStore<VerdictRow> store = store(table, engine);
    TableSnapshot<VerdictRow> snapshot = store.read();
    for (int i = 0; i <= 9; i++) {
      snapshot = committed(store.commit(snapshot, List.of(row("t" + i, "2026-10-01T13:00:00Z"))));
    }
    // The checkpoint's content is read from the log while the file is written.
    Path entry = log.resolve("00000000000000000003.json");
    byte[] content = Files.readAllBytes(entry);
    engine.afterJson =
        path -> {
          if (path.endsWith("00000000000000000010.json")) {
            Files.writeString(entry, "{broken");
          }
        };

    committed(store.commit(snapshot, List.of(row("t10", "2026-10-01T13:00:00Z"))));

    assertThat(log.resolve("00000000000000000010.checkpoint.parquet")).doesNotExist();
    Files.write(entry, content);
    assertThat(store(table).read().rows()).hasSize(11);
  }

  /** A table that keeps nothing that is dead. */
  private void createKeepingNothing() throws IOException {
    TestTables.create(
        table,
        TestTables.STRUCT,
        List.of(),
        Map.of(
            "delta.deletedFileRetentionDuration", "interval 0 seconds",
            "delta.logRetentionDuration", "interval 0 seconds"),
        "{\"minReaderVersion\":1,\"minWriterVersion\":2}");
  }

  @Test
  void aTableOfOursKeepsWhatIsDeadForHours() throws Exception {
    put(store(table), row("a", "2026-10-01T13:00:00Z"));

    assertThat(TestTables.actions(table, 0, "metaData").get(0).get("configuration").toString())
        .isEqualTo(
            "{\"delta.deletedFileRetentionDuration\":\"interval 6 hours\","
                + "\"delta.logRetentionDuration\":\"interval 6 hours\"}");
  }

  @Test
  void storageStaysBoundedAndReadingCostsTheSame() throws Exception {
    createKeepingNothing();
    FaultyEngine engine = new FaultyEngine(TestTables.engine(table));
    int half = VERSIONS / 2;
    commitTo(half);
    List<Integer> early = List.of(cost(engine), cost(engine));
    int dataFiles = TestTables.dataFiles(table).size();
    int logFiles = TestTables.names(log).size();

    commitTo(VERSIONS);

    assertThat(cost(engine)).isLessThanOrEqualTo(early.get(0) + 2);
    assertThat(dataFiles).isLessThanOrEqualTo(Upkeep.EVERY + 1);
    assertThat(TestTables.dataFiles(table)).hasSizeLessThanOrEqualTo(Upkeep.EVERY + 1);
    // What came since the last sweep, since the checkpoint before it, and since that one's own.
    int most = 3 * Upkeep.EVERY * 2 + 10;
    assertThat(logFiles).isLessThanOrEqualTo(most);
    assertThat(TestTables.names(log)).hasSizeLessThanOrEqualTo(most);
    assertThat(store(table).read().rows().get("a")).isEqualTo(row("a", until(VERSIONS)));
  }

  /** Commits until the table has the version, each with a store of its own, as short jobs do. */
  private void commitTo(int version) throws Exception {
    long now = store(table).read().version();
    while (now < version) {
      now = put(store(table), row("a", until((int) now + 1))).version();
    }
  }

  private static String until(int version) {
    return Instant.parse("2026-10-01T13:00:00Z").plusSeconds(version).toString();
  }

  /** How many files a new store reads. */
  private int cost(FaultyEngine engine) throws Exception {
    engine.jsonReads.clear();
    engine.parquetReads.clear();
    store(table, engine).read();
    return engine.jsonReads.size() + engine.parquetReads.size();
  }

  @Test
  void failingToDeleteChangesNothing() throws Exception {
    createKeepingNothing();
    FaultyEngine engine = new FaultyEngine(TestTables.engine(table));
    engine.beforeDelete =
        path -> {
          throw new IOException("not allowed to delete");
        };
    KernelTableStore<VerdictRow> store = store(table, engine);
    for (int i = 1; i <= Upkeep.EVERY; i++) {
      assertThat(put(store, row("a", until(i))).version()).isEqualTo(i);
    }

    assertThat(TestTables.dataFiles(table)).hasSize(Upkeep.EVERY);
    assertThat(log.resolve("00000000000000000000.json")).exists();
  }
}
