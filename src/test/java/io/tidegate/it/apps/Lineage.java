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
package io.tidegate.it.apps;

import io.tidegate.it.apps.Applications.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;

/** A streaming query over lines of text, a line a batch, that is started again and again. */
final class Lineage {
  private static final long PATIENCE_SECONDS = 120;

  private final SparkSession spark;
  private final Path directory;
  private final String name;

  Lineage(SparkSession spark, Place place, String name) {
    this.spark = spark;
    this.directory = place.directory();
    this.name = name;
  }

  /** What becomes of a batch. */
  @FunctionalInterface
  interface Batch {
    void write(long id) throws Exception;
  }

  /** Every batch is written. */
  static void good(long id) {}

  /** No batch is written. */
  static void poison(long id) {
    throw new IllegalStateException("record 7 of batch " + id + " cannot be parsed");
  }

  /** One batch is written and the next one is not. */
  static Batch one() {
    boolean[] written = new boolean[1];
    return id -> {
      if (written[0]) {
        poison(id);
      }
      written[0] = true;
    };
  }

  /** Sees to it that there are so many lines to read. */
  Lineage lines(int lines) {
    try {
      Path input = Files.createDirectories(directory.resolve(name + ".input"));
      for (int i = 0; i < lines; i++) {
        Path file = input.resolve(i + ".txt");
        if (!Files.exists(file)) {
          Files.writeString(file, "line " + i);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  Path checkpoint() {
    return directory.resolve(name + ".checkpoint");
  }

  /** What it reads. */
  Dataset<Row> rows() {
    return spark
        .readStream()
        .option("maxFilesPerTrigger", 1)
        .text(directory.resolve(name + ".input").toString());
  }

  /** The query, without a sink. */
  DataStreamWriter<Row> writer() {
    return rows()
        .writeStream()
        .queryName(name)
        .option("checkpointLocation", checkpoint().toString())
        .trigger(Trigger.AvailableNow());
  }

  /** The query, which treats its batches so. */
  DataStreamWriter<Row> writer(Batch batch) {
    return writes(writer(), batch);
  }

  /** A query that treats its batches so. */
  static DataStreamWriter<Row> writes(DataStreamWriter<Row> query, Batch batch) {
    VoidFunction2<Dataset<Row>, Long> write = (rows, id) -> batch.write(id);
    return query.foreachBatch(write);
  }

  /** Starts the query, waits for its end and says in a line how it ended. */
  String attempt(Batch batch) throws TimeoutException {
    return attempt(() -> writer(batch).start());
  }

  /** Starts a query. */
  @FunctionalInterface
  interface Start {
    StreamingQuery start() throws Exception;
  }

  /** Starts a query, waits for its end and says in a line how it ended. */
  static String attempt(Start start) throws TimeoutException {
    StreamingQuery query;
    try {
      query = start.start();
    } catch (IllegalArgumentException refused) {
      boolean ours = String.valueOf(refused.getMessage()).contains("[TIDEGATE_START_REFUSED]");
      return ours ? "refused" : "not started: " + refused.getMessage();
    } catch (Exception e) {
      return "not started: " + e;
    }
    return end(query);
  }

  /** Waits for its end and says in a line how it ended. */
  static String end(StreamingQuery query) throws TimeoutException {
    try {
      if (!query.awaitTermination(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS))) {
        query.stop();
        return "never ended";
      }
      return "ended";
    } catch (StreamingQueryException e) {
      return "failed";
    }
  }

  /** Deletes a file with what is below it. */
  static void delete(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
