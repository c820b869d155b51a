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

import static io.tidegate.internal.store.kernel.TestTables.cells;
import static io.tidegate.internal.store.kernel.TestTables.put;
import static io.tidegate.internal.store.kernel.TestTables.row;
import static io.tidegate.internal.store.kernel.TestTables.store;
import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.schema.VerdictSchema;
import io.tidegate.internal.verdict.VerdictRow;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CarryThroughTest {
  private static final StructType INNER =
      new StructType()
          .add("n", IntegerType.INTEGER)
          .add("deep", new StructType().add("s", StringType.STRING));
  private static final StructType EXTRA =
      new StructType()
          .add("x_bool", BooleanType.BOOLEAN)
          .add("x_byte", ByteType.BYTE)
          .add("x_short", ShortType.SHORT)
          .add("x_int", IntegerType.INTEGER)
          .add("x_long", LongType.LONG)
          .add("x_float", FloatType.FLOAT)
          .add("x_double", DoubleType.DOUBLE)
          .add("x_small", new DecimalType(9, 2))
          .add("x_large", new DecimalType(38, 10))
          .add("x_binary", BinaryType.BINARY)
          .add("x_string", StringType.STRING)
          .add("x_date", DateType.DATE)
          .add("x_timestamp", TimestampType.TIMESTAMP)
          .add("x_ntz", TimestampNTZType.TIMESTAMP_NTZ)
          .add("x_struct", INNER)
          .add("x_array", new ArrayType(StringType.STRING, true))
          .add("x_map", new MapType(StringType.STRING, StringType.STRING, true))
          .add("x_structs", new ArrayType(INNER, true));
  private static final int OWN = VerdictSchema.COLUMNS.size();

  @TempDir Path temp;
  private Path table;
  private StructType schema;

  @BeforeEach
  void location() {
    table = temp.resolve("control");
    schema = TestTables.STRUCT;
    for (int i = 0; i < EXTRA.length(); i++) {
      schema = schema.add(EXTRA.at(i));
    }
  }

  @Test
  void cellsOfEveryTypeSurviveUpdatesOfTheirRowAndOfOthers() throws Exception {
    TestTables.create(
        table,
        schema,
        Map.of(),
        List.of(
            cells(row("ours", "2026-10-01T13:00:00Z"), extra("one")),
            cells(row("theirs", "2026-10-01T13:00:00Z"), extra("two")),
            cells(row("bare", "2026-10-01T13:00:00Z"), new Object[EXTRA.length()])));
    Map<String, String> before = extras(0);
    KernelTableStore<VerdictRow> store = store(table);
    for (int minute = 1; minute <= 3; minute++) {
      put(
          store,
          row("ours", "2026-10-01T13:0" + minute + ":00Z"),
          row("bare", "2026-10-01T13:0" + minute + ":00Z"));
    }
    TableSnapshot<VerdictRow> after = put(store(table), row("new", "2026-10-01T14:00:00Z"));

    Map<String, String> now = extras(after.version());
    String nothing = before.get("bare");
    assertThat(nothing).matches("(null;)+");
    assertThat(now.remove("new")).isEqualTo(nothing);
    assertThat(now).isEqualTo(before);
    assertThat(store(table).read().rows().get("ours"))
        .isEqualTo(row("ours", "2026-10-01T13:03:00Z"));
    assertThat(store(table).read().rows().get("theirs"))
        .isEqualTo(row("theirs", "2026-10-01T13:00:00Z"));
  }

  @Test
  void columnsAddedAfterTheDataAreEmpty() throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        Map.of(),
        List.<Object[]>of(cells(row("a", "2026-10-01T13:00:00Z"))));
    var engine = TestTables.engine(table);
    // A metadata-only change, as ALTER TABLE ADD COLUMNS makes it.
    String metadata =
        TestTables.JSON
            .createObjectNode()
            .set(
                "metaData",
                ((com.fasterxml.jackson.databind.node.ObjectNode)
                        TestTables.actions(table, 0, "metaData").get(0))
                    .put("schemaString", schemaWithoutNtz().toJson()))
            .toString();
    java.nio.file.Files.writeString(
        table.resolve("_delta_log/00000000000000000001.json"), metadata + "\n");

    TableSnapshot<VerdictRow> after = put(store(table, engine), row("b", "2026-10-01T13:00:00Z"));

    assertThat(after.version()).isEqualTo(2);
    assertThat(store(table).read().rows()).containsOnlyKeys("a", "b");
    assertThat(TestTables.rowsAt(table, 2))
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.isNullAt(OWN + 13)).isTrue());
  }

  @Test
  void columnsMayStandInAnyOrderAndCase() throws Exception {
    List<io.delta.kernel.types.StructField> fields = new ArrayList<>();
    fields.add(new io.delta.kernel.types.StructField("Note", StringType.STRING, true));
    for (int i = OWN - 1; i >= 0; i--) {
      var field = TestTables.STRUCT.at(i);
      fields.add(
          new io.delta.kernel.types.StructField(
              field.getName().toUpperCase(java.util.Locale.ROOT), field.getDataType(), true));
    }
    TestTables.create(table, new StructType(fields), Map.of(), List.of());

    VerdictRow full =
        VerdictRow.builder("a")
            .finalizedUntil(Instant.parse("2026-10-01T13:00:00Z"))
            .queryName("q")
            .runId("r")
            .batchId(7L)
            .tableVersion(8L)
            .build();
    put(store(table), full);

    assertThat(store(table).read().rows().get("a")).isEqualTo(full);
  }

  @Test
  void ofSeveralRowsOfOneTableTheOneWithPrecedenceIsKept() throws Exception {
    VerdictRow best =
        row("a", "2026-10-01T15:00:00Z").toBuilder()
            .epoch(2)
            .runStartedAt(Instant.parse("2026-10-01T00:00:00Z"))
            .build();
    TestTables.create(
        table,
        TestTables.STRUCT,
        Map.of(),
        List.of(
            cells(row("a", "2026-10-01T23:00:00Z")),
            cells(best.toBuilder().runStartedAt(null).build()),
            cells(best.toBuilder().finalizedUntil(null).build()),
            cells(best),
            cells(best.toBuilder().finalizedUntil(Instant.EPOCH).build()),
            cells(row("b", "2026-10-01T13:00:00Z"))));
    KernelTableStore<VerdictRow> store = store(table);
    assertThat(store.read().rows().get("a")).isEqualTo(best);

    put(store, row("c", "2026-10-01T13:00:00Z"));

    assertThat(TestTables.rowsAt(table, 1)).hasSize(3);
    assertThat(store(table).read().rows()).containsOnlyKeys("a", "b", "c").containsValue(best);
  }

  @Test
  void rowsInSeveralFilesBecomeOneFile() throws Exception {
    TestTables.create(
        table,
        TestTables.STRUCT,
        Map.of(),
        List.<Object[]>of(cells(row("a", "2026-10-01T13:00:00Z"))));
    TestTables.append(table, List.<Object[]>of(cells(row("b", "2026-10-01T13:00:00Z"))));
    TestTables.append(table, List.<Object[]>of(cells(row("c", "2026-10-01T13:00:00Z"))));

    put(store(table), row("b", "2026-10-01T14:00:00Z"));

    assertThat(TestTables.actions(table, 3, "remove")).hasSize(3);
    assertThat(TestTables.actions(table, 3, "add")).hasSize(1);
    assertThat(TestTables.rowsAt(table, 3)).hasSize(3);
  }

  @Test
  void rowsMarkedByADeletionVectorAreGone() throws Exception {
    TestTables.create(table, TestTables.STRUCT, List.of(), Map.of(), TestTables.DELETION_VECTORS);
    KernelTableStore<VerdictRow> store = store(table);
    put(
        store,
        row("a", "2026-10-01T13:00:00Z"),
        row("b", "2026-10-01T13:00:00Z"),
        row("c", "2026-10-01T13:00:00Z"));
    TestTables.markDeleted(table, 1, 0, 0, 2);

    assertThat(store.read().rows()).containsOnlyKeys("b");
    put(store, row("d", "2026-10-01T13:00:00Z"));

    assertThat(store(table).read().rows()).containsOnlyKeys("b", "d");
    assertThat(TestTables.rowsAt(table, 3)).hasSize(2);
    assertThat(TestTables.actions(table, 3, "remove"))
        .singleElement()
        .satisfies(
            r -> assertThat(r.get("deletionVector").get("storageType").asText()).isEqualTo("i"));
  }

  @Test
  void anUnknownStateIsCarriedUntilItIsReplaced() throws Exception {
    Object[] paused = cells(row("a", "2026-10-01T13:00:00Z"));
    paused[3] = "PAUSED";
    TestTables.create(table, TestTables.STRUCT, Map.of(), List.<Object[]>of(paused));
    KernelTableStore<VerdictRow> store = store(table);
    VerdictRow read = store.read().rows().get("a");
    assertThat(read.state()).isNull();

    put(store, read.toBuilder().seenAt(Instant.EPOCH).build());
    put(store, row("b", "2026-10-01T13:00:00Z"));
    assertThat(states(2)).containsEntry("a", "PAUSED").containsEntry("b", "ACTIVE");

    put(store, row("a", "2026-10-01T14:00:00Z"));
    assertThat(states(3)).containsEntry("a", "ACTIVE");
    put(store, row("a", "2026-10-01T14:00:00Z").toBuilder().state(null).build());
    assertThat(states(4)).containsEntry("a", "null");
  }

  @Test
  void aRowWithoutAKeyIsCarriedAndANullEpochIsZero() throws Exception {
    Object[] keyless = cells(row("x", "2026-10-01T13:00:00Z"));
    keyless[0] = null;
    Object[] early = cells(row("early", "2026-10-01T13:00:00Z"));
    early[11] = null;
    TestTables.create(table, TestTables.STRUCT, Map.of(), List.of(keyless, early));
    KernelTableStore<VerdictRow> store = store(table);
    assertThat(store.read().rows()).containsOnlyKeys("early");
    assertThat(store.read().rows().get("early").epoch()).isZero();

    put(store, row("a", "2026-10-01T13:00:00Z"));

    List<Row> rows = TestTables.rowsAt(table, 1);
    assertThat(rows).hasSize(3).anyMatch(row -> row.isNullAt(0) && !row.isNullAt(1));
    assertThat(rows).anyMatch(row -> !row.isNullAt(0) && row.isNullAt(11));
  }

  private StructType schemaWithoutNtz() {
    return new StructType(
        schema.fields().stream()
            .filter(field -> !(field.getDataType() instanceof TimestampNTZType))
            .toList());
  }

  private Map<String, String> states(long version) throws Exception {
    return TestTables.rowsAt(table, version).stream()
        .collect(
            Collectors.toMap(
                row -> row.getString(0), row -> row.isNullAt(3) ? "null" : row.getString(3)));
  }

  private static Object[] extra(String text) {
    Row inner = inner(text);
    return new Object[] {
      true,
      (byte) -1,
      (short) -2,
      -3,
      -4L,
      1.5f,
      Double.NaN,
      new BigDecimal("-12.34"),
      new BigDecimal("-1234567890123456789012345678.0123456789"),
      new byte[] {0, -1, 2},
      text,
      -1,
      -1L,
      1L,
      inner,
      VectorUtils.buildArrayValue(java.util.Arrays.asList(text, null, ""), StringType.STRING),
      VectorUtils.stringStringMapValue(Map.of("k", text)),
      VectorUtils.buildArrayValue(List.of(inner(text), inner("x")), INNER)
    };
  }

  private static Row inner(String text) {
    Row deep = new GenericRow((StructType) INNER.at(1).getDataType(), Map.of(0, text));
    return new GenericRow(INNER, Map.of(0, 7, 1, deep));
  }

  private Map<String, String> extras(long version) throws Exception {
    Map<String, String> found = new TreeMap<>();
    for (Row row : TestTables.rowsAt(table, version)) {
      StringBuilder text = new StringBuilder();
      for (int i = OWN; i < schema.length(); i++) {
        text.append(text(row, i)).append(';');
      }
      found.put(row.getString(0), text.toString());
    }
    return found;
  }

  private static String text(Row row, int i) {
    DataType type = row.getSchema().at(i).getDataType();
    if (row.isNullAt(i)) {
      return "null";
    } else if (type instanceof BinaryType) {
      return HexFormat.of().formatHex(row.getBinary(i));
    } else if (type instanceof StructType struct) {
      StringBuilder text = new StringBuilder("{");
      for (int child = 0; child < struct.length(); child++) {
        text.append(text(row.getStruct(i), child)).append(',');
      }
      return text.append('}').toString();
    } else if (type instanceof ArrayType) {
      ArrayValue array = row.getArray(i);
      return strings(array.getElements(), array.getSize());
    } else if (type instanceof MapType) {
      MapValue map = row.getMap(i);
      return strings(map.getKeys(), map.getSize()) + strings(map.getValues(), map.getSize());
    }
    return String.valueOf(VectorUtilsAccess.value(row, i, type));
  }

  private static String strings(ColumnVector vector, int size) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < size; i++) {
      if (vector.isNullAt(i)) {
        text.append("null");
      } else if (vector.getDataType() instanceof StructType) {
        text.append(vector.getChild(0).getInt(i))
            .append(vector.getChild(1).getChild(0).getString(i));
      } else {
        text.append('"').append(vector.getString(i)).append('"');
      }
      text.append(',');
    }
    return text.append(']').toString();
  }

  /** Plain values of a row. */
  private static final class VectorUtilsAccess {
    static Object value(Row row, int i, DataType type) {
      if (type instanceof BooleanType) {
        return row.getBoolean(i);
      } else if (type instanceof ByteType) {
        return row.getByte(i);
      } else if (type instanceof ShortType) {
        return row.getShort(i);
      } else if (type instanceof IntegerType || type instanceof DateType) {
        return row.getInt(i);
      } else if (type instanceof FloatType) {
        return row.getFloat(i);
      } else if (type instanceof DoubleType) {
        return row.getDouble(i);
      } else if (type instanceof DecimalType) {
        return row.getDecimal(i);
      } else if (type instanceof StringType) {
        return row.getString(i);
      }
      return row.getLong(i);
    }
  }
}
