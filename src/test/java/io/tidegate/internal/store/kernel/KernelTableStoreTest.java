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

import static io.tidegate.internal.store.kernel.TestTables.actions;
import static io.tidegate.internal.store.kernel.TestTables.committed;
import static io.tidegate.internal.store.kernel.TestTables.dataFiles;
import static io.tidegate.internal.store.kernel.TestTables.put;
import static io.tidegate.internal.store.kernel.TestTables.row;
import static io.tidegate.internal.store.kernel.TestTables.store;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidegate.api.ErrorCode;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.schema.RowColumn;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTableStoreTest {
  @TempDir Path temp;
  private Path table;

  @BeforeEach
  void location() {
    table = temp.resolve("control");
  }

  @Test
  void noTableIsAnEmptySnapshot() throws Exception {
    TableSnapshot<VerdictRow> read = store(table).read();

    assertThat(read.version()).isEqualTo(TableSnapshot.ABSENT);
    assertThat(read.rows()).isEmpty();
    assertThat(table).doesNotExist();
  }

  @Test
  void theFirstCommitCreatesTheTableWithItsRows() throws Exception {
    TableSnapshot<VerdictRow> after =
        put(store(table), row("b", "2026-10-01T14:00:00Z"), row("a", "2026-10-01T13:00:00Z"));

    assertThat(after.version()).isZero();
    assertThat(after.rows().keySet()).containsExactly("a", "b");
    assertThat(actions(table, 0, "add")).hasSize(1);
    assertThat(actions(table, 0, "add").get(0).get("stats").asText()).contains("\"numRecords\":2");
    assertThat(actions(table, 0, "add").get(0).get("size").asLong())
        .isEqualTo(Files.size(table.resolve(dataFiles(table).get(0))));
    JsonNode protocol = actions(table, 0, "protocol").get(0);
    assertThat(protocol.get("minReaderVersion").asInt()).isEqualTo(1);
    assertThat(protocol.get("minWriterVersion").asInt()).isEqualTo(2);
    assertThat(actions(table, 0, "commitInfo").get(0).get("engineInfo").asText())
        .endsWith("/" + TestTables.ENGINE_INFO);
  }

  @Test
  void theColumnsAreTheRowsComponentsInTheirOrder() throws Exception {
    put(store(table), row("a", "2026-10-01T13:00:00Z"));

    JsonNode fields =
        TestTables.JSON
            .readTree(actions(table, 0, "metaData").get(0).get("schemaString").asText())
            .get("fields");
    List<String> components =
        Stream.of(VerdictRow.class.getRecordComponents())
            .map(c -> c.getName().replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT))
            .toList();
    assertThat(fields).hasSize(25);
    assertThat(fields).extracting(f -> f.get("name").asText()).isEqualTo(components);
    assertThat(fields).allSatisfy(f -> assertThat(f.get("nullable").asBoolean()).isTrue());
    assertThat(fields)
        .allSatisfy(f -> assertThat(f.get("metadata").get("comment").asText()).isNotBlank());
    assertThat(fields.get(0).get("type").asText()).isEqualTo("string");
    assertThat(fields.get(1).get("type").asText()).isEqualTo("timestamp");
    assertThat(fields.get(11).get("type").asText()).isEqualTo("long");
  }

  @Test
  void everyCellComesBack() throws Exception {
    VerdictRow full = full("sales.orders \u00fc \ud83c\udf0a");
    VerdictRow bare = VerdictRow.builder("bare").build();
    TableSnapshot<VerdictRow> after = put(store(table), full, bare);

    assertThat(after.rows().get(full.tableName())).isEqualTo(full);
    TableSnapshot<VerdictRow> read = store(table).read();
    assertThat(read.version()).isZero();
    assertThat(read.rows()).containsOnlyKeys(full.tableName(), "bare");
    assertThat(read.rows().get(full.tableName())).isEqualTo(full);
    assertThat(read.rows().get("bare")).isEqualTo(bare);
  }

  @Test
  void anUpdateReplacesItsRowsAndCarriesTheOthers() throws Exception {
    KernelTableStore<VerdictRow> store = store(table);
    put(store, full("a"), row("b", "2026-10-01T13:00:00Z"));

    TableSnapshot<VerdictRow> after =
        put(store, row("b", "2026-10-01T14:00:00Z"), row("c", "2026-10-01T15:00:00Z"));

    assertThat(after.version()).isEqualTo(1);
    TableSnapshot<VerdictRow> read = store(table).read();
    assertThat(read.version()).isEqualTo(1);
    assertThat(read.rows()).isEqualTo(after.rows());
    assertThat(read.rows().get("a")).isEqualTo(full("a"));
    assertThat(read.rows().get("b")).isEqualTo(row("b", "2026-10-01T14:00:00Z"));
    assertThat(actions(table, 1, "add")).hasSize(1);
    assertThat(actions(table, 1, "remove")).hasSize(1);
    assertThat(actions(table, 1, "remove").get(0).get("path"))
        .isEqualTo(actions(table, 0, "add").get(0).get("path"));
  }

  @Test
  void theNextCommitNeedsNoReadInBetween() throws Exception {
    FaultyEngine engine = new FaultyEngine(TestTables.engine(table));
    KernelTableStore<VerdictRow> store = store(table, engine);
    TableSnapshot<VerdictRow> snapshot = store.read();
    for (int i = 0; i < 70; i++) {
      snapshot =
          committed(
              store.commit(
                  snapshot,
                  List.of(
                      row(
                          "t" + i % 3,
                          Instant.parse("2026-10-01T00:00:00Z").plusSeconds(i) + ""))));
      assertThat(snapshot.version()).isEqualTo(i);
    }

    assertThat(engine.parquetReads).noneMatch(path -> path.contains("/tidegate-"));
    assertThat(store(table).read().rows()).isEqualTo(snapshot.rows()).hasSize(3);
  }

  @Test
  void anUnchangedTableIsNotReadAgain() throws Exception {
    FaultyEngine engine = new FaultyEngine(TestTables.engine(table));
    put(store(table), row("a", "2026-10-01T13:00:00Z"));
    KernelTableStore<VerdictRow> store = store(table, engine);
    TableSnapshot<VerdictRow> first = store.read();
    int reads = engine.parquetReads.size();

    assertThat(store.read().rows()).isEqualTo(first.rows());

    assertThat(reads).isEqualTo(1);
    assertThat(engine.parquetReads).hasSize(reads);
  }

  @Test
  void oneOfTwoWritersGetsAConflictAndLeavesNothingBehind() throws Exception {
    KernelTableStore<VerdictRow> one = store(table);
    KernelTableStore<VerdictRow> other = store(table);
    put(one, row("a", "2026-10-01T13:00:00Z"));
    TableSnapshot<VerdictRow> seenByOne = one.read();
    TableSnapshot<VerdictRow> seenByOther = other.read();
    committed(one.commit(seenByOne, List.of(row("a", "2026-10-01T14:00:00Z"))));
    List<String> before = dataFiles(table);

    CommitOutcome<VerdictRow> late =
        other.commit(seenByOther, List.of(row("b", "2026-10-01T15:00:00Z")));

    assertThat(late).isInstanceOf(CommitOutcome.Conflict.class);
    assertThat(dataFiles(table)).isEqualTo(before);
    put(other, row("b", "2026-10-01T15:00:00Z"));
    assertThat(store(table).read().rows()).containsOnlyKeys("a", "b");
  }

  @Test
  void oneOfTwoCreatorsGetsAConflict() throws Exception {
    KernelTableStore<VerdictRow> one = store(table);
    KernelTableStore<VerdictRow> other = store(table);
    TableSnapshot<VerdictRow> seenByOne = one.read();
    TableSnapshot<VerdictRow> seenByOther = other.read();
    committed(one.commit(seenByOne, List.of(row("a", "2026-10-01T13:00:00Z"))));

    assertThat(other.commit(seenByOther, List.of(row("b", "2026-10-01T13:00:00Z"))))
        .isInstanceOf(CommitOutcome.Conflict.class);
    assertThat(store(table).read().rows()).containsOnlyKeys("a");
    assertThat(dataFiles(table)).hasSize(1);
  }

  @Test
  void aDroppedTableIsAConflictAndThenCreatedAgain() throws Exception {
    KernelTableStore<VerdictRow> store = store(table);
    TableSnapshot<VerdictRow> snapshot = put(store, row("a", "2026-10-01T13:00:00Z"));
    delete(table);

    assertThat(store.commit(snapshot, List.of(row("b", "2026-10-01T13:00:00Z"))))
        .isInstanceOf(CommitOutcome.Conflict.class);
    assertThat(table).doesNotExist();
    assertThat(put(store, row("b", "2026-10-01T13:00:00Z")).version()).isZero();
    assertThat(store(table).read().rows()).containsOnlyKeys("b");
  }

  @Test
  void anotherTableAtTheSameVersionIsAConflict() throws Exception {
    KernelTableStore<VerdictRow> store = store(table);
    TableSnapshot<VerdictRow> snapshot = put(store, row("a", "2026-10-01T13:00:00Z"));
    delete(table);
    put(store(table), row("z", "2026-10-01T13:00:00Z"));
    assertThat(store.read().rows()).containsOnlyKeys("z");
    Files.setLastModifiedTime(
        table.resolve("_delta_log/00000000000000000000.json"),
        FileTime.from(Instant.parse("2030-01-01T00:00:00Z")));

    assertThat(store.commit(snapshot, List.of(row("b", "2026-10-01T13:00:00Z"))))
        .isInstanceOf(CommitOutcome.Conflict.class);
    assertThat(store.read().rows()).containsOnlyKeys("z");
  }

  @Test
  void twoRowsOfOneTableAreTheCallersMistake() throws Exception {
    KernelTableStore<VerdictRow> store = store(table);
    TableSnapshot<VerdictRow> read = store.read();

    assertThatThrownBy(
            () ->
                store.commit(
                    read,
                    List.of(row("a", "2026-10-01T13:00:00Z"), row("a", "2026-10-01T14:00:00Z"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("two rows of a");
    assertThatThrownBy(() -> store.commit(read, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no rows to commit");
  }

  @Test
  void aDirectoryWithOtherFilesIsRefused() throws Exception {
    Files.createDirectories(table);
    for (String name : List.of("d.csv", "c.csv", "b.csv", "a.csv")) {
      Files.writeString(table.resolve(name), "1");
    }

    assertThatThrownBy(() -> store(table).read())
        .asInstanceOf(type(StoreException.class))
        .satisfies(e -> assertThat(e.retryable()).isFalse())
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.TIDEGATE_NOT_A_TABLE))
        .extracting(Throwable::getMessage)
        .asString()
        .contains("Found: no _delta_log, but a.csv, b.csv, c.csv and 1 more")
        .contains(table.toString());
  }

  @Test
  void aFileInTheTablesPlaceIsRefused() throws Exception {
    Files.writeString(table, "1");

    assertThatThrownBy(() -> store(table).read())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("Found: a file.");
  }

  @Test
  void anEmptyDirectoryOrOneWithLeftoversIsFree() throws Exception {
    Files.createDirectories(table.resolve("_delta_log"));
    Files.writeString(table.resolve(DataFiles.newName(0)), "an attempt that never was committed");
    Files.writeString(table.resolve(".hidden"), "");

    assertThat(store(table).read().version()).isEqualTo(TableSnapshot.ABSENT);
    assertThat(put(store(table), row("a", "2026-10-01T13:00:00Z")).version()).isZero();
  }

  @Test
  void aLogWithAHoleIsTriedAgainLater() throws Exception {
    KernelTableStore<VerdictRow> store = store(table);
    put(store, row("a", "2026-10-01T13:00:00Z"));
    put(store, row("a", "2026-10-01T14:00:00Z"));
    put(store, row("a", "2026-10-01T15:00:00Z"));
    Files.delete(table.resolve("_delta_log/00000000000000000001.json"));

    assertThatThrownBy(() -> store(table).read())
        .asInstanceOf(type(StoreException.class))
        .satisfies(e -> assertThat(e.retryable()).isTrue())
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.TIDEGATE_STORE_UNAVAILABLE))
        .extracting(Throwable::getMessage)
        .asString()
        .contains("versions are not contiguous");
  }

  @Test
  void aLogOfWhichOnlyLeftoversRemainIsNotTakenForNoTable() throws Exception {
    KernelTableStore<VerdictRow> store = store(table);
    put(store, row("a", "2026-10-01T13:00:00Z"));
    Files.delete(table.resolve("_delta_log/00000000000000000000.json"));

    assertThatThrownBy(() -> store(table).read())
        .asInstanceOf(type(StoreException.class))
        .satisfies(e -> assertThat(e.retryable()).isTrue())
        .extracting(Throwable::getMessage)
        .asString()
        .contains("no delta files found");

    Files.move(
        table.resolve("_delta_log/00000000000000000000.crc"),
        table.resolve("_delta_log/_last_checkpoint"));
    assertThatThrownBy(() -> store(table).read())
        .asInstanceOf(type(StoreException.class))
        .satisfies(e -> assertThat(e.retryable()).isTrue())
        .extracting(Throwable::getMessage)
        .asString()
        .contains("_delta_log holds _last_checkpoint but no version can be read");
  }

  @Test
  void aMissingDataFileIsTriedAgainLater() throws Exception {
    put(store(table), row("a", "2026-10-01T13:00:00Z"));
    Files.delete(table.resolve(dataFiles(table).get(0)));

    assertThatThrownBy(() -> store(table).read())
        .asInstanceOf(type(StoreException.class))
        .satisfies(e -> assertThat(e.retryable()).isTrue())
        .extracting(Throwable::getMessage)
        .asString()
        .contains("NoSuchFileException: " + table);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "\u00fc%20x", "50%", "x+y=z,#1", "semi;colon&amp", "a'b\"c"})
  void anyDirectoryNameWill(String name) throws Exception {
    Path odd = temp.resolve(name).resolve("control");
    put(store(odd), row("a", "2026-10-01T13:00:00Z"));
    for (int i = 1; i <= 11; i++) {
      put(store(odd), row("b", "2026-10-01T13:00:00Z"));
    }

    assertThat(store(odd).read().rows()).containsOnlyKeys("a", "b");
    assertThat(dataFiles(odd)).hasSize(12).allMatch(DataFiles::isOurs);
    assertThat(odd.resolve("_delta_log/00000000000000000010.checkpoint.parquet")).exists();
    assertThat(store(odd).table().location()).isEqualTo("file:" + odd);
  }

  @Test
  void theApplicationsParquetSettingsDoNotReachTheTable() throws Exception {
    Configuration conf = new Configuration();
    conf.set("parquet.compression", "NO_SUCH_CODEC");
    conf.set("parquet.crypto.factory.class", "no.such.Factory");
    KernelTableStore<VerdictRow> store =
        KernelTableStore.verdicts(
            table.toString(), conf, SystemTime.INSTANCE, TestTables.ENGINE_INFO);

    put(store, row("a", "2026-10-01T13:00:00Z"));

    assertThat(
            KernelTableStore.verdicts(
                    table.toString(), conf, SystemTime.INSTANCE, TestTables.ENGINE_INFO)
                .read()
                .rows())
        .containsOnlyKeys("a");
  }

  @Test
  void instantsBeyondTheTablesRangeBecomeItsLimits() throws Exception {
    put(store(table), VerdictRow.builder("a").heldValue(Instant.MAX).frontier(Instant.MIN).build());

    VerdictRow read = store(table).read().rows().get("a");
    assertThat(RowColumn.micros(read.heldValue())).isEqualTo(Long.MAX_VALUE);
    assertThat(RowColumn.micros(read.frontier())).isEqualTo(Long.MIN_VALUE);
  }

  private static VerdictRow full(String name) {
    Instant instant = Instant.parse("1969-12-31T23:59:59.999999Z");
    return new VerdictRow(
        name,
        Instant.parse("2026-10-01T13:00:00.123456Z"),
        instant,
        VerdictState.STOPPED,
        "IDLE",
        "nothing to do; \"quoted\"\n",
        Instant.EPOCH,
        Instant.parse("2026-10-01T13:17:00.000001Z"),
        "offset",
        Instant.parse("0001-01-01T00:00:00Z"),
        Instant.parse("9999-12-31T23:59:59.999999Z"),
        Long.MAX_VALUE,
        "query",
        "id",
        "file:/checkpoint",
        "run",
        Instant.parse("2026-10-01T12:00:00Z"),
        "boot/pid",
        -1L,
        "[{\"lsn\":\"0x1\"}]",
        42L,
        Instant.parse("2026-09-01T00:00:00Z"),
        Instant.parse("2030-01-01T00:00:00Z"),
        Instant.parse("2026-10-01T13:18:00Z"),
        Instant.parse("2026-10-01T12:00:00Z"));
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
