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

import static io.delta.kernel.internal.util.Utils.singletonCloseableIterator;

import io.delta.kernel.Transaction;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The data files that tidegate writes. Their names say who wrote them and for which version: {@code
 * tidegate-00000000000000000007-<uuid>.parquet}.
 */
final class DataFiles {
  static final String PREFIX = "tidegate-";

  private static final Pattern NAME =
      Pattern.compile(
          "tidegate-(\\d{20})-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
              + "\\.parquet");

  private DataFiles() {}

  /** A new file name for a version. */
  static String newName(long version) {
    return String.format(Locale.ROOT, "%s%020d-%s.parquet", PREFIX, version, UUID.randomUUID());
  }

  static boolean isOurs(String name) {
    return NAME.matcher(name).matches();
  }

  /** The only version that may add a file; empty for a file that is not ours. */
  static OptionalLong version(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }

  /**
   * Writes all rows into one file.
   *
   * @param path where
   * @return the action that adds it to the table
   */
  static Row write(Engine engine, Transaction transaction, String path, RowsBatch<?> rows)
      throws IOException {
    Row state = transaction.getTransactionState(engine);
    CloseableIterator<FilteredColumnarBatch> data =
        Transaction.transformLogicalData(
            engine,
            state,
            singletonCloseableIterator(new FilteredColumnarBatch(rows, Optional.empty())),
            Map.of());
    engine.getParquetHandler().writeParquetFileAtomically(path, data);
    FileStatus written = engine.getFileSystemClient().getFileStatus(path);
    // The count only: there is one file, so that nothing can be skipped by smallest and largest.
    DataFileStatistics statistics =
        new DataFileStatistics(rows.getSize(), Map.of(), Map.of(), Map.of(), Optional.empty());
    DataFileStatus file =
        new DataFileStatus(
            path, written.getSize(), written.getModificationTime(), Optional.of(statistics));
    try (CloseableIterator<Row> actions =
        Transaction.generateAppendActions(
            engine,
            state,
            singletonCloseableIterator(file),
            Transaction.getWriteContext(engine, state, Map.of()))) {
      return actions.next();
    }
  }
}
