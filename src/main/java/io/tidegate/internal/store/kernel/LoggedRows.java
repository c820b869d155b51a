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

import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.utils.CloseableIterator;
import io.tidegate.api.ProgressPlace;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The rows of one table, as the statistics in its log give them. */
final class LoggedRows {
  private static final Pattern UNCOMMITTED =
      Pattern.compile("_delta_log|\\..*|part-.*\\.parquet|[^=]+=.*");

  private final Engine engine;
  private final String location;

  /**
   * @param location the table's qualified path
   */
  LoggedRows(Engine engine, String location) {
    this.engine = engine;
    this.location = location;
  }

  /**
   * The rows that any of the places holds, in the newest version.
   *
   * @param places parts of this table, or all of it
   * @return 0 or more; 0 for a table that does not exist yet
   * @throws UncountableException when there is something else, a filter does not fit the table, or
   *     a file that belongs to a place has no statistics
   */
  long count(List<ProgressPlace> places) throws IOException, UncountableException {
    Snapshot snapshot;
    try {
      snapshot = TableManager.loadSnapshot(location).build(engine);
    } catch (TableNotFoundException absent) {
      checkAbsent();
      return 0;
    }
    List<PartitionFilter> filters = PartitionFilter.all(places, snapshot);
    long rows = 0;
    try (CloseableIterator<FilteredColumnarBatch> batches =
        snapshot.getScanBuilder().build().getScanFiles(engine, true)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            Row file = files.next().getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL);
            rows = Math.addExact(rows, rows(new AddFile(file), filters));
          }
        }
      }
    }
    return rows;
  }

  /**
   * Lets only a table pass that has not been created yet. The data of a first commit that never
   * came may be there: Delta writes it before there is a log.
   */
  private void checkAbsent() throws IOException, UncountableException {
    for (String name : Listing.names(engine, location)) {
      if (!UNCOMMITTED.matcher(name).matches()) {
        throw new UncountableException(
            (name.isEmpty() ? "it is a file" : "it has no Delta log, but holds " + name)
                + ". Give recovery.places the paths of Delta tables.");
      }
    }
    for (String name : Listing.names(engine, location + "/_delta_log")) {
      if (name.equals("_last_checkpoint") || name.matches("\\d{20}\\..*")) {
        throw new UncountableException(
            "its log holds "
                + name
                + ", but no version of it can be read. Repair the table, or take it out of"
                + " recovery.places.");
      }
    }
  }

  private static long rows(AddFile file, List<PartitionFilter> filters)
      throws UncountableException {
    Map<String, String> partition = VectorUtils.toJavaMap(file.getPartitionValues());
    for (PartitionFilter filter : filters) {
      if (filter.matches(partition)) {
        return recorded(file)
            .orElseThrow(
                () ->
                    new UncountableException(
                        "the log does not say how many rows the file "
                            + file.getPath()
                            + " has. Write such files again with"
                            + " spark.databricks.delta.stats.collect=true, or take the table out of"
                            + " recovery.places."));
      }
    }
    return 0;
  }

  /** Its rows without those that are marked as deleted; empty where the log has no such number. */
  private static OptionalLong recorded(AddFile file) {
    long written;
    try {
      written = file.getNumRecords().orElse(-1L);
    } catch (KernelException unreadable) {
      return OptionalLong.empty();
    }
    long deleted = file.getDeletionVector().map(vector -> vector.getCardinality()).orElse(0L);
    return deleted >= 0 && written >= deleted
        ? OptionalLong.of(written - deleted)
        : OptionalLong.empty();
  }
}
