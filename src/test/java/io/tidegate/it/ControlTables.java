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
package io.tidegate.it;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads small Delta tables without Spark and without the code under test: what a consumer would
 * see, now and at each version there ever was. A row maps its columns to {@code String}, {@code
 * Instant}, {@code Long}, {@code Integer}, {@code Boolean} or null.
 */
final class ControlTables {
  private ControlTables() {}

  /** The newest version's rows, by the text of their first column. */
  static List<Map<String, Object>> rows(Path table) {
    Engine engine = engine();
    return rows(engine, TableManager.loadSnapshot(table.toUri().toString()).build(engine));
  }

  /** The newest version's only row with that {@code table_name}; empty where there is none. */
  static Optional<Map<String, Object>> row(Path table, String tableName) {
    List<Map<String, Object>> found =
        rows(table).stream().filter(r -> tableName.equals(r.get("table_name"))).toList();
    if (found.size() > 1) {
      throw new AssertionError("More than one row of " + tableName + ": " + found);
    }
    return found.stream().findFirst();
  }

  /** The rows at each version, from the first to the newest. */
  static SortedMap<Long, List<Map<String, Object>>> history(Path table) {
    Engine engine = engine();
    String path = table.toUri().toString();
    long newest = TableManager.loadSnapshot(path).build(engine).getVersion();
    SortedMap<Long, List<Map<String, Object>>> history = new TreeMap<>();
    for (long version = 0; version <= newest; version++) {
      Snapshot snapshot = TableManager.loadSnapshot(path).atVersion(version).build(engine);
      history.put(version, rows(engine, snapshot));
    }
    return history;
  }

  /** One column of one row over all versions in which it is there. */
  static List<Object> history(Path table, String tableName, String column) {
    return history(table).values().stream()
        .flatMap(List::stream)
        .filter(r -> tableName.equals(r.get("table_name")))
        .map(r -> r.get(column))
        .toList();
  }

  private static Engine engine() {
    return DefaultEngine.create(new Configuration());
  }

  private static List<Map<String, Object>> rows(Engine engine, Snapshot snapshot) {
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(engine);
    List<Map<String, Object>> rows = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> files = scan.getScanFiles(engine)) {
      while (files.hasNext()) {
        try (CloseableIterator<Row> each = files.next().getRows()) {
          while (each.hasNext()) {
            addRows(engine, state, each.next(), rows);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.sort(Comparator.comparing(r -> String.valueOf(r.values().iterator().next())));
    return rows;
  }

  private static void addRows(Engine engine, Row state, Row file, List<Map<String, Object>> rows)
      throws IOException {
    FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
    CloseableIterator<ColumnarBatch> physical =
        engine
            .getParquetHandler()
            .readParquetFiles(
                Utils.singletonCloseableIterator(status),
                ScanStateRow.getPhysicalDataReadSchema(state),
                Optional.empty())
            .map(result -> result.getData());
    try (CloseableIterator<FilteredColumnarBatch> batches =
        Scan.transformPhysicalData(engine, state, file, physical)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> each = batches.next().getRows()) {
          while (each.hasNext()) {
            rows.add(values(each.next()));
          }
        }
      }
    }
  }

  private static Map<String, Object> values(Row row) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < row.getSchema().length(); i++) {
      values.put(row.getSchema().at(i).getName(), value(row, i));
    }
    return values;
  }

  private static Object value(Row row, int i) {
    DataType type = row.getSchema().at(i).getDataType();
    if (row.isNullAt(i)) {
      return null;
    } else if (type instanceof StringType) {
      return row.getString(i);
    } else if (type instanceof TimestampType) {
      return Instant.EPOCH.plus(row.getLong(i), ChronoUnit.MICROS);
    } else if (type instanceof LongType) {
      return row.getLong(i);
    } else if (type instanceof IntegerType) {
      return row.getInt(i);
    } else if (type instanceof BooleanType) {
      return row.getBoolean(i);
    }
    throw new IllegalArgumentException("Cannot show a column of type " + type);
  }
}
