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
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.RemoveFile;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Data files of tidegate's own that no version within the table's retention needs. Every commit
 * leaves one such file, and Kernel has no {@code VACUUM}.
 *
 * <p>The rule is that of {@code VACUUM}: a file is dead when it is older than {@code
 * delta.deletedFileRetentionDuration}, is not active, and was not removed within that time, which
 * the table's state says of every file. Beyond that the file's name must be one of ours, and the
 * version that it was written for must be taken, so that no commit can point to it any more. Used
 * once.
 */
final class DeadFiles {
  private static final int REMOVE = SingleAction.CHECKPOINT_SCHEMA.indexOf("remove");
  private static final int REMOVED_PATH = RemoveFile.FULL_SCHEMA.indexOf("path");
  private static final int REMOVED_AT = RemoveFile.FULL_SCHEMA.indexOf("deletionTimestamp");

  private final Engine engine;
  private final Snapshot current;
  private final long cutoffMillis;
  private final Set<String> activeNames = new HashSet<>();

  /**
   * @param current the table at its newest version
   * @param active the data files of that version
   */
  DeadFiles(Engine engine, Snapshot current, List<AddFile> active, Instant now) {
    this.engine = engine;
    this.current = current;
    this.cutoffMillis =
        now.toEpochMilli() - TableConfig.TOMBSTONE_RETENTION.fromMetadata(current.getMetadata());
    active.forEach(file -> activeNames.add(name(file.getPath())));
  }

  /** Deletes dead files, oldest version first, and gives their number. */
  int delete(SweepBudget budget) throws IOException {
    List<String> candidates = candidates();
    if (candidates.isEmpty()) {
      return 0;
    }
    Set<String> removedLately = removedLately();
    int deleted = 0;
    for (String name : candidates) {
      if (removedLately.contains(name)) {
        continue;
      }
      if (!budget.take()) {
        break;
      }
      if (engine.getFileSystemClient().delete(current.getPath() + "/" + name)) {
        deleted++;
      }
    }
    return deleted;
  }

  /** Files of ours that are old enough, not active, and can no longer become so. */
  private List<String> candidates() throws IOException {
    List<String> found = new ArrayList<>();
    try (CloseableIterator<FileStatus> files =
        engine.getFileSystemClient().listFrom(current.getPath() + "/" + DataFiles.PREFIX)) {
      while (files.hasNext()) {
        FileStatus file = files.next();
        String name = name(file.getPath());
        if (!name.startsWith(DataFiles.PREFIX)) {
          break;
        }
        OptionalLong version = DataFiles.version(name);
        if (version.isPresent()
            && version.getAsLong() <= current.getVersion()
            && file.getModificationTime() < cutoffMillis
            && !activeNames.contains(name)) {
          found.add(name);
        }
      }
    }
    return found;
  }

  /** The files whose removal is younger than the retention: those that a checkpoint must name. */
  private Set<String> removedLately() throws IOException {
    Set<String> names = new HashSet<>();
    try (CloseableIterator<FilteredColumnarBatch> state =
        ((SnapshotImpl) current).getCreateCheckpointIterator(engine)) {
      while (state.hasNext()) {
        try (CloseableIterator<Row> actions = state.next().getRows()) {
          while (actions.hasNext()) {
            Row action = actions.next();
            if (!action.isNullAt(REMOVE)) {
              collect(action.getStruct(REMOVE), names);
            }
          }
        }
      }
    }
    return names;
  }

  private void collect(Row remove, Set<String> names) {
    if (!remove.isNullAt(REMOVED_AT) && remove.getLong(REMOVED_AT) >= cutoffMillis) {
      names.add(name(remove.getString(REMOVED_PATH)));
    }
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
