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
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.utils.FileStatus;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.schema.RowSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table at one version, with all that the next commit on it needs. Immutable.
 *
 * @param version the version, {@link TableSnapshot#ABSENT} where there is no table
 * @param kernel Kernel's own snapshot; null where there is no table
 * @param layout where the known columns stand
 * @param content the rows
 * @param active the data files that hold them
 * @param commits how many commits were chained on it since it was loaded
 * @param stale whether {@code kernel} must be loaded again before a commit, though the rows are
 *     current
 * @param <R> a row
 */
record KernelSnapshot<R>(
    long version,
    @Nullable Snapshot kernel,
    TableLayout<R> layout,
    TableRows<R> content,
    List<AddFile> active,
    int commits,
    boolean stale)
    implements TableSnapshot<R> {

  KernelSnapshot {
    active = List.copyOf(active);
  }

  /** No table yet. */
  static <R> KernelSnapshot<R> absent(RowSchema<R, ?> schema) {
    return new KernelSnapshot<>(
        ABSENT,
        null,
        TableLayout.of(schema, KernelTypes.struct(schema)),
        TableRows.of(schema, List.of()),
        List.of(),
        0,
        false);
  }

  /** A version as it was loaded from the table. */
  static <R> KernelSnapshot<R> loaded(
      Snapshot kernel, TableLayout<R> layout, TableRows<R> content, List<AddFile> active) {
    return new KernelSnapshot<>(kernel.getVersion(), kernel, layout, content, active, 0, false);
  }

  @Override
  public Map<String, R> rows() {
    return content.known();
  }

  @Override
  public Set<String> absentColumns() {
    return layout.absent();
  }

  /** Whether a snapshot shows the same commit: not only the version, the table may be another. */
  boolean shows(Snapshot other) {
    return kernel != null
        && version == other.getVersion()
        && kernel.getMetadata().getId().equals(other.getMetadata().getId())
        && sameFile(lastCommit(kernel), lastCommit(other));
  }

  /** The log entry that made a snapshot's version. */
  static FileStatus lastCommit(Snapshot snapshot) {
    return snapshot.getLogSegment().getDeltaFileAtEndVersion();
  }

  /**
   * Whether two looks at one path saw the same file. Times may differ by the precision with which a
   * store lists them.
   */
  static boolean sameFile(FileStatus one, FileStatus other) {
    return one.getSize() == other.getSize()
        && Math.abs(one.getModificationTime() - other.getModificationTime()) < 2_000;
  }
}
