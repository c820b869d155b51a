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

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.store.schema.RowSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Loads versions of the table and their rows. */
final class TableReader<R> {
  private static final int SHOWN_ENTRIES = 3;

  private final Engine engine;
  private final RowSchema<R, ?> schema;
  private final String location;
  private final OwnTable table;
  private final TableChecks<R> checks;

  /**
   * @param location the table's path
   * @param table what it is, for messages
   */
  TableReader(
      Engine engine,
      RowSchema<R, ?> schema,
      String location,
      OwnTable table,
      TableChecks<R> checks) {
    this.engine = engine;
    this.location = location;
    this.schema = schema;
    this.table = table;
    this.checks = checks;
  }

  /**
   * Reads the newest version.
   *
   * @param known an earlier snapshot, whose rows are taken where nothing has changed since; null
   *     for none
   */
  KernelSnapshot<R> read(@Nullable KernelSnapshot<R> known) throws IOException, StoreException {
    Optional<Snapshot> newest = newest();
    if (newest.isEmpty()) {
      return KernelSnapshot.absent(schema);
    }
    Snapshot kernel = newest.get();
    if (known != null && known.shows(kernel)) {
      return reloaded(known, kernel);
    }
    TableLayout<R> layout = checks.check(kernel);
    List<AddFile> active = new ArrayList<>();
    List<TableRow<R>> rows = new ArrayList<>();
    scan(kernel, layout, active, rows);
    return KernelSnapshot.loaded(kernel, layout, TableRows.of(schema, rows), active);
  }

  /**
   * The same version with a newly loaded Kernel snapshot.
   *
   * @return empty when the table has moved on
   */
  Optional<KernelSnapshot<R>> refresh(KernelSnapshot<R> known) throws IOException, StoreException {
    Optional<Snapshot> newest = newest();
    return newest.isPresent() && known.shows(newest.get())
        ? Optional.of(reloaded(known, newest.get()))
        : Optional.empty();
  }

  /** The known rows with Kernel's newly loaded snapshot of the same version. */
  private KernelSnapshot<R> reloaded(KernelSnapshot<R> known, Snapshot kernel) throws IOException {
    List<AddFile> active = known.active();
    if (known.stale()) {
      active = new ArrayList<>();
      scan(kernel, known.layout(), active, null);
    }
    return KernelSnapshot.loaded(kernel, known.layout(), known.content(), active);
  }

  /** The newest snapshot; empty where a table may be created. */
  private Optional<Snapshot> newest() throws IOException, StoreException {
    try {
      return Optional.of(TableManager.loadSnapshot(location).build(engine));
    } catch (TableNotFoundException absent) {
      checkFree();
      return Optional.empty();
    }
  }

  /** Lets only an absent or empty directory pass; leftovers of ours do not count. */
  private void checkFree() throws IOException, StoreException {
    List<String> others = new ArrayList<>();
    for (String name : Listing.names(engine, location)) {
      if (name.isEmpty()) {
        throw Errors.notATable(table, "a file");
      }
      if (!name.startsWith(".") && !name.startsWith("_") && !DataFiles.isOurs(name)) {
        others.add(name);
      }
    }
    if (!others.isEmpty()) {
      String more = others.size() > SHOWN_ENTRIES ? " and " + (others.size() - SHOWN_ENTRIES) : "";
      throw Errors.notATable(
          table,
          "no _delta_log, but "
              + String.join(", ", others.subList(0, Math.min(SHOWN_ENTRIES, others.size())))
              + (more.isEmpty() ? "" : more + " more"));
    }
    for (String name : Listing.names(engine, location + "/_delta_log")) {
      if (name.equals("_last_checkpoint") || name.matches("\\d{20}\\..*")) {
        throw Errors.unavailable(
            table, new IOException("_delta_log holds " + name + " but no version can be read"));
      }
    }
  }

  /** Collects the active files and, where wanted, the rows they hold. */
  private void scan(
      Snapshot kernel,
      TableLayout<R> layout,
      List<AddFile> active,
      @Nullable List<TableRow<R>> rows)
      throws IOException {
    Scan scan = kernel.getScanBuilder().build();
    Row state = scan.getScanState(engine);
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            Row file = files.next();
            active.add(new AddFile(file.getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL)));
            if (rows != null) {
              readFile(state, file, layout, rows);
            }
          }
        }
      }
    }
  }

  private void readFile(Row state, Row file, TableLayout<R> layout, List<TableRow<R>> rows)
      throws IOException {
    FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
    CloseableIterator<FileReadResult> physical =
        engine
            .getParquetHandler()
            .readParquetFiles(
                singletonCloseableIterator(status),
                ScanStateRow.getPhysicalDataReadSchema(state),
                Optional.empty());
    try (CloseableIterator<FilteredColumnarBatch> logical =
        Scan.transformPhysicalData(engine, state, file, physical.map(FileReadResult::getData))) {
      while (logical.hasNext()) {
        FilteredColumnarBatch batch = logical.next();
        ColumnarBatch data = batch.getData();
        Optional<ColumnVector> selected = batch.getSelectionVector();
        for (int rowId = 0; rowId < data.getSize(); rowId++) {
          if (selected.isEmpty() || isSelected(selected.get(), rowId)) {
            rows.add(TableRow.read(schema, layout, data, rowId));
          }
        }
      }
    }
  }

  private static boolean isSelected(ColumnVector selection, int rowId) {
    return !selection.isNullAt(rowId) && selection.getBoolean(rowId);
  }
}
