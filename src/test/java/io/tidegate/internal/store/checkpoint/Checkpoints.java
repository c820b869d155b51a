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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds checkpoints file by file. */
final class Checkpoints {
  static final String ID = "00cd6f0c-1718-4a76-ae1e-7bd6a87d7e9c";

  final Path root;

  Checkpoints(Path root) {
    this.root = root;
    file("metadata", "{\"id\":\"" + ID + "\"}");
  }

  Checkpoints offsets(long... ids) {
    for (long id : ids) {
      file("offsets/" + id, offsetsText(id));
    }
    return this;
  }

  Checkpoints commits(long... ids) {
    for (long id : ids) {
      file("commits/" + id, commitText(id));
    }
    return this;
  }

  Checkpoints file(String name, String text) {
    try {
      Path path = root.resolve(name);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text, StandardCharsets.UTF_8);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String offsetsText(long id) {
    return "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":"
        + (1796042668405L + id)
        + ",\"conf\":{\"spark.sql.streaming.multipleWatermarkPolicy\":\"min\"}}\n{\"logOffset\":"
        + id
        + "}";
  }

  static String commitText(long id) {
    return "v1\n{\"nextBatchWatermarkMs\":" + 1000 * id + "}";
  }
}
