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

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads a whole snapshot without the code under test. */
final class TestScan {
  private TestScan() {}

  static void forEach(Engine engine, Snapshot snapshot, Consumer<Row> consumer) throws IOException {
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(engine);
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      while (batches.hasNext()) {
        for (Row file : batches.next().getRows().toInMemoryList()) {
          CloseableIterator<FileReadResult> physical =
              engine
                  .getParquetHandler()
                  .readParquetFiles(
                      Utils.singletonCloseableIterator(
                          InternalScanFileUtils.getAddFileStatus(file)),
                      ScanStateRow.getPhysicalDataReadSchema(state),
                      Optional.empty());
          try (CloseableIterator<FilteredColumnarBatch> logical =
              Scan.transformPhysicalData(
                  engine, state, file, physical.map(FileReadResult::getData))) {
            while (logical.hasNext()) {
              logical.next().getRows().toInMemoryList().forEach(consumer);
            }
          }
        }
      }
    }
  }
}
