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

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.ExpressionHandler;
import io.delta.kernel.engine.FileReadRequest;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.engine.FileSystemClient;
import io.delta.kernel.engine.JsonHandler;
import io.delta.kernel.engine.MetricsReporter;
import io.delta.kernel.engine.ParquetHandler;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.delta.kernel.utils.FileStatus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An engine that fails where it is told to, and counts what it reads. */
final class FaultyEngine implements Engine {
  /** What happens at a path; throws to fail there. */
  interface Fault {
    void at(String path) throws IOException;
  }

  private final Engine engine;
  Fault beforeJson = path -> {};
  Fault afterJson = path -> {};
  Fault beforeParquet = path -> {};
  Fault afterParquet = path -> {};
  Fault beforeMkdirs = path -> {};
  Fault beforeStatus = path -> {};
  Fault beforeDelete = path -> {};
  Fault beforeList = path -> {};
  final List<String> parquetReads = new ArrayList<>();
  final List<String> jsonReads = new ArrayList<>();

  FaultyEngine(Engine engine) {
    this.engine = engine;
  }

  @Override
  public ExpressionHandler getExpressionHandler() {
    return engine.getExpressionHandler();
  }

  @Override
  public JsonHandler getJsonHandler() {
    JsonHandler json = engine.getJsonHandler();
    return new JsonHandler() {
      @Override
      public ColumnarBatch parseJson(
          ColumnVector strings, StructType schema, Optional<ColumnVector> selection) {
        return json.parseJson(strings, schema, selection);
      }

      @Override
      public CloseableIterator<ColumnarBatch> readJsonFiles(
          CloseableIterator<FileStatus> files, StructType schema, Optional<Predicate> predicate)
          throws IOException {
        return json.readJsonFiles(
            files.map(
                file -> {
                  jsonReads.add(file.getPath());
                  return file;
                }),
            schema,
            predicate);
      }

      @Override
      public void writeJsonFileAtomically(
          String path, CloseableIterator<Row> data, boolean overwrite) throws IOException {
        beforeJson.at(path);
        json.writeJsonFileAtomically(path, data, overwrite);
        afterJson.at(path);
      }
    };
  }

  @Override
  public FileSystemClient getFileSystemClient() {
    FileSystemClient files = engine.getFileSystemClient();
    return new FileSystemClient() {
      @Override
      public CloseableIterator<FileStatus> listFrom(String path) throws IOException {
        beforeList.at(path);
        return files.listFrom(path);
      }

      @Override
      public String resolvePath(String path) throws IOException {
        return files.resolvePath(path);
      }

      @Override
      public CloseableIterator<ByteArrayInputStream> readFiles(
          CloseableIterator<FileReadRequest> requests) throws IOException {
        return files.readFiles(requests);
      }

      @Override
      public boolean mkdirs(String path) throws IOException {
        beforeMkdirs.at(path);
        return files.mkdirs(path);
      }

      @Override
      public boolean delete(String path) throws IOException {
        beforeDelete.at(path);
        return files.delete(path);
      }

      @Override
      public FileStatus getFileStatus(String path) throws IOException {
        beforeStatus.at(path);
        return files.getFileStatus(path);
      }

      @Override
      public void copyFileAtomically(String from, String to, boolean overwrite) throws IOException {
        files.copyFileAtomically(from, to, overwrite);
      }
    };
  }

  @Override
  public ParquetHandler getParquetHandler() {
    ParquetHandler parquet = engine.getParquetHandler();
    return new ParquetHandler() {
      @Override
      public CloseableIterator<FileReadResult> readParquetFiles(
          CloseableIterator<FileStatus> files, StructType schema, Optional<Predicate> predicate)
          throws IOException {
        return parquet.readParquetFiles(
            files.map(
                file -> {
                  parquetReads.add(file.getPath());
                  return file;
                }),
            schema,
            predicate);
      }

      @Override
      public CloseableIterator<DataFileStatus> writeParquetFiles(
          String directory, CloseableIterator<FilteredColumnarBatch> data, List<Column> columns)
          throws IOException {
        return parquet.writeParquetFiles(directory, data, columns);
      }

      @Override
      public void writeParquetFileAtomically(
          String path, CloseableIterator<FilteredColumnarBatch> data) throws IOException {
        beforeParquet.at(path);
        parquet.writeParquetFileAtomically(path, data);
        afterParquet.at(path);
      }
    };
  }

  @Override
  public List<MetricsReporter> getMetricsReporters() {
    return engine.getMetricsReporters();
  }
}
