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

import static io.tidegate.internal.store.kernel.TestTables.put;
import static io.tidegate.internal.store.kernel.TestTables.row;
import static io.tidegate.internal.store.kernel.TestTables.rowsAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.data.Row;
import io.tidegate.internal.store.schema.VerdictSchema;
import io.tidegate.internal.testing.FakeTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpiredLogTest {
  private static final Duration RETENTION = Duration.ofHours(6);

  @TempDir Path temp;
  private Path table;
  private Path log;
  private FakeTime time;
  private FaultyEngine engine;
  private KernelTableStore<VerdictRow> store;

  @BeforeEach
  void location() throws Exception {
    table = temp.resolve("control");
    log = table.resolve("_delta_log");
    Path probe = Files.createFile(temp.resolve("probe"));
    // The files' own times come from the machine: begin before now, and let what is old be older.
    time =
        new FakeTime(Files.getLastModifiedTime(probe).toInstant().truncatedTo(ChronoUnit.MILLIS));
    engine = new FaultyEngine(TestTables.engine(table));
    store =
        new KernelTableStore<>(
            VerdictSchema.SCHEMA, engine, "file:" + table, time, TestTables.ENGINE_INFO);
  }

  private void commits(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      long version = put(store, row("a", "2026-10-01T13:00:00Z")).version();
      assertThat(version).isNotNegative();
    }
  }

  /** Makes all files that there are older. */
  private void age(Duration by) throws Exception {
    for (Path directory : List.of(table, log)) {
      for (String name : TestTables.names(directory)) {
        Path file = directory.resolve(name);
        if (Files.isRegularFile(file)) {
          Instant was = Files.getLastModifiedTime(file).toInstant();
          Files.setLastModifiedTime(file, FileTime.from(was.minus(by)));
        }
      }
    }
  }

  private void sweep(int most) throws Exception {
    KernelSnapshot<VerdictRow> read = (KernelSnapshot<VerdictRow>) store.read();
    new ExpiredLog(engine, read.kernel(), time.now())
        .delete(new SweepBudget(time, Duration.ofMinutes(1), most));
  }

  private List<String> entries() throws Exception {
    return TestTables.names(log).stream().filter(name -> name.matches("\\d.*")).toList();
  }

  private List<String> checkpoints() throws Exception {
    return entries().stream().filter(name -> name.contains("checkpoint")).toList();
  }

  private static String checkpoint(int version) {
    return String.format("%020d.checkpoint.parquet", version);
  }

  @Test
  void whatComesBeforeAnOldCheckpointGoesAndTheRestCanBeRead() throws Exception {
    commits(25);
    age(RETENTION.plusMinutes(1));
    commits(12);

    sweep(1_000);

    // 20 is the newest checkpoint that is old; versions from it on are within the retention.
    assertThat(checkpoints()).containsExactly(checkpoint(20), checkpoint(30));
    assertThat(entries().get(0)).isEqualTo(checkpoint(20));
    assertThat(entries()).hasSize(2 + 17 + 17);
    for (int version = 20; version <= 36; version++) {
      List<Row> rows = rowsAt(table, version);
      assertThat(rows).as("version %d", version).hasSize(1);
    }
    assertThatThrownBy(() -> rowsAt(table, 19)).hasMessageContaining("19");
    assertThat(TestTables.store(table).read().rows()).containsOnlyKeys("a");
  }

  @Test
  void youngFilesStay() throws Exception {
    commits(35);
    List<String> all = entries();
    age(RETENTION.minusMinutes(5));

    sweep(1_000);

    assertThat(entries()).isEqualTo(all);
  }

  @Test
  void theNewestCheckpointIsNotRelyedOn() throws Exception {
    commits(25);
    age(Duration.ofDays(365));

    sweep(1_000);

    assertThat(checkpoints()).containsExactly(checkpoint(10), checkpoint(20));
    assertThat(rowsAt(table, 10)).hasSize(1);
  }

  @Test
  void withoutAnOlderCheckpointNothingGoes() throws Exception {
    commits(15);
    age(Duration.ofDays(365));
    List<String> all = entries();

    sweep(1_000);

    assertThat(entries()).isEqualTo(all);
  }

  @Test
  void aCheckpointInSeveralPartsIsNotRelyedOn() throws Exception {
    commits(35);
    Files.move(
        log.resolve(checkpoint(20)),
        log.resolve("00000000000000000020.checkpoint.0000000001.0000000002.parquet"));
    age(Duration.ofDays(365));

    sweep(1_000);

    assertThat(entries().get(0)).isEqualTo(checkpoint(10));
  }

  @Test
  void filesOfOthersStay() throws Exception {
    commits(25);
    Files.writeString(log.resolve("00000000000000000003.notes"), "mine");
    Files.writeString(log.resolve("_notes"), "mine too");
    age(Duration.ofDays(365));

    sweep(1_000);

    assertThat(TestTables.names(log)).contains("00000000000000000003.notes", "_notes");
    assertThat(entries()).doesNotContain("00000000000000000003.json");
  }

  @Test
  void aSweepIsBoundedOldestFirst() throws Exception {
    commits(25);
    age(Duration.ofDays(365));
    List<String> all = entries();

    sweep(7);
    assertThat(entries()).isEqualTo(all.subList(7, all.size()));
    assertThat(store.read().rows()).containsOnlyKeys("a");

    sweep(1_000);
    assertThat(entries().get(0)).isEqualTo(checkpoint(10));
  }

  @Test
  void theTableMayForbidIt() throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        List.of(),
        Map.of("delta.enableExpiredLogCleanup", "false"),
        "{\"minReaderVersion\":1,\"minWriterVersion\":2}");
    commits(25);
    age(Duration.ofDays(365));
    List<String> all = entries();

    sweep(1_000);

    assertThat(entries()).isEqualTo(all);
  }

  @Test
  void theTablesOwnRetentionCounts() throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        List.of(),
        Map.of("delta.logRetentionDuration", "interval 60 days"),
        "{\"minReaderVersion\":1,\"minWriterVersion\":2}");
    commits(25);
    age(Duration.ofDays(59));
    sweep(1_000);
    assertThat(checkpoints()).hasSize(2);
    assertThat(entries().get(0)).startsWith("00000000000000000000.");

    age(Duration.ofDays(2));
    sweep(1_000);
    assertThat(entries().get(0)).isEqualTo(checkpoint(10));
  }
}
