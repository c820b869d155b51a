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
import static io.tidegate.internal.store.kernel.TestTables.store;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.VariantType;
import io.tidegate.api.ErrorCode;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableChecksTest {
  private static final String PLAIN = "{\"minReaderVersion\":1,\"minWriterVersion\":2}";

  @TempDir Path temp;
  private Path table;

  @BeforeEach
  void location() {
    table = temp.resolve("control");
  }

  static Stream<Arguments> wrongSchemas() {
    return Stream.of(
        Arguments.of(
            retyped("finalized_until", TimestampNTZType.TIMESTAMP_NTZ),
            "Found: finalized_until TIMESTAMP_NTZ (all columns: table_name STRING"),
        Arguments.of(retyped("seen_at", DateType.DATE), "Found: seen_at DATE (all"),
        Arguments.of(retyped("held_value", StringType.STRING), "Found: held_value STRING (all"),
        Arguments.of(retyped("frontier", LongType.LONG), "Found: frontier BIGINT (all"),
        Arguments.of(retyped("epoch", IntegerType.INTEGER), "Found: epoch INT (all"),
        Arguments.of(
            retyped("table_name", new StringType("SPARK.UTF8_LCASE")),
            "Found: table_name STRING COLLATE"),
        Arguments.of(without("updated_at"), "Found: no column updated_at (all"),
        Arguments.of(
            new StructType(without("reason").fields()).add("reason", StringType.STRING, false),
            "Found: reason STRING NOT NULL (all"),
        Arguments.of(
            TestTables.STRUCT.add("Owner Name", StringType.STRING, false),
            "Found: the additional column `Owner Name` STRING NOT NULL (all"),
        Arguments.of(
            new StructType()
                .add("a", new ArrayType(new DecimalType(10, 2), true))
                .add(
                    "b",
                    new MapType(StringType.STRING, new StructType().add("c", LongType.LONG), true)),
            "(all columns: a ARRAY<DECIMAL(10,2)>, b MAP<STRING,STRUCT<c:BIGINT>>)"));
  }

  @ParameterizedTest
  @MethodSource("wrongSchemas")
  void anotherSchemaIsRefused(StructType schema, String found) throws Exception {
    TestTables.create(table, schema, List.of(), Map.of(), PLAIN);

    assertThat(refusal(ErrorCode.TIDEGATE_TABLE_SCHEMA))
        .contains(found)
        .contains("Expected: table_name STRING, finalized_until TIMESTAMP, tracked_from TIMESTAMP,")
        .contains("epoch BIGINT")
        .contains(table.toString());
  }

  @Test
  void everyDifferenceIsNamed() throws Exception {
    TestTables.create(
        table,
        new StructType(
            without("basis").fields().stream()
                .map(f -> f.getName().equals("epoch") ? field("epoch", DateType.DATE) : f)
                .toList()),
        List.of(),
        Map.of(),
        PLAIN);

    assertThat(refusal(ErrorCode.TIDEGATE_TABLE_SCHEMA))
        .contains("Found: no column basis; epoch DATE (all");
  }

  @Test
  void aTableOfAnEarlierVersionIsWrittenWithoutTheColumnsItLacks() throws Exception {
    TestTables.create(table, without("done_until"), List.of(), Map.of(), PLAIN);
    Instant until = Instant.parse("2026-10-01T13:00:00Z");
    VerdictRow row =
        VerdictRow.builder("a").epoch(1).finalizedUntil(until).doneUntil(until).build();

    put(store(table), row);

    assertThat(store(table).read().absentColumns()).containsExactly("done_until");
    assertThat(store(table).read().rows().get("a"))
        .isEqualTo(row.toBuilder().doneUntil(null).build());
  }

  @Test
  void keyAndEpochMayBeNotNull() throws Exception {
    List<StructField> fields = new ArrayList<>();
    for (StructField field : TestTables.STRUCT.fields()) {
      boolean required = List.of("table_name", "epoch").contains(field.getName());
      fields.add(new StructField(field.getName(), field.getDataType(), !required));
    }
    TestTables.create(table, new StructType(fields), List.of(), Map.of(), PLAIN);

    put(store(table), row("a", "2026-10-01T13:00:00Z"));

    assertThat(store(table).read().rows()).containsOnlyKeys("a");
  }

  static Stream<Arguments> refusedProperties() {
    return Stream.of(
        Arguments.of(
            "delta.enableChangeDataFeed", "true", "Found: delta.enableChangeDataFeed=true."),
        Arguments.of("delta.appendOnly", "TRUE", "Found: delta.appendOnly=true."),
        Arguments.of("delta.columnMapping.mode", "name", "Found: delta.columnMapping.mode=name."),
        Arguments.of(
            "delta.constraints.positive",
            "epoch > 0",
            "Found: the CHECK constraint delta.constraints.positive=epoch > 0."));
  }

  @ParameterizedTest
  @MethodSource("refusedProperties")
  void aPropertyThatKernelCannotHonourIsRefused(String key, String value, String found)
      throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        List.of(),
        Map.of(key, value),
        "{\"minReaderVersion\":2,\"minWriterVersion\":5}");

    assertThat(refusal(ErrorCode.TIDEGATE_TABLE_FEATURE))
        .contains(found)
        .contains("give spark.tidegate.controlTable a path of its own, and restart.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delta.enableChangeDataFeed=true",
        "delta.appendOnly=true",
        "delta.constraints.c=1>0"
      })
  void whoOnlyReadsReadsWhatKernelCannotWrite(String property) throws Exception {
    TestTables.create(table, TestTables.STRUCT, List.of(), Map.of(), PLAIN);
    put(store(table), row("a", "2026-10-01T13:00:00Z"));
    String[] set = property.split("=", 2);
    TestTables.create(
        table,
        TestTables.STRUCT,
        List.of(),
        Map.of(set[0], set[1]),
        "{\"minReaderVersion\":1,\"minWriterVersion\":4}");
    TestTables.forgetChecksums(table);
    assertThat(refusal(ErrorCode.TIDEGATE_TABLE_FEATURE)).contains(set[0]);

    assertThat(reader().read().rows()).containsOnlyKeys("a");
  }

  @Test
  void whoOnlyReadsReadsMappedColumns() throws Exception {
    TestTables.create(table, TestTables.STRUCT, List.of(), Map.of(), PLAIN);
    put(store(table), row("a", "2026-10-01T13:00:00Z"));
    StructType mapped = new StructType();
    for (StructField field : TestTables.STRUCT.fields()) {
      FieldMetadata names =
          FieldMetadata.builder()
              .putLong("delta.columnMapping.id", mapped.length() + 1)
              .putString("delta.columnMapping.physicalName", field.getName())
              .build();
      mapped = mapped.add(new StructField(field.getName(), field.getDataType(), true, names));
    }
    TestTables.create(
        table,
        mapped,
        List.of(),
        Map.of(
            "delta.columnMapping.mode",
            "name",
            "delta.columnMapping.maxColumnId",
            String.valueOf(mapped.length())),
        "{\"minReaderVersion\":2,\"minWriterVersion\":5}");
    TestTables.forgetChecksums(table);

    assertThat(reader().read().rows()).containsOnlyKeys("a");
  }

  @Test
  void whoOnlyReadsWantsTheColumnsToo() throws Exception {
    TestTables.create(table, retyped("seen_at", DateType.DATE), List.of(), Map.of(), PLAIN);

    assertThatThrownBy(() -> reader().read())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("Found: seen_at DATE (all");
  }

  @Test
  void whoOnlyReadsCannotCommit() throws Exception {
    KernelTableStore<VerdictRow> reader = reader();

    assertThatThrownBy(
            () -> reader.commit(reader.read(), List.of(row("a", "2026-10-01T13:00:00Z"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("opened to be read");
    assertThat(table).doesNotExist();
  }

  private KernelTableStore<VerdictRow> reader() {
    return KernelTableStore.verdictsToRead(
        table.toString(), new Configuration(), SystemTime.INSTANCE);
  }

  static Stream<Arguments> refusedColumns() {
    return Stream.of(
        Arguments.of("delta.generationExpression", "1 + 1", "the generated column x STRING"),
        Arguments.of("delta.identity.start", "1", "the identity column x STRING"),
        Arguments.of("CURRENT_DEFAULT", "'none'", "the default column x STRING"),
        Arguments.of("delta.invariants", "{}", "the checked column x STRING"));
  }

  @ParameterizedTest
  @MethodSource("refusedColumns")
  void aColumnThatKernelCannotFillIsRefused(String key, String value, String found)
      throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT.add(
            new StructField(
                "x",
                StringType.STRING,
                true,
                FieldMetadata.builder().putString(key, value).build())),
        List.of(),
        Map.of(),
        "{\"minReaderVersion\":1,\"minWriterVersion\":6}");

    assertThat(refusal(ErrorCode.TIDEGATE_TABLE_FEATURE))
        .contains("Found: " + found + " (" + key + "=" + value + ").");
  }

  @Test
  void aVariantColumnIsRefused() throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT.add("v", new ArrayType(VariantType.VARIANT, true)),
        List.of(),
        Map.of(),
        features("[\"variantType\"]", "[\"variantType\"]"));

    assertThat(refusal(ErrorCode.TIDEGATE_TABLE_FEATURE))
        .contains("Found: the column v ARRAY<VARIANT>.");
  }

  @Test
  void aPartitionedTableIsRefused() throws Exception {
    TestTables.create(table, TestTables.STRUCT, List.of("table_name", "state"), Map.of(), PLAIN);

    assertThat(refusal(ErrorCode.TIDEGATE_TABLE_FEATURE))
        .contains("Found: partitioned by table_name, state.")
        .contains("without PARTITIONED BY");
  }

  @Test
  void aCatalogManagedTableIsRefused() throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        List.of(),
        Map.of("delta.enableInCommitTimestamps", "true"),
        features("[\"catalogManaged\"]", "[\"catalogManaged\",\"inCommitTimestamp\"]"));

    assertThat(refusal(ErrorCode.TIDEGATE_TABLE_FEATURE))
        .contains("Found: the table feature catalogManaged")
        .contains(
            "Give spark.tidegate.controlTable the table's name in its catalog, or a path of its own,"
                + " and restart.");
  }

  @Test
  void anUnknownFeatureIsRefused() throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        List.of(),
        Map.of(),
        "{\"minReaderVersion\":1,\"minWriterVersion\":7,\"writerFeatures\":[\"timeMachine\"]}");

    assertThat(refusal(ErrorCode.TIDEGATE_TABLE_FEATURE))
        .contains("Found: the table feature timeMachine.")
        .contains("Drop it from the table");
  }

  @Test
  void anUnknownReaderFeatureIsRefused() throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        List.of(),
        Map.of(),
        features("[\"timeMachine\"]", "[\"timeMachine\"]"));

    assertThat(refusal(ErrorCode.TIDEGATE_TABLE_FEATURE))
        .contains("Found: the table feature timeMachine.");
  }

  @Test
  void aProtocolOfTheFutureIsRefused() throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        List.of(),
        Map.of(),
        "{\"minReaderVersion\":4,\"minWriterVersion\":8}");

    assertThat(refusal(ErrorCode.TIDEGATE_TABLE_FEATURE))
        .contains("Found: the protocol (reader 4, writer 8).");
  }

  @Test
  void featuresThatKernelWritesAreNoObstacle() throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        List.of(),
        Map.of(
            "delta.enableDeletionVectors", "true",
            "delta.enableInCommitTimestamps", "true",
            "delta.enableRowTracking", "true",
            "delta.rowTracking.materializedRowIdColumnName", "_row_id",
            "delta.rowTracking.materializedRowCommitVersionColumnName", "_row_version",
            "note", "mine"),
        features(
            "[\"deletionVectors\"]",
            "[\"deletionVectors\",\"inCommitTimestamp\",\"rowTracking\",\"domainMetadata\"]"));
    KernelTableStore<VerdictRow> store = store(table);
    var snapshot = store.read();
    for (int i = 0; i < 3; i++) {
      snapshot =
          TestTables.committed(
              store.commit(snapshot, List.of(row("a" + i, "2026-10-01T13:00:00Z"))));
    }

    assertThat(store(table).read().rows()).containsOnlyKeys("a0", "a1", "a2");
    assertThat(TestTables.actions(table, 3, "remove").get(0).get("baseRowId").asLong())
        .isEqualTo(1);
  }

  private String refusal(ErrorCode code) {
    StoreException refused = catchThrowableOfType(StoreException.class, () -> store(table).read());
    assertThat(refused).isNotNull();
    assertThat(refused.code()).isEqualTo(code);
    assertThat(refused.retryable()).isFalse();
    return refused.getMessage();
  }

  private static String features(String reader, String writer) {
    return "{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":"
        + reader
        + ",\"writerFeatures\":"
        + writer
        + "}";
  }

  private static StructField field(String name, DataType type) {
    return new StructField(name, type, true);
  }

  private static StructType retyped(String name, DataType type) {
    return new StructType(
        TestTables.STRUCT.fields().stream()
            .map(f -> f.getName().equals(name) ? field(name, type) : f)
            .toList());
  }

  private static StructType without(String name) {
    return new StructType(
        TestTables.STRUCT.fields().stream().filter(f -> !f.getName().equals(name)).toList());
  }
}
