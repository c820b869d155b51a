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

import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.defaults.engine.fileio.PositionOutputStream;
import io.delta.kernel.utils.CloseableIterator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A local file to write. Content is held in memory until it is complete: the table's files are
 * small.
 */
final class LocalOutputFile implements OutputFile {
  private final String path;
  private final Path local;
  private final LocalPublisher publisher;

  LocalOutputFile(String path, Path local, LocalPublisher publisher) {
    this.path = path;
    this.local = local;
    this.publisher = publisher;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public PositionOutputStream create(boolean atomicWrite) {
    return new Buffered(!atomicWrite);
  }

  @Override
  public void writeAtomically(CloseableIterator<String> data, boolean overwrite)
      throws IOException {
    try (data) {
      StringBuilder lines = new StringBuilder();
      while (data.hasNext()) {
        lines.append(data.next()).append('\n');
      }
      publisher.write(local, lines.toString().getBytes(StandardCharsets.UTF_8), overwrite);
    }
  }

  /** Writes the file when it is closed. */
  private final class Buffered extends PositionOutputStream {
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private final boolean overwrite;
    private boolean closed;

    Buffered(boolean overwrite) {
      this.overwrite = overwrite;
    }

    @Override
    public long getPos() {
      return buffer.size();
    }

    @Override
    public void write(int b) {
      buffer.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      buffer.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        publisher.write(local, buffer.toByteArray(), overwrite);
      }
    }
  }
}
