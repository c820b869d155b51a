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

import static io.tidegate.internal.store.kernel.TestTables.dataFiles;
import static io.tidegate.internal.store.kernel.TestTables.put;
import static io.tidegate.internal.store.kernel.TestTables.row;
import static io.tidegate.internal.store.kernel.TestTables.store;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidegate.internal.testing.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadFilesTest {
  private static final Duration RETENTION = Duration.ofDays(7);

  @TempDir Path temp;
  private Path table;
  private FakeTime time;
  private FaultyEngine engine;

  @BeforeEach
  void location() throws Exception {
    table = temp.resolve("control");
    Path probe = Files.createFile(temp.resolve("probe"));
    // The files' own times come from the machine: begin there.
    time =
        new FakeTime(Files.getLastModifiedTime(probe).toInstant().truncatedTo(ChronoUnit.MILLIS));
    engine = new FaultyEngine(TestTables.engine(table));
  }

  private KernelTableStore<VerdictRow> store1() {
    return new KernelTableStore<>(engine, "file:" + table, time, TestTables.ENGINE_INFO);
  }

  private List<String> commits(int count) throws Exception {
    KernelTableStore<VerdictRow> store = store1();
    for (int i = 0; i < count; i++) {
      put(store, row("a", Instant.parse("2026-10-01T13:00:00Z").plusSeconds(i).toString()));
    }
    return dataFiles(table);
  }

  @Test
  void aFileIsDeletedOnceItsRemovalIsOlderThanTheRetention() throws Exception {
    List<String> old = commits(3);
    time.advance(RETENTION.minus(Duration.ofHours(1)));
    put(store1(), row("a", "2026-10-02T00:00:00Z"));
    assertThat(dataFiles(table)).containsAll(old).hasSize(4);

    time.advance(Duration.ofHours(2));
    put(store1(), row("a", "2026-10-03T00:00:00Z"));

    // The third was removed an hour before the end of the retention.
    assertThat(dataFiles(table))
        .hasSize(3)
        .contains(old.get(2))
        .doesNotContain(old.get(0), old.get(1));
    assertThat(store(table).read().rows()).containsOnlyKeys("a");
  }

  @Test
  void theTablesOwnRetentionCounts() throws Exception {
    TestTables.create(
        table,
        VerdictSchema.STRUCT,
        List.of(),
        Map.of("delta.deletedFileRetentionDuration", "interval 30 days"),
        "{\"minReaderVersion\":1,\"minWriterVersion\":2}");
    commits(3);
    time.advance(RETENTION.plusDays(1));
    put(store1(), row("a", "2026-10-02T00:00:00Z"));
    assertThat(dataFiles(table)).hasSize(4);

    time.advance(Duration.ofDays(31));
    put(store1(), row("a", "2026-10-03T00:00:00Z"));
    assertThat(dataFiles(table)).hasSize(2);
  }

  @Test
  void anActiveFileStaysThoughItWasRemovedOnce() throws Exception {
    List<String> old = commits(3);
    time.advance(RETENTION.plusDays(1));
    // A restore of version 0: its file is back, the newest one is gone.
    ObjectNode add = TestTables.JSON.createObjectNode();
    add.set("add", TestTables.actions(table, 0, "add").get(0));
    ObjectNode remove = TestTables.JSON.createObjectNode();
    remove
        .putObject("remove")
        .put("path", old.get(2))
        .put("deletionTimestamp", time.now().toEpochMilli())
        .put("dataChange", true)
        .put("size", 1);
    Files.writeString(
        table.resolve("_delta_log/00000000000000000003.json"), add + "\n" + remove + "\n");
    KernelTableStore<VerdictRow> store = store1();
    var restored = store.read();
    assertThat(restored.rows().get("a").finalizedUntil()).isEqualTo("2026-10-01T13:00:00Z");

    new DeadFiles(engine, time, "it")
        .sweep(((KernelSnapshot) restored).kernel(), ((KernelSnapshot) restored).active());

    assertThat(dataFiles(table)).containsExactly(old.get(0), old.get(2));
  }

  @Test
  void filesOfOthersStay() throws Exception {
    TestTables.create(
        table,
        VerdictSchema.STRUCT,
        Map.of(),
        List.<Object[]>of(TestTables.cells(row("b", "2026-10-01T13:00:00Z"))));
    List<String> theirs = dataFiles(table);
    Files.writeString(table.resolve("tidegate-notes.parquet"), "not by our rule");
    commits(2);
    time.advance(RETENTION.plusDays(1));

    put(store1(), row("a", "2026-10-02T00:00:00Z"));

    assertThat(dataFiles(table)).containsAll(theirs).contains("tidegate-notes.parquet").hasSize(4);
  }

  @Test
  void whatALostCommitLeftBehindIsDeletedToo() throws Exception {
    commits(1);
    String orphan = DataFiles.newName(1);
    Files.copy(table.resolve(dataFiles(table).get(0)), table.resolve(orphan));
    String unproven = DataFiles.newName(99);
    Files.copy(table.resolve(orphan), table.resolve(unproven));
    put(store1(), row("a", "2026-10-02T00:00:00Z"));
    time.advance(RETENTION.plusDays(1));

    put(store1(), row("a", "2026-10-03T00:00:00Z"));

    assertThat(dataFiles(table)).doesNotContain(orphan).contains(unproven).hasSize(3);
  }

  @Test
  void aDeletionVectorKeepsItsFile() throws Exception {
    TestTables.create(
        table, VerdictSchema.STRUCT, List.of(), Map.of(), TestTables.DELETION_VECTORS);
    List<String> old = commits(1);
    TestTables.markDeleted(table, 1, time.now().toEpochMilli(), 0);
    time.advance(RETENTION.plusDays(1));
    put(store1(), row("a", "2026-10-02T00:00:00Z"));
    assertThat(dataFiles(table)).contains(old.get(0)).hasSize(2);

    time.advance(RETENTION.plusDays(1));
    put(store1(), row("a", "2026-10-03T00:00:00Z"));
    assertThat(dataFiles(table)).doesNotContain(old.get(0));
  }

  @Test
  void sweepsAreAnHourApartAndBounded() throws Exception {
    commits(DeadFiles.MAX_LOG_FILES + 20);
    time.advance(RETENTION.plusDays(1));
    KernelTableStore<VerdictRow> store = store1();
    engine.jsonReads.clear();
    put(store, row("a", "2026-10-02T00:00:00Z"));
    int left = dataFiles(table).size();
    assertThat(left).isBetween(20, 40);
    assertThat(engine.jsonReads)
        .filteredOn(path -> path.compareTo("file:" + table + "/_delta_log/0000000000000000011") < 0)
        .hasSizeBetween(80, DeadFiles.MAX_LOG_FILES);

    time.advance(Duration.ofMinutes(59));
    put(store, row("a", "2026-10-03T00:00:00Z"));
    assertThat(dataFiles(table)).hasSize(left + 1);

    time.advance(Duration.ofMinutes(2));
    put(store, row("a", "2026-10-04T00:00:00Z"));
    assertThat(dataFiles(table)).hasSize(4);
  }

  @Test
  void failingToDeleteChangesNothing() throws Exception {
    commits(3);
    time.advance(RETENTION.plusDays(1));
    engine.beforeDelete =
        path -> {
          throw new IOException("not allowed to delete");
        };

    put(store1(), row("a", "2026-10-02T00:00:00Z"));

    assertThat(dataFiles(table)).hasSize(4);
  }

  @Test
  void expiredLogsProveNothing() throws Exception {
    commits(12);
    for (int version = 0; version < 10; version++) {
      Files.delete(table.resolve(String.format("_delta_log/%020d.json", version)));
    }
    time.advance(RETENTION.plusDays(1));

    put(store1(), row("a", "2026-10-02T00:00:00Z"));

    // Versions 9 and 10 are proven dead by entries 10 and 11; 11 was removed just now.
    assertThat(dataFiles(table)).hasSize(11);
  }
}
