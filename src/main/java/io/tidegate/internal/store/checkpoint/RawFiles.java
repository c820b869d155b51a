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

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Small text files, read whole. Local ones are read past their {@code .crc} files, which are often
 * left behind when somebody repairs a checkpoint by hand, or edits a file.
 */
final class RawFiles {
  private RawFiles() {}

  /** The path's file system; shared with the rest of the process, so never to be changed. */
  static FileSystem fileSystem(Path path, Configuration conf) throws IOException {
    FileSystem fs = path.getFileSystem(conf);
    return fs instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : fs;
  }

  /**
   * Reads a file.
   *
   * @return empty when there is no file at the path
   * @throws DamagedFileException when it is larger than the limit, not UTF-8, or its checksum is
   *     wrong
   * @throws IOException when storage fails or refuses
   */
  static Optional<String> read(FileSystem fs, Path path, int maxBytes)
      throws IOException, DamagedFileException {
    byte[] bytes;
    try (FSDataInputStream in = fs.open(path)) {
      bytes = in.readNBytes(maxBytes + 1);
    } catch (FileNotFoundException e) {
      if (isFile(fs, path)) {
        // Local file systems say "not found" where they mean "permission denied".
        throw e;
      }
      return Optional.empty();
    } catch (ChecksumException e) {
      throw new DamagedFileException("does not match its checksum");
    }
    if (bytes.length > maxBytes) {
      throw new DamagedFileException("is larger than " + (maxBytes >> 20) + " MiB");
    }
    return Optional.of(decode(bytes));
  }

  private static String decode(byte[] bytes) throws IOException, DamagedFileException {
    StringWriter text = new StringWriter(bytes.length);
    // A decoder of one's own reports what it cannot decode; the default one replaces it.
    try (Reader reader =
        new InputStreamReader(
            new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder())) {
      reader.transferTo(text);
    } catch (CharacterCodingException e) {
      throw new DamagedFileException("is not UTF-8 text");
    }
    return text.toString();
  }

  private static boolean isFile(FileSystem fs, Path path) throws IOException {
    try {
      return fs.getFileStatus(path).isFile();
    } catch (FileNotFoundException e) {
      return false;
    }
  }
}
