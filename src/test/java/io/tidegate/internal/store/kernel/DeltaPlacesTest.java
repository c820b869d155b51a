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

import static io.tidegate.internal.store.kernel.LoggedTable.add;
import static io.tidegate.internal.store.kernel.LoggedTable.in;
import static io.tidegate.internal.store.kernel.LoggedTable.marked;
import static io.tidegate.internal.store.kernel.LoggedTable.remove;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.delta.kernel.TableManager;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.tidegate.api.ProgressPlace;
import io.tidegate.api.Recovery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaPlacesTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG).add("Region", StringType.STRING);

  @TempDir Path work;

  private final DeltaPlaces places = new DeltaPlaces(Configuration::new);

  private Path table(String name) {
    return work.resolve(name);
  }

  /** Rows in places within the working directory. */
  private long rows(String... within) throws IOException {
    return places.rows(List.of(within).stream().map(place -> work + "/" + place).toList());
  }

  /** Why the rows of the table {@code t} cannot be counted. */
  private String refusal(String... within) {
    IOException refused = catchThrowableOfType(IOException.class, () -> rows(within));
    String start = "The rows of file:" + table("t") + " cannot be counted, because ";
    assertThat(refused).hasMessageStartingWith(start).hasMessageEndingWith(".");
    return refused.getMessage().substring(start.length());
  }

  private static void north(Path table) throws IOException {
    LoggedTable.create(table, SCHEMA, "Region")
        .commit(
            in(add("a", 5), "Region", "north"),
            in(add("b", 7), "Region", "south"),
            in(add("c", 11), "Region", null),
            in(add("d", 13), "Region", "north"));
  }

  @Test
  void rowsThatWereWrittenAreCounted() throws Exception {
    TestTables.create(
        table("t"), SCHEMA, Map.of(), List.of(new Object[] {1L, "a"}, new Object[] {2L, "b"}));
    TestTables.append(table("t"), List.<Object[]>of(new Object[] {3L, "c"}));
    assertThat(rows("t")).isEqualTo(3);
  }

  @Test
  void removedFilesAndMarkedRowsAreNot() throws Exception {
    LoggedTable table = LoggedTable.create(table("t"), SCHEMA);
    table.commit(add("a", 100), add("b", 50));
    assertThat(rows("t")).isEqualTo(150);
    table.commit(remove("a"), marked(add("c", 30), 10));
    assertThat(rows("t")).isEqualTo(70);
    table.commit(marked(add("d", 4), 4));
    assertThat(rows("t")).isEqualTo(70);
  }

  @Test
  void aFilterSelectsPartitionsWhateverTheCaseOfItsColumn() throws Exception {
    north(table("t"));
    assertThat(rows("t?Region=north")).isEqualTo(18);
    assertThat(rows("t?REGION=south")).isEqualTo(7);
    assertThat(rows("t?region=North")).isZero();
  }

  @Test
  void anEmptyValueIsNull() throws Exception {
    north(table("t"));
    assertThat(rows("t?region=")).isEqualTo(11);
  }

  @Test
  void allColumnsOfAFilterMustMatch() throws Exception {
    LoggedTable.create(table("t"), SCHEMA, "Region", "id")
        .commit(
            in(in(add("a", 5), "Region", "north"), "id", "1"),
            in(in(add("b", 7), "Region", "north"), "id", "2"),
            in(in(add("c", 11), "Region", "a&b=c"), "id", "2"));
    assertThat(rows("t?id=2&region=north")).isEqualTo(7);
    assertThat(rows("t?id=2&region=a%26b%3Dc")).isEqualTo(11);
  }

  @Test
  void rowsThatSeveralPlacesHoldCountOnce() throws Exception {
    north(table("t"));
    assertThat(rows("t", "t/", "t")).isEqualTo(36);
    assertThat(rows("t?region=north", "t?Region=north")).isEqualTo(18);
    assertThat(rows("t?region=north", "t?region=south")).isEqualTo(25);
    assertThat(rows("t?region=north", "t")).isEqualTo(36);
    assertThat(places.rows(List.of(table("t").toString(), "file:" + table("t")))).isEqualTo(36);
  }

  @Test
  void rowsOfSeveralTablesAreAdded() throws Exception {
    north(table("t"));
    LoggedTable.create(table("u"), SCHEMA).commit(add("a", 100));
    assertThat(rows("t?region=south", "u")).isEqualTo(107);
    assertThat(places.rows(List.of())).isZero();
  }

  @Test
  void partitionValuesAreFoundUnderTheirPhysicalNames() throws Exception {
    StructType mapped =
        new StructType()
            .add(mapped("id", LongType.LONG, 1))
            .add(mapped("Region", StringType.STRING, 2));
    LoggedTable.create(
            table("t"),
            mapped,
            Map.of("delta.columnMapping.mode", "name", "delta.columnMapping.maxColumnId", "2"),
            "{\"minReaderVersion\":2,\"minWriterVersion\":5}",
            "Region")
        .commit(in(add("a", 5), "col-2", "north"), in(add("b", 7), "col-2", "south"));
    assertThat(rows("t?region=north")).isEqualTo(5);
    assertThat(rows("t")).isEqualTo(12);
    assertThat(refusal("t?col-2=north")).startsWith("'col-2' is not a column that it is");
  }

  private static StructField mapped(String name, DataType type, long id) {
    return new StructField(
        name,
        type,
        true,
        FieldMetadata.builder()
            .putLong("delta.columnMapping.id", id)
            .putString("delta.columnMapping.physicalName", "col-" + id)
            .build());
  }

  @Test
  void aCheckpointTellsAsMuchAsTheEntriesBeforeIt() throws Exception {
    LoggedTable table = LoggedTable.create(table("t"), SCHEMA, "Region");
    table.commit(
        in(add("a", 5), "Region", "north"),
        in(marked(add("b", 7), 3), "Region", "south"),
        in(add("c", 11), "Region", null));
    table.commit(remove("a"));
    Engine engine = TestTables.engine(table("t"));
    TableManager.loadSnapshot("file:" + table("t")).build(engine).writeCheckpoint(engine);
    for (int version = 0; version < 2; version++) {
      Files.delete(table("t").resolve(String.format("_delta_log/%020d.json", version)));
    }
    table.commit(in(add("d", 20), "Region", "south"));

    assertThat(rows("t")).isEqualTo(35);
    assertThat(rows("t?region=south")).isEqualTo(24);
    assertThat(rows("t?region=")).isEqualTo(11);
  }

  @Test
  void aTableThatIsNotThereYetHoldsNothing() throws Exception {
    assertThat(rows("t", "no/such/directory?region=north")).isZero();
    Files.createDirectories(table("t/_delta_log"));
    assertThat(rows("t")).isZero();
  }

  @Test
  void dataOfAFirstCommitThatNeverCameIsNoTableYet() throws Exception {
    Files.createDirectories(table("t/region=north"));
    Files.writeString(table("t/part-00000-ea60-c000.snappy.parquet"), "");
    Files.writeString(table("t/.part-00000-ea60-c000.snappy.parquet.crc"), "");
    assertThat(rows("t")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"_SUCCESS", "_spark_metadata", "metadata", "orders.csv"})
  void anythingElseIsNoTable(String name) throws Exception {
    Files.createDirectories(table("t"));
    Files.writeString(table("t/" + name), "");
    assertThat(refusal("t"))
        .isEqualTo(
            "it has no Delta log, but holds "
                + name
                + ". Give recovery.places the paths of Delta tables.");
  }

  @Test
  void aFileIsNoTable() throws Exception {
    Files.writeString(table("t"), "");
    assertThat(refusal("t")).startsWith("it is a file. Give recovery.places");
  }

  @Test
  void aLogWithoutABeginningIsNotAnAbsentTable() throws Exception {
    Path log = Files.createDirectories(table("t/_delta_log"));
    Files.writeString(log.resolve("_last_checkpoint"), "{\"version\":3,\"size\":1}");
    assertThat(refusal("t")).isNotEmpty();
    Files.delete(log.resolve("_last_checkpoint"));
    Files.writeString(log.resolve("00000000000000000003.json"), "{}");
    assertThat(refusal("t")).isNotEmpty();
  }

  @Test
  void aDamagedLogIsNotCounted() throws Exception {
    LoggedTable.create(table("t"), SCHEMA);
    Files.writeString(table("t/_delta_log/00000000000000000001.json"), "{\"add\":{\"pa");
    assertThat(refusal("t"))
        .startsWith("its log cannot be read: ")
        .endsWith(". Check the path, its permissions and the driver's credentials.");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "{}",
        "null",
        "{\"numRecords\":null}",
        "{\"numRecords\":\"5\"}",
        "{\"numRecords\":-1}",
        "{\"numRecords\":"
      })
  void aFileWithoutANumberOfRowsMakesItsPlacesUnknown(String stats) throws Exception {
    LoggedTable.create(table("t"), SCHEMA, "Region")
        .commit(in(add("a", 5), "Region", "north"), in(add("b.parquet", stats), "Region", "south"));
    assertThat(refusal("t", "t?region=north"))
        .startsWith("the log does not say how many rows the file b.parquet has. Write such files");
    assertThat(rows("t?region=north")).isEqualTo(5);
  }

  @Test
  void moreMarkedRowsThanRowsAreNoNumber() throws Exception {
    LoggedTable.create(table("t"), SCHEMA).commit(marked(add("b", 5), 6));
    assertThat(refusal("t")).startsWith("the log does not say how many rows the file b has.");
  }

  @Test
  void aFilterNamesPartitionColumnsOnly() throws Exception {
    north(table("t"));
    assertThat(refusal("t", "t?id=1"))
        .isEqualTo(
            "'id' is not a column that it is partitioned by (Region). Correct the filter in"
                + " recovery.places.");
    LoggedTable.create(table("u"), SCHEMA);
    assertThatThrownBy(() -> rows("u?region=north"))
        .hasMessageContaining("'region' is not a column that it is partitioned by (there is none)");
  }

  @Test
  void whatIsNoPathIsAnError() {
    assertThatThrownBy(() -> places.rows(List.of("a:b/c")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The rows of a:b/c cannot be counted, because ");
    assertThatThrownBy(() -> places.rows(List.of("nosuchscheme://b/c")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nosuchscheme");
  }

  @Test
  void progressOfALineageIsWhatItsPlacesHold() throws Exception {
    north(table("t"));
    ProgressPlace north = ProgressPlace.parse(table("t") + "?region=north");
    ProgressPlace south = ProgressPlace.parse(table("t") + "?region=south");
    ProgressPlace wrong = ProgressPlace.parse(table("t") + "?id=1");
    DeltaProgressStore store =
        new DeltaProgressStore(places, Map.of("file:/cp", List.of(north, south, north, wrong)));
    assertThat(Recovery.progressByPartition(store, "file:/cp"))
        .isEqualTo(Map.of(north.key(), 18L, south.key(), 7L, wrong.key(), 0L));
    assertThat(Recovery.progress(store, "file:/cp")).isEqualTo(25);
    assertThat(Recovery.progress(store, "file:/other")).isZero();
  }
}
