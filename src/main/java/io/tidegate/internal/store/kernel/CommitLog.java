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

import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelEngineException;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The data files that one commit added.
 *
 * @param added their file names
 */
record CommitLog(Set<String> added) {
  private static final StructType ADD = new StructType().add("path", StringType.STRING);
  private static final StructType ACTIONS = new StructType().add("add", ADD);

  CommitLog {
    added = Set.copyOf(added);
  }

  /**
   * Reads a commit.
   *
   * @param logPath the table's {@code _delta_log}
   * @return empty when there is no such commit, or no longer
   */
  static Optional<CommitLog> read(Engine engine, String logPath, long version) throws IOException {
    Set<String> added = new HashSet<>();
    try {
      FileStatus file =
          engine.getFileSystemClient().getFileStatus(FileNames.deltaFile(logPath, version));
      try (CloseableIterator<ColumnarBatch> batches =
          engine
              .getJsonHandler()
              .readJsonFiles(singletonCloseableIterator(file), ACTIONS, Optional.empty())) {
        while (batches.hasNext()) {
          try (CloseableIterator<Row> actions = batches.next().getRows()) {
            while (actions.hasNext()) {
              Row action = actions.next();
              if (!action.isNullAt(0)) {
                added.add(name(action.getStruct(0).getString(0)));
              }
            }
          }
        }
      }
    } catch (FileNotFoundException absent) {
      return Optional.empty();
    } catch (KernelEngineException failed) {
      if (failed.getCause() instanceof FileNotFoundException) {
        return Optional.empty();
      }
      throw failed;
    }
    return Optional.of(new CommitLog(added));
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
