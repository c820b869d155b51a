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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.delta.kernel.types.StringType;
import io.tidegate.api.ErrorCode;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.schema.LineageSchema;
import io.tidegate.internal.store.schema.RowColumn;
import io.tidegate.internal.util.SystemTime;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineageStoreTest {
  private static final String CHECKPOINT = "hdfs://nn/checkpoints/orders";
  private static final Instant NOON = Instant.parse("2026-10-01T12:00:00.123456Z");
  private static final LineageRow FULL =
      LineageRow.builder(CHECKPOINT)
          .queryId("q")
          .queryName("orders")
          .attempts(7)
          .streak(2)
          .history("[{\"number\":7}]")
          .earlierStreak(3)
          .earlierBad(4)
          .earlierBadSince(NOON.minusSeconds(60))
          .earlierEnding("FAILED")
          .earlierAlike(5)
          .resumedAfter(6L)
          .tokens("[\"a\"]")
          .refusals(8)
          .refusedAt(NOON.minusSeconds(30))
          .refusedReason("3 attempts in a row banked nothing.")
          .refusedApplications("[\"app-1\"]")
          .seenAt(NOON.minusSeconds(3))
          .aliveUntil(NOON.plusSeconds(900))
          .updatedAt(NOON)
          .build();

  @TempDir Path temp;
  private Path table;

  @BeforeEach
  void location() {
    table = temp.resolve("control_lineages");
  }

  private TableStore<LineageRow> store() {
    return KernelTableStore.lineages(
        table.toString(), new Configuration(), SystemTime.INSTANCE, TestTables.ENGINE_INFO);
  }

  private TableSnapshot<LineageRow> put(LineageRow... rows) throws StoreException {
    TableStore<LineageRow> store = store();
    CommitOutcome<LineageRow> outcome = store.commit(store.read(), List.of(rows));
    assertThat(outcome).isInstanceOf(CommitOutcome.Committed.class);
    return ((CommitOutcome.Committed<LineageRow>) outcome).after();
  }

  @Test
  void aRowComesBackAsItWasWritten() throws Exception {
    LineageRow bare = LineageRow.builder("hdfs://nn/checkpoints/bare").build();
    put(FULL, bare);

    assertThat(store().read().rows())
        .containsOnly(Map.entry(FULL.checkpoint(), FULL), Map.entry(bare.checkpoint(), bare));
  }

  @Test
  void thereIsAColumnForEachComponentInItsOrder() {
    assertThat(LineageSchema.COLUMNS.stream().map(RowColumn::name).toList())
        .isEqualTo(
            Arrays.stream(LineageRow.class.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
                .toList());
    assertThat(LineageSchema.COLUMNS).allSatisfy(c -> assertThat(c.cell(FULL)).isNotNull());
  }

  @Test
  void whatIsDeadIsKeptForAnHour() throws Exception {
    put(FULL);

    assertThat(TestTables.actions(table, 0, "metaData").get(0).get("configuration").toString())
        .isEqualTo(
            "{\"delta.deletedFileRetentionDuration\":\"interval 1 hour\","
                + "\"delta.logRetentionDuration\":\"interval 1 hour\"}");
  }

  @Test
  void damagedTextAndColumnsOfOthersAreCarriedAndHinderNoOtherRow() throws Exception {
    Object[] damaged = new Object[LineageSchema.COLUMNS.size() + 1];
    damaged[0] = "hdfs://nn/checkpoints/damaged";
    damaged[5] = "{not json";
    damaged[damaged.length - 1] = "mine";
    TestTables.create(
        table,
        KernelTypes.struct(LineageSchema.SCHEMA).add("note", StringType.STRING),
        Map.of(),
        List.<Object[]>of(damaged));

    put(FULL);

    Map<String, LineageRow> rows = store().read().rows();
    assertThat(rows).containsEntry(CHECKPOINT, FULL).hasSize(2);
    assertThat(rows.get("hdfs://nn/checkpoints/damaged").history()).isEqualTo("{not json");
    assertThat(rows.get("hdfs://nn/checkpoints/damaged").attempts()).isZero();
    assertThat(TestTables.rowsAt(table, 1))
        .anyMatch(row -> !row.isNullAt(20) && row.getString(20).equals("mine") && row.isNullAt(3));
  }

  @Test
  void ofTwoRowsOfOneLineageTheOneThatKnowsMoreAttemptsCounts() throws Exception {
    TestTables.create(
        table,
        KernelTypes.struct(LineageSchema.SCHEMA),
        Map.of(),
        List.of(
            cells(FULL.toBuilder().attempts(6).updatedAt(NOON.plusSeconds(9)).build()),
            cells(FULL),
            cells(FULL.toBuilder().updatedAt(null).build())));

    assertThat(store().read().rows()).containsOnly(Map.entry(CHECKPOINT, FULL));
  }

  private static Object[] cells(LineageRow row) {
    return LineageSchema.COLUMNS.stream().map(column -> column.cell(row)).toArray();
  }

  @Test
  void aRefusalNamesTheTableAndItsSetting() throws Exception {
    assertThat(store().table()).isEqualTo(new OwnTable(OwnTable.Kind.LINEAGE, "file:" + table));
    TestTables.create(table, TestTables.STRUCT, Map.of(), List.of());

    StoreException refused = catchThrowableOfType(StoreException.class, () -> store().read());

    assertThat(refused.code()).isEqualTo(ErrorCode.TIDEGATE_TABLE_SCHEMA);
    assertThat(refused.getMessage())
        .contains("The lineage table file:" + table + " has another schema than tidegate writes.")
        .contains("Expected: checkpoint STRING, query_id STRING,")
        .contains("attempts BIGINT, streak BIGINT, history STRING")
        .contains("Found: no column attempts;")
        .contains("Nothing is written, and every start is allowed.")
        .contains("Give spark.tidegate.lineageTable a path or name of its own")
        .doesNotContain("control table");
  }
}
