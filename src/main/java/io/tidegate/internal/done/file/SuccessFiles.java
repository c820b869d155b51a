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
package io.tidegate.internal.done.file;

import io.tidegate.internal.done.Delivery;
import io.tidegate.internal.done.DoneMarker;
import io.tidegate.internal.done.MarkerJson;
import io.tidegate.internal.done.MarkerSink;
import io.tidegate.internal.model.MarkerPattern;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.util.Time;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes markers as files that are seen whole or not at all. Where renaming is one step, under a
 * temporary hidden name first; on object stores, where it is a copy, under the name itself, since
 * an object appears there when it is complete. Thread safe.
 */
public final class SuccessFiles implements MarkerSink {
  private static final Logger LOG = LoggerFactory.getLogger(SuccessFiles.class);

  /** Schemes of stores that show an object only once it is closed. */
  private static final Set<String> OBJECT_STORES =
      Set.of("s3", "s3a", "s3n", "gs", "oss", "cos", "cosn", "obs");

  private static final int LARGEST = 1 << 16;

  private final Supplier<Configuration> conf;
  private final Time time;

  public SuccessFiles(Supplier<Configuration> conf, Time time) {
    this.conf = conf;
    this.time = time;
  }

  @Override
  public Delivery deliver(QuerySettings entry, DoneMarker marker) {
    MarkerPattern pattern = entry.done().successFile();
    if (pattern == null) {
      return new Delivery.Done();
    }
    String path =
        pattern.path(marker.row().tableName(), marker.start(), marker.end(), entry.zone());
    try {
      write(new Path(path), marker);
      return new Delivery.Done();
    } catch (IOException | RuntimeException e) {
      return new Delivery.Later("cannot be written to " + path + ": " + e, Duration.ZERO, e);
    }
  }

  private void write(Path asked, DoneMarker marker) throws IOException {
    Configuration hadoop = conf.get();
    FileSystem shared = asked.getFileSystem(hadoop);
    // Past the checksums of local files, which would lie beside each marker.
    FileSystem fs =
        shared instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : shared;
    Path path = fs.makeQualified(asked);
    String existing = existing(fs, path).orElse(null);
    byte[] content = MarkerJson.file(marker, existing, time.now()).getBytes(StandardCharsets.UTF_8);
    if (OBJECT_STORES.contains(fs.getUri().getScheme().toLowerCase(Locale.ROOT))) {
      put(fs, path, content, true);
      return;
    }
    Path temporary = new Path(path.getParent(), ".tidegate-" + UUID.randomUUID() + ".tmp");
    try {
      put(fs, temporary, content, false);
      rename(fs, hadoop, temporary, path);
    } catch (IOException | RuntimeException e) {
      discard(fs, temporary);
      throw e;
    }
  }

  /** The text of the file that stands there; empty where there is none, or none of ours. */
  private static Optional<String> existing(FileSystem fs, Path path) throws IOException {
    FileStatus status;
    try {
      status = fs.getFileStatus(path);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    if (status.isDirectory()) {
      throw new IOException("a directory of that name is in the way");
    }
    if (status.getLen() > LARGEST) {
      return Optional.empty();
    }
    try (FSDataInputStream in = fs.open(path)) {
      return Optional.of(new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8));
    }
  }

  private static void put(FileSystem fs, Path path, byte[] content, boolean overwrite)
      throws IOException {
    try (FSDataOutputStream out = fs.create(path, overwrite)) {
      out.write(content);
    }
  }

  /** Gives the file its name, in the place of the one that has it, if any. */
  private static void rename(FileSystem fs, Configuration hadoop, Path temporary, Path path)
      throws IOException {
    if (fs.rename(temporary, path)) {
      return; // there was none, or the file system puts one in the place of the other
    }
    try {
      FileContext.getFileContext(fs.getUri(), hadoop)
          .rename(temporary, path, Options.Rename.OVERWRITE);
    } catch (UnsupportedFileSystemException e) {
      // Nothing else replaces a file here; until the next line the marker is missing.
      fs.delete(path, false);
      if (!fs.rename(temporary, path)) {
        throw new IOException("the file system refuses to rename " + temporary, e);
      }
    }
  }

  private static void discard(FileSystem fs, Path temporary) {
    try {
      fs.delete(temporary, false);
    } catch (IOException | RuntimeException e) {
      LOG.debug("The temporary file {} stays", temporary, e);
    }
  }
}
