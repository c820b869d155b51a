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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.UUID;

/**
 * Gives files their final name in one step: whole or not at all, and where wanted only if no file
 * has the name. Thread safe.
 */
class LocalPublisher {
  /** A hidden name in the same directory, which no reader of the table looks at. */
  Path hidden(Path target) {
    return target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
  }

  /** Writes a whole file. */
  void write(Path target, byte[] content, boolean overwrite) throws IOException {
    Path written = hidden(target);
    try {
      try (FileChannel channel =
          FileChannel.open(written, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        channel.force(true);
      }
      publish(written, target, overwrite);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  /**
   * Gives a written file its final name; the hidden name may remain.
   *
   * @throws FileAlreadyExistsException when it must not overwrite and there is such a file
   */
  void publish(Path written, Path target, boolean overwrite) throws IOException {
    if (overwrite) {
      // Hadoop's local file system would compare the new content with the old checksum.
      Files.deleteIfExists(target.resolveSibling("." + target.getFileName() + ".crc"));
      Files.move(
          written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return;
    }
    try {
      link(target, written);
    } catch (UnsupportedOperationException unsupported) {
      throw new NoHardLinksException(target.toString(), unsupported);
    } catch (FileSystemException failed) {
      if (failed.getClass() == FileSystemException.class && refusesLinks(failed)) {
        throw new NoHardLinksException(target.toString(), failed);
      }
      throw failed;
    }
  }

  /** Makes a hard link. */
  void link(Path target, Path existing) throws IOException {
    Files.createLink(target, existing);
  }

  /** By the operating system's words; Java has no type for it. */
  private static boolean refusesLinks(FileSystemException failed) {
    String reason = String.valueOf(failed.getReason()).toLowerCase(Locale.ROOT);
    return reason.contains("not permitted")
        || reason.contains("not supported")
        || reason.contains("not implemented");
  }
}
