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
package io.tidegate.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads what Spark keeps in a query's checkpoint. */
final class Checkpoints {
  private Checkpoints() {}

  /** The sources' offset texts of each batch, in plan order, from {@code offsets/N}. */
  static SortedMap<Long, List<String>> offsets(Path checkpoint) {
    SortedMap<Long, List<String>> offsets = new TreeMap<>();
    try (Stream<Path> files = Files.list(checkpoint.resolve("offsets"))) {
      for (Path file : files.filter(f -> f.getFileName().toString().matches("\\d+")).toList()) {
        List<String> lines = Files.readAllLines(file);
        offsets.put(Long.valueOf(file.getFileName().toString()), lines.subList(2, lines.size()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return offsets;
  }

  /** Whether a batch is committed. */
  static boolean isCommitted(Path checkpoint, long batchId) {
    return Files.exists(checkpoint.resolve("commits").resolve(Long.toString(batchId)));
  }
}
