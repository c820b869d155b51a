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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.Transaction;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.internal.data.DefaultRowBasedColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.schema.VerdictSchema;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.roaringbitmap.RoaringBitmap;

/** Stores over local directories, and tables that somebody else made there. */
final class TestTables {
  static final ObjectMapper JSON = new ObjectMapper();
  static final String ENGINE_INFO = "Tidegate/test";
  static final StructType STRUCT = KernelTypes.struct(VerdictSchema.SCHEMA);

  private TestTables() {}

  static Engine engine(Path directory) {
    return StoreEngine.of("file:" + directory, new Configuration());
  }

  static KernelTableStore<VerdictRow> store(Path directory) {
    return KernelTableStore.verdicts(
        directory.toString(), new Configuration(), SystemTime.INSTANCE, ENGINE_INFO);
  }

  static KernelTableStore<VerdictRow> store(Path directory, Engine engine) {
    return new KernelTableStore<>(
        VerdictSchema.SCHEMA, engine, "file:" + directory, SystemTime.INSTANCE, ENGINE_INFO);
  }

  static VerdictRow row(String table, String until) {
    return VerdictRow.builder(table)
        .finalizedUntil(Instant.parse(until))
        .state(VerdictState.ACTIVE)
        .epoch(1)
        .build();
  }

  static TableSnapshot<VerdictRow> committed(CommitOutcome<VerdictRow> outcome) {
    assertThat(outcome).isInstanceOf(CommitOutcome.Committed.class);
    return ((CommitOutcome.Committed) outcome).after();
  }

  /** Reads and commits, which must succeed. */
  static TableSnapshot<VerdictRow> put(TableStore<VerdictRow> store, VerdictRow... rows)
      throws Exception {
    return committed(store.commit(store.read(), List.of(rows)));
  }

  /** Makes a table without data by writing its first log entry. */
  static void create(
      Path directory,
      StructType schema,
      List<String> partitions,
      Map<String, String> properties,
      String protocol)
      throws IOException {
    ObjectNode metadata = JSON.createObjectNode();
    metadata.put("id", "0e1b1d0a-0000-4000-8000-000000000001");
    metadata.putObject("format").put("provider", "parquet").putObject("options");
    metadata.put("schemaString", schema.toJson());
    metadata.set("partitionColumns", JSON.valueToTree(partitions));
    metadata.set("configuration", JSON.valueToTree(properties));
    metadata.put("createdTime", 1_700_000_000_000L);
    Path log = Files.createDirectories(directory.resolve("_delta_log"));
    Files.writeString(
        log.resolve("00000000000000000000.json"),
        "{\"commitInfo\":{\"inCommitTimestamp\":1700000000000,\"timestamp\":1700000000000,"
            + "\"operation\":\"CREATE TABLE\",\"operationParameters\":{}}}\n{\"protocol\":"
            + protocol
            + "}\n{\"metaData\":"
            + metadata
            + "}\n");
  }

  /** Lets the log entries alone say what the table is. */
  static void forgetChecksums(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("_delta_log"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".crc")).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Makes a table through Kernel and inserts rows, each a cell by ordinal. */
  static void create(
      Path directory, StructType schema, Map<String, String> properties, List<Object[]> rows)
      throws IOException {
    Engine engine = engine(directory);
    Files.createDirectories(directory);
    append(
        engine,
        TableManager.buildCreateTableTransaction("file:" + directory, schema, "somebody")
            .withTableProperties(properties)
            .build(engine),
        schema,
        rows);
  }

  /** Appends rows as somebody else. */
  static void append(Path directory, List<Object[]> rows) throws IOException {
    Engine engine = engine(directory);
    Snapshot snapshot = TableManager.loadSnapshot("file:" + directory).build(engine);
    append(
        engine,
        snapshot
            .buildUpdateTableTransaction("somebody", io.delta.kernel.Operation.WRITE)
            .build(engine),
        snapshot.getSchema(),
        rows);
  }

  private static void append(
      Engine engine, Transaction transaction, StructType schema, List<Object[]> cells)
      throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Object[] cell : cells) {
      Map<Integer, Object> values = new HashMap<>();
      for (int i = 0; i < cell.length; i++) {
        values.put(i, cell[i]);
      }
      rows.add(new GenericRow(schema, values));
    }
    Row state = transaction.getTransactionState(engine);
    CloseableIterator<FilteredColumnarBatch> data =
        Transaction.transformLogicalData(
            engine,
            state,
            Utils.singletonCloseableIterator(
                new FilteredColumnarBatch(
                    new TestBatch(new DefaultRowBasedColumnarBatch(schema, rows), cells),
                    Optional.empty())),
            Map.of());
    var context = Transaction.getWriteContext(engine, state, Map.of());
    List<Row> actions =
        Transaction.generateAppendActions(
                engine,
                state,
                engine
                    .getParquetHandler()
                    .writeParquetFiles(
                        context.getTargetDirectory(), data, context.getStatisticsColumns()),
                context)
            .toInMemoryList();
    transaction.commit(
        engine, CloseableIterable.inMemoryIterable(Utils.toCloseableIterator(actions.iterator())));
  }

  /** The protocol of a table whose files may have deletion vectors. */
  static final String DELETION_VECTORS =
      "{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":[\"deletionVectors\"],"
          + "\"writerFeatures\":[\"deletionVectors\"]}";

  /**
   * Commits what a DELETE with deletion vectors commits: the one file of a version removed, and
   * added again with marked rows.
   */
  static void markDeleted(Path directory, long version, long deletedAt, int... rows)
      throws IOException {
    RoaringBitmap bitmap = RoaringBitmap.bitmapOf(rows);
    ByteBuffer bytes =
        ByteBuffer.allocate(16 + bitmap.serializedSizeInBytes()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(1681511377).putLong(1).putInt(0);
    bitmap.serialize(bytes);
    ObjectNode add = JSON.createObjectNode();
    ObjectNode added = (ObjectNode) actions(directory, version, "add").get(0);
    ObjectNode remove = JSON.createObjectNode();
    remove
        .putObject("remove")
        .put("path", added.get("path").asText())
        .put("deletionTimestamp", deletedAt)
        .put("dataChange", true)
        .put("size", added.get("size").asLong());
    added
        .putObject("deletionVector")
        .put("storageType", "i")
        .put("pathOrInlineDv", Base85Codec.encodeBytes(bytes.array()))
        .put("sizeInBytes", bytes.capacity())
        .put("cardinality", rows.length);
    add.set("add", added);
    Files.writeString(
        directory.resolve(String.format("_delta_log/%020d.json", version + 1)),
        remove + "\n" + add + "\n");
  }

  /** The cells of one of our own rows, in the order of the schema. */
  static Object[] cells(VerdictRow row, Object... more) {
    Object[] cells = new Object[VerdictSchema.COLUMNS.size() + more.length];
    for (int i = 0; i < VerdictSchema.COLUMNS.size(); i++) {
      cells[i] = VerdictSchema.COLUMNS.get(i).cell(row);
    }
    System.arraycopy(more, 0, cells, VerdictSchema.COLUMNS.size(), more.length);
    return cells;
  }

  /** All rows at a version, as Kernel reads them. */
  static List<Row> rowsAt(Path directory, long version) throws IOException {
    Engine engine = engine(directory);
    List<Row> found = new ArrayList<>();
    TestScan.forEach(
        engine,
        TableManager.loadSnapshot("file:" + directory).atVersion(version).build(engine),
        found::add);
    return found;
  }

  /** The actions of a log entry of one kind, such as {@code add}. */
  static List<JsonNode> actions(Path directory, long version, String kind) throws IOException {
    try (Stream<String> lines =
        Files.lines(directory.resolve("_delta_log/" + String.format("%020d.json", version)))) {
      return lines
          .map(TestTables::parse)
          .filter(action -> action.has(kind))
          .map(action -> action.get(kind))
          .toList();
    }
  }

  static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  static List<String> dataFiles(Path directory) throws IOException {
    return names(directory).stream().filter(name -> name.endsWith(".parquet")).toList();
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
