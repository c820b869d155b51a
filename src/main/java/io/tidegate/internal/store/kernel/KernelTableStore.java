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

import io.delta.kernel.engine.Engine;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.schema.LineageSchema;
import io.tidegate.internal.store.schema.RowSchema;
import io.tidegate.internal.store.schema.VerdictSchema;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table as a Delta table at a path, kept through Delta Kernel: every commit writes all rows into
 * one new data file, at exactly the version after the one that was read. It needs no Spark job, and
 * works after the SparkContext has stopped. Thread safe; no call waits for another.
 *
 * @param <R> a row
 */
public final class KernelTableStore<R> implements TableStore<R> {
  private static final Logger LOG = LoggerFactory.getLogger(KernelTableStore.class);
  private static final Set<String> S3_SCHEMES = Set.of("s3", "s3a", "s3n");

  private final StoreParts<R> parts;
  private volatile @Nullable KernelSnapshot<R> last;

  /** Over an engine that may fail at will. */
  KernelTableStore(
      RowSchema<R, ?> schema, Engine engine, String location, Time time, String engineInfo) {
    this(StoreParts.of(schema, engine, location, time, engineInfo, false));
  }

  private KernelTableStore(StoreParts<R> parts) {
    this.parts = parts;
  }

  /**
   * The store of a control table. Nothing is read or written yet.
   *
   * @param location a Hadoop path; without a scheme it is in the default file system
   * @param conf how to reach it
   * @param engineInfo who writes, for the table's history, such as {@code Tidegate/1.0}
   */
  public static KernelTableStore<VerdictRow> verdicts(
      String location, Configuration conf, Time time, String engineInfo) {
    return at(VerdictSchema.SCHEMA, location, conf, time, engineInfo, false);
  }

  /** The store of a lineage table, likewise. */
  public static KernelTableStore<LineageRow> lineages(
      String location, Configuration conf, Time time, String engineInfo) {
    return at(LineageSchema.SCHEMA, location, conf, time, engineInfo, false);
  }

  /**
   * A control table that is only read, also where it has what Kernel cannot write. Nothing may be
   * committed.
   */
  public static KernelTableStore<VerdictRow> verdictsToRead(
      String location, Configuration conf, Time time) {
    return at(VerdictSchema.SCHEMA, location, conf, time, "", true);
  }

  /** A lineage table that is only read, likewise. */
  public static KernelTableStore<LineageRow> lineagesToRead(
      String location, Configuration conf, Time time) {
    return at(LineageSchema.SCHEMA, location, conf, time, "", true);
  }

  private static <R> KernelTableStore<R> at(
      RowSchema<R, ?> schema,
      String location,
      Configuration conf,
      Time time,
      String engineInfo,
      boolean readsOnly) {
    String qualified = qualified(location, conf);
    return new KernelTableStore<>(
        StoreParts.of(
            schema, StoreEngine.of(qualified, conf), qualified, time, engineInfo, readsOnly));
  }

  /**
   * What is to be said about a location before it is used.
   *
   * @return one sentence where several writers may overwrite each other's commits; empty otherwise
   */
  public static Optional<String> storageWarning(
      OwnTable.Kind kind, String location, Configuration conf) {
    String qualified = qualified(location, conf);
    String scheme = new Path(qualified).toUri().getScheme();
    if (scheme == null || !S3_SCHEMES.contains(scheme.toLowerCase(Locale.ROOT))) {
      return Optional.empty();
    }
    return Optional.of(
        "The "
            + kind
            + " "
            + Redactor.standard().text(qualified)
            + " is on S3, where commits are safe for the writers of one driver only, whatever log store"
            + " Spark is given, and two applications may overwrite each other's rows: give each"
            + " application a table of its own, or a path on HDFS, ABFS or GCS.");
  }

  @Override
  public OwnTable table() {
    return parts.table();
  }

  @Override
  public TableSnapshot<R> read() throws StoreException {
    KernelSnapshot<R> read;
    try {
      read = parts.reader().read(last);
    } catch (Throwable failed) {
      throw parts.failures().of(failed);
    }
    last = read;
    return read;
  }

  @Override
  public CommitOutcome<R> commit(TableSnapshot<R> base, List<R> rows) {
    if (parts.readsOnly()) {
      throw new IllegalStateException("the table was opened to be read");
    }
    if (!(base instanceof KernelSnapshot<R> snapshot)) {
      throw new IllegalArgumentException("the snapshot was not read by this store");
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("no rows to commit");
    }
    CommitOutcome<R> outcome = new CommitAttempt<>(parts, snapshot).run(rows);
    if (outcome instanceof CommitOutcome.Committed<R> committed
        && committed.after() instanceof KernelSnapshot<R> after) {
      last = after;
    }
    return outcome;
  }

  /** The path with scheme and authority, as far as that can be said without the storage. */
  static String qualified(String location, Configuration conf) {
    Path path = new Path(location);
    if (path.toUri().getScheme() != null && path.isAbsolute()) {
      return path.toString();
    }
    if (path.isAbsolute()) {
      return path.makeQualified(FileSystem.getDefaultUri(conf), path).toString();
    }
    try {
      return path.getFileSystem(conf).makeQualified(path).toString();
    } catch (IOException | RuntimeException unreachable) {
      LOG.debug("{} is qualified by each call", location, unreachable);
      return path.toString();
    }
  }
}
