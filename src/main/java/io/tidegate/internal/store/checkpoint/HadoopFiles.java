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

import java.io.File;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Single small files, wherever Hadoop can reach. */
public final class HadoopFiles {
  private static final int MAX_BYTES = 1 << 20;

  private HadoopFiles() {}

  /**
   * Reads a text file of at most 1 MiB in UTF-8.
   *
   * @param path a path with a scheme; or one without, which is a file local to the driver if there
   *     is one, and else is on the default file system
   * @throws IOException with a sentence fit for a user, when there is no such file or it cannot be
   *     read
   */
  public static String readText(String path, Configuration conf) throws IOException {
    try {
      Path asked = new Path(path);
      boolean local = !asked.toUri().isAbsolute() && new File(path).isFile();
      Path found = local ? new Path(new File(path).getAbsoluteFile().toURI()) : asked;
      FileSystem fs = RawFiles.fileSystem(found, conf);
      Path qualified = fs.makeQualified(found);
      Optional<String> text = RawFiles.read(fs, qualified, MAX_BYTES);
      if (text.isEmpty()) {
        throw new IOException(
            asked.toUri().isAbsolute()
                ? "there is no file " + qualified
                : "there is no file " + path + " local to the driver, and none at " + qualified);
      }
      return text.get();
    } catch (DamagedFileException e) {
      throw new IOException(path + " " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new IOException(path + " is not a path that can be read: " + e.getMessage(), e);
    }
  }

  /**
   * A path with its file system, as Spark writes a checkpoint's.
   *
   * @throws IOException with a sentence fit for a user, when it is no path, or its file system
   *     cannot be reached
   */
  public static String qualified(String path, Configuration conf) throws IOException {
    try {
      Path asked = new Path(path);
      return asked.getFileSystem(conf).makeQualified(asked).toString();
    } catch (RuntimeException e) {
      throw new IOException(path + " is not a path that can be read: " + e.getMessage(), e);
    }
  }
}
