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
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Files of a table's log that no version within the table's retention needs: entries, checksums and
 * checkpoints that come before a checkpoint which itself is older than {@code
 * delta.logRetentionDuration}. From that checkpoint on every version can be read. It is never the
 * newest one, and only a checkpoint in one file counts, which is there as a whole or not at all.
 *
 * <p>Kernel would do this with its checkpoints, but only for a snapshot that was loaded as the
 * newest, which its hook does not do; it also leaves checksums behind and deletes without a bound.
 * Used once.
 */
final class ExpiredLog {
  private final Engine engine;
  private final SnapshotImpl current;
  private final long cutoffMillis;

  ExpiredLog(Engine engine, Snapshot current, Instant now) {
    this.engine = engine;
    this.current = (SnapshotImpl) current;
    this.cutoffMillis =
        now.toEpochMilli() - TableConfig.LOG_RETENTION.fromMetadata(this.current.getMetadata());
  }

  /** Deletes expired files, oldest version first, and gives their number. */
  int delete(SweepBudget budget) throws IOException {
    if (!isAllowed()) {
      return 0;
    }
    List<FileStatus> old = new ArrayList<>();
    OptionalLong kept = collect(old);
    int deleted = 0;
    for (FileStatus file : old) {
      OptionalLong version = version(file.getPath());
      if (kept.isEmpty() || version.isEmpty() || version.getAsLong() >= kept.getAsLong()) {
        continue;
      }
      if (!budget.take()) {
        break;
      }
      if (engine.getFileSystemClient().delete(file.getPath())) {
        deleted++;
      }
    }
    return deleted;
  }

  /** Whether the table lets its log be cut. */
  private boolean isAllowed() {
    return TableConfig.EXPIRED_LOG_CLEANUP_ENABLED.fromMetadata(current.getMetadata())
        && !current
            .getProtocol()
            .getWriterFeatures()
            .contains(TableFeatures.CHECKPOINT_PROTECTION_W_FEATURE.featureName());
  }

  /**
   * Collects the files that are old enough, in the order of their versions.
   *
   * @return the version of the newest old checkpoint; empty where there is none but the newest
   */
  private OptionalLong collect(List<FileStatus> old) throws IOException {
    @Nullable Long kept = null;
    long newest = current.getLogSegment().getCheckpointVersionOpt().orElse(0L);
    try (CloseableIterator<FileStatus> files =
        engine.getFileSystemClient().listFrom(FileNames.listingPrefix(current.getLogPath(), 0))) {
      while (files.hasNext()) {
        FileStatus file = files.next();
        if (file.getModificationTime() >= cutoffMillis) {
          continue;
        }
        old.add(file);
        String path = file.getPath();
        if (FileNames.isClassicCheckpointFile(path) && FileNames.checkpointVersion(path) < newest) {
          kept = FileNames.checkpointVersion(path);
        }
      }
    }
    return kept == null ? OptionalLong.empty() : OptionalLong.of(kept);
  }

  /** The version that a file belongs to; empty for a file that is not known. */
  private static OptionalLong version(String path) {
    if (FileNames.isPublishedDeltaFile(path)) {
      return OptionalLong.of(FileNames.deltaVersion(path));
    } else if (FileNames.isChecksumFile(path)) {
      return OptionalLong.of(FileNames.checksumVersion(path));
    } else if (FileNames.isClassicCheckpointFile(path)
        || FileNames.isMultiPartCheckpointFile(path)) {
      return OptionalLong.of(FileNames.checkpointVersion(path));
    } else if (FileNames.isLogCompactionFile(path)) {
      return OptionalLong.of(FileNames.logCompactionVersions(path)._2);
    }
    return OptionalLong.empty();
  }
}
