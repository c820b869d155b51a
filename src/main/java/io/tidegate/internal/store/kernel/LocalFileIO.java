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

import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Local files by {@code java.nio}. A file that must be absent is put with a hard link, which the
 * file system makes for one caller only, in whatever process. Paths are Hadoop's: unescaped, with
 * or without {@code file:}. Thread safe.
 */
final class LocalFileIO implements FileIO {
  private final Configuration conf;
  private final LocalPublisher publisher;

  LocalFileIO(Configuration conf, LocalPublisher publisher) {
    this.conf = conf;
    this.publisher = publisher;
  }

  @Override
  public CloseableIterator<FileStatus> listFrom(String filePath) throws IOException {
    int slash = filePath.lastIndexOf('/');
    String directory = filePath.substring(0, slash);
    byte[] from = filePath.substring(slash + 1).getBytes(StandardCharsets.UTF_8);
    List<byte[]> names = new ArrayList<>();
    Path local = local(directory);
    if (!Files.isDirectory(local)) {
      if (Files.exists(local)) {
        return Utils.singletonCloseableIterator(status(local, directory));
      }
      throw new FileNotFoundException("no directory " + directory);
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(local)) {
      for (Path entry : entries) {
        byte[] name = String.valueOf(entry.getFileName()).getBytes(StandardCharsets.UTF_8);
        if (Arrays.compareUnsigned(name, from) >= 0) {
          names.add(name);
        }
      }
    }
    names.sort(Comparator.comparing(name -> name, Arrays::compareUnsigned));
    List<FileStatus> found = new ArrayList<>();
    for (byte[] bytes : names) {
      String path = directory + "/" + new String(bytes, StandardCharsets.UTF_8);
      try {
        found.add(status(local(path), path));
      } catch (FileNotFoundException gone) {
        // Deleted since it was listed.
      }
    }
    return Utils.toCloseableIterator(found.iterator());
  }

  @Override
  public FileStatus getFileStatus(String path) throws IOException {
    return status(local(path), path);
  }

  @Override
  public String resolvePath(String path) {
    return new org.apache.hadoop.fs.Path("file", null, local(path).toString()).toString();
  }

  @Override
  public boolean mkdirs(String path) throws IOException {
    Files.createDirectories(local(path));
    return true;
  }

  @Override
  public InputFile newInputFile(String path, long fileSize) {
    return new LocalInputFile(path, local(path), fileSize, conf);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    return new LocalOutputFile(path, local(path), publisher);
  }

  @Override
  public boolean delete(String path) throws IOException {
    return Files.deleteIfExists(local(path));
  }

  @Override
  public Optional<String> getConf(String confKey) {
    return Optional.ofNullable(conf.get(confKey));
  }

  @Override
  public void copyFileAtomically(String srcPath, String destPath, boolean overwrite)
      throws IOException {
    byte[] content;
    try {
      content = Files.readAllBytes(local(srcPath));
    } catch (NoSuchFileException absent) {
      throw notFound(srcPath, absent);
    }
    publisher.write(local(destPath), content, overwrite);
  }

  /** The file of a Hadoop path. */
  static Path local(String path) {
    return Path.of(new org.apache.hadoop.fs.Path(path).toUri().getPath()).toAbsolutePath();
  }

  /** The exception by which Kernel knows an absent file. */
  static FileNotFoundException notFound(String path, IOException cause) {
    FileNotFoundException notFound = new FileNotFoundException("no file " + path);
    notFound.initCause(cause);
    return notFound;
  }

  private static FileStatus status(Path local, String path) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(local, BasicFileAttributes.class);
      return FileStatus.of(path, attributes.size(), attributes.lastModifiedTime().toMillis());
    } catch (NoSuchFileException absent) {
      throw notFound(path, absent);
    }
  }
}
