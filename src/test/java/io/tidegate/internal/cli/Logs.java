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
package io.tidegate.internal.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** A checkpoint of a query with one source, as Spark writes it. */
final class Logs {
  static final String ID = "00cd6f0c-1718-4a76-ae1e-7bd6a87d7e9c";

  private final Path root;

  Logs(Path root) {
    this.root = root;
    id(ID);
  }

  /** The path as a row has it. */
  String path() {
    return "file:" + root;
  }

  Logs id(String id) {
    return file("metadata", "{\"id\":\"" + id + "\"}");
  }

  /** A batch that is committed, planned a second after the time it had read up to. */
  Logs committed(long id, String time) {
    return committed(id, time, Instant.parse(time).plusSeconds(1));
  }

  Logs committed(long id, String time, Instant planned) {
    return planned(id, time, planned)
        .file("commits/" + id, "v1\n{\"nextBatchWatermarkMs\":" + millis(time) + "}");
  }

  Logs planned(long id, String time, Instant planned) {
    return file(
        "offsets/" + id,
        "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":"
            + planned.toEpochMilli()
            + ",\"conf\":{}}\n"
            + offset(time));
  }

  static String offset(String time) {
    return "{\"lsn\":1,\"commit_ts\":\"" + time + "\"}";
  }

  private static long millis(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  /** Purges a batch. */
  Logs purge(long id) {
    try {
      Files.delete(root.resolve("offsets/" + id));
      Files.delete(root.resolve("commits/" + id));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Logs file(String name, String text) {
    try {
      Path path = root.resolve(name);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
