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

import io.delta.kernel.engine.Engine;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** What a directory holds. */
final class Listing {
  private Listing() {}

  /**
   * The names in a directory; an empty one for a file in its place; none where there is neither.
   */
  static List<String> names(Engine engine, String directory) throws IOException {
    List<String> names = new ArrayList<>();
    try (CloseableIterator<FileStatus> entries =
        engine.getFileSystemClient().listFrom(directory + "/!")) {
      while (entries.hasNext()) {
        String path = entries.next().getPath();
        boolean itself = new Path(path).equals(new Path(directory));
        names.add(itself ? "" : path.substring(path.lastIndexOf('/') + 1));
      }
    } catch (FileNotFoundException absent) {
      return List.of();
    }
    return names;
  }
}
