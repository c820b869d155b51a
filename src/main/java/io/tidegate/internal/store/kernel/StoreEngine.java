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

import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.hadoopio.HadoopFileIO;
import io.delta.kernel.defaults.engine.hadoopio.HadoopInputFile;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.engine.MetricsReporter;
import io.delta.kernel.engine.ParquetHandler;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Kernel's default engine over the file access that suits the table's scheme. */
final class StoreEngine extends DefaultEngine {
  private static final String LOG_STORES = "io.delta.kernel.logStore.";

  private StoreEngine(FileIO files) {
    super(files);
  }

  /** The engine for a qualified location. */
  static StoreEngine of(String location, Configuration conf) {
    Configuration own = withoutForeignClasses(conf);
    String scheme = new Path(location).toUri().getScheme();
    return new StoreEngine(
        "file".equals(scheme)
            ? new LocalFileIO(own, new LocalPublisher())
            : new ConfiguredFileIO(own));
  }

  /** No reports: Kernel would log one for every load and commit. */
  @Override
  public List<MetricsReporter> getMetricsReporters() {
    return List.of();
  }

  @Override
  public ParquetHandler getParquetHandler() {
    return new WholeFiles(super.getParquetHandler());
  }

  /**
   * A copy without settings for the application's own Parquet files and Delta log stores. They may
   * name codecs, encryption classes and stores that the libraries in use here cannot load.
   */
  private static Configuration withoutForeignClasses(Configuration conf) {
    Configuration own = new Configuration(conf);
    List<String> keys = new ArrayList<>();
    for (Map.Entry<String, String> entry : own) {
      if (entry.getKey().startsWith("parquet.") || entry.getKey().startsWith(LOG_STORES)) {
        keys.add(entry.getKey());
      }
    }
    keys.forEach(own::unset);
    return own;
  }

  /**
   * Collects the content of a file before the file is begun. Kernel closes a file whose content
   * fails half-way, and closing gives it its name: a checkpoint without an end, which no reader
   * gets past.
   */
  private static final class WholeFiles implements ParquetHandler {
    private final ParquetHandler files;

    WholeFiles(ParquetHandler files) {
      this.files = files;
    }

    @Override
    public CloseableIterator<FileReadResult> readParquetFiles(
        CloseableIterator<FileStatus> from, StructType schema, Optional<Predicate> predicate)
        throws IOException {
      return files.readParquetFiles(from, schema, predicate);
    }

    @Override
    public CloseableIterator<DataFileStatus> writeParquetFiles(
        String directory, CloseableIterator<FilteredColumnarBatch> data, List<Column> statistics)
        throws IOException {
      return files.writeParquetFiles(directory, data, statistics);
    }

    @Override
    public void writeParquetFileAtomically(
        String path, CloseableIterator<FilteredColumnarBatch> data) throws IOException {
      List<FilteredColumnarBatch> whole = data.toInMemoryList();
      files.writeParquetFileAtomically(path, Utils.toCloseableIterator(whole.iterator()));
    }
  }

  /** Hadoop's files, read with the given configuration instead of that of a cached file system. */
  private static final class ConfiguredFileIO extends HadoopFileIO {
    private final Configuration conf;

    ConfiguredFileIO(Configuration conf) {
      super(conf);
      this.conf = conf;
    }

    @Override
    public InputFile newInputFile(String path, long fileSize) {
      Path file = new Path(path);
      try {
        return new ConfiguredInputFile(file.getFileSystem(conf), file, fileSize, conf);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A Hadoop file that says which configuration it is read with. */
  private static final class ConfiguredInputFile extends HadoopInputFile {
    private final Configuration conf;

    ConfiguredInputFile(FileSystem files, Path path, long size, Configuration conf) {
      super(files, path, size);
      this.conf = conf;
    }

    @Override
    public Configuration configuration() {
      return conf;
    }
  }
}
