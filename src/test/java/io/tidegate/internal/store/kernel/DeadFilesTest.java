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
import io.tidegate.internal.store.schema.VerdictSchema;
import io.tidegate.internal.testing.FakeTime;
import io.tidegate.internal.verdict.VerdictRow;
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
    return new KernelTableStore<>(
        VerdictSchema.SCHEMA, engine, "file:" + table, time, TestTables.ENGINE_INFO);
  }

  private List<String> commits(int count) throws Exception {
    KernelTableStore<VerdictRow> store = store1();
    for (int i = 0; i < count; i++) {
      put(store, row("a", Instant.parse("2026-10-01T13:00:00Z").plusSeconds(i).toString()));
    }
    return dataFiles(table);
  }

  private void sweep() throws Exception {
    sweep(Integer.MAX_VALUE);
  }

  private void sweep(int most) throws Exception {
    KernelSnapshot<VerdictRow> read = (KernelSnapshot<VerdictRow>) store1().read();
    new DeadFiles(engine, read.kernel(), read.active(), time.now())
        .delete(new SweepBudget(time, Duration.ofMinutes(1), most));
  }

  /** A table with its own retention. */
  private void create(String retention) throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        List.of(),
        Map.of("delta.deletedFileRetentionDuration", retention),
        "{\"minReaderVersion\":1,\"minWriterVersion\":2}");
  }

  @Test
  void aFileIsDeletedOnceItsRemovalIsOlderThanTheRetention() throws Exception {
    create("interval 7 days");
    List<String> old = commits(3);
    time.advance(RETENTION.minus(Duration.ofHours(1)));
    put(store1(), row("a", "2026-10-02T00:00:00Z"));
    sweep();
    assertThat(dataFiles(table)).containsAll(old).hasSize(4);

    time.advance(Duration.ofHours(2));
    put(store1(), row("a", "2026-10-03T00:00:00Z"));
    sweep();

    // The third was removed an hour before the end of the retention.
    assertThat(dataFiles(table))
        .hasSize(3)
        .contains(old.get(2))
        .doesNotContain(old.get(0), old.get(1));
    assertThat(store(table).read().rows()).containsOnlyKeys("a");
  }

  @Test
  void aTableOfOursKeepsThemForHours() throws Exception {
    commits(3);
    time.advance(Duration.ofHours(5));
    sweep();
    assertThat(dataFiles(table)).hasSize(3);

    time.advance(Duration.ofHours(2));
    sweep();
    assertThat(dataFiles(table)).hasSize(1);
  }

  @Test
  void theTablesOwnRetentionCounts() throws Exception {
    create("interval 30 days");
    commits(3);
    time.advance(RETENTION.plusDays(1));
    put(store1(), row("a", "2026-10-02T00:00:00Z"));
    sweep();
    assertThat(dataFiles(table)).hasSize(4);

    time.advance(Duration.ofDays(31));
    put(store1(), row("a", "2026-10-03T00:00:00Z"));
    sweep();
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
    assertThat(store1().read().rows().get("a").finalizedUntil()).isEqualTo("2026-10-01T13:00:00Z");

    sweep();

    assertThat(dataFiles(table)).containsExactly(old.get(0), old.get(2));
  }

  @Test
  void aRestoredFileThatWasRemovedLatelyStays() throws Exception {
    List<String> old = commits(3);
    time.advance(RETENTION.plusDays(1));
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
    put(store1(), row("a", "2026-10-02T00:00:00Z"));

    sweep();

    assertThat(dataFiles(table)).contains(old.get(0), old.get(2)).doesNotContain(old.get(1));
    assertThat(TestTables.rowsAt(table, 3)).hasSize(1);
  }

  @Test
  void filesOfOthersStay() throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        Map.of(),
        List.<Object[]>of(TestTables.cells(row("b", "2026-10-01T13:00:00Z"))));
    List<String> theirs = dataFiles(table);
    Files.writeString(table.resolve("tidegate-notes.parquet"), "not by our rule");
    commits(2);
    time.advance(RETENTION.plusDays(1));

    put(store1(), row("a", "2026-10-02T00:00:00Z"));
    sweep();

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
    sweep();

    assertThat(dataFiles(table)).doesNotContain(orphan).contains(unproven).hasSize(3);
  }

  @Test
  void aDeletionVectorKeepsItsFile() throws Exception {
    TestTables.create(table, TestTables.STRUCT, List.of(), Map.of(), TestTables.DELETION_VECTORS);
    List<String> old = commits(1);
    TestTables.markDeleted(table, 1, time.now().toEpochMilli(), 0);
    time.advance(RETENTION.plusDays(1));
    put(store1(), row("a", "2026-10-02T00:00:00Z"));
    sweep();
    assertThat(dataFiles(table)).contains(old.get(0)).hasSize(2);

    time.advance(RETENTION.plusDays(1));
    put(store1(), row("a", "2026-10-03T00:00:00Z"));
    sweep();
    assertThat(dataFiles(table)).doesNotContain(old.get(0));
  }

  @Test
  void aSweepIsBoundedAndTheNextOneGoesOn() throws Exception {
    List<String> old = commits(10);
    time.advance(RETENTION);

    sweep(4);
    assertThat(dataFiles(table)).isEqualTo(old.subList(4, 10));

    sweep(100);
    assertThat(dataFiles(table)).containsExactly(old.get(9));
  }

  @Test
  void aSweepEndsWhenItsTimeIsUp() throws Exception {
    commits(3);
    time.advance(RETENTION);
    KernelSnapshot<VerdictRow> read = (KernelSnapshot<VerdictRow>) store1().read();
    SweepBudget spent = new SweepBudget(time, Duration.ofSeconds(1), 100);
    time.advance(Duration.ofSeconds(2));

    new DeadFiles(engine, read.kernel(), read.active(), time.now()).delete(spent);

    assertThat(dataFiles(table)).hasSize(3);
  }

  @Test
  void noLogEntryIsNeededOnceItIsInACheckpoint() throws Exception {
    commits(12);
    for (int version = 0; version < 10; version++) {
      Files.delete(table.resolve(String.format("_delta_log/%020d.json", version)));
    }
    time.advance(RETENTION);
    put(store1(), row("a", "2026-10-02T00:00:00Z"));

    sweep();

    // All but the newest and the one that it replaced just now.
    assertThat(dataFiles(table)).hasSize(2);
  }
}
