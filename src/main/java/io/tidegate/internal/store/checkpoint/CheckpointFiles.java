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
package io.tidegate.internal.store.checkpoint;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The files of one checkpoint, by their names below its root. Reads only. */
final class CheckpointFiles {
  /** A log file beyond this is not one. */
  private static final int MAX_BYTES = 64 << 20;

  private final FileSystem fs;
  private final Path root;

  CheckpointFiles(Path root, Configuration conf) throws IOException {
    this.fs = RawFiles.fileSystem(root, conf);
    this.root = root;
  }

  /** The text of a file, empty when it is not there. */
  Optional<String> read(String name) throws IOException, DamagedFileException {
    return RawFiles.read(fs, new Path(root, name), MAX_BYTES);
  }

  /** The batch ids that a log's folder holds; none when it is absent. */
  NavigableSet<Long> batchIds(String folder) throws IOException {
    return LogListing.ids(
        list(folder).stream().filter(FileStatus::isFile).map(f -> f.getPath().getName()).toList());
  }

  /** Whether a folder is there and holds anything that is not hidden. */
  boolean holdsAnything(String folder) throws IOException {
    return list(folder).stream()
        .map(f -> f.getPath().getName())
        .anyMatch(name -> !name.startsWith(".") && !name.startsWith("_"));
  }

  private List<FileStatus> list(String folder) throws IOException {
    Path path = new Path(root, folder);
    FileStatus[] found;
    try {
      found = fs.listStatus(path);
    } catch (FileNotFoundException e) {
      return List.of();
    }
    // A file lists itself.
    if (found.length == 1 && found[0].isFile() && found[0].getPath().getName().equals(folder)) {
      throw new IOException(path + " cannot be listed: it is a file, not a directory.");
    }
    return Arrays.asList(found);
  }
}
