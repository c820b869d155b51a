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
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.VerdictStore;
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
 * The control table as a Delta table at a path, kept through Delta Kernel: every commit writes all
 * rows into one new data file, at exactly the version after the one that was read. It needs no
 * Spark job, and works after the SparkContext has stopped. Thread safe; no call waits for another.
 */
public final class KernelVerdictStore implements VerdictStore {
  private static final Logger LOG = LoggerFactory.getLogger(KernelVerdictStore.class);
  private static final Set<String> S3_SCHEMES = Set.of("s3", "s3a", "s3n");

  private final StoreParts parts;
  private volatile @Nullable KernelSnapshot last;

  /** Over an engine that may fail at will. */
  KernelVerdictStore(Engine engine, String location, Time time, String engineInfo) {
    this.parts =
        StoreParts.of(engine, location, Redactor.standard().text(location), time, engineInfo);
  }

  /**
   * The store of one table. Nothing is read or written yet.
   *
   * @param location a Hadoop path; without a scheme it is in the default file system
   * @param conf how to reach it
   * @param engineInfo who writes, for the table's history, such as {@code Tidegate/1.0}
   */
  public static KernelVerdictStore at(
      String location, Configuration conf, Time time, String engineInfo) {
    String qualified = qualified(location, conf);
    return new KernelVerdictStore(StoreEngine.of(qualified, conf), qualified, time, engineInfo);
  }

  /**
   * What is to be said about a location before it is used.
   *
   * @return one sentence where several writers may overwrite each other's commits; empty otherwise
   */
  public static Optional<String> storageWarning(String location, Configuration conf) {
    String qualified = qualified(location, conf);
    String scheme = new Path(qualified).toUri().getScheme();
    if (scheme == null || !S3_SCHEMES.contains(scheme.toLowerCase(Locale.ROOT))) {
      return Optional.empty();
    }
    return Optional.of(
        "The control table "
            + Redactor.standard().text(qualified)
            + " is on S3, where commits are safe for the writers of one driver only, whatever log store"
            + " Spark is given, and two applications may overwrite each other's verdicts: give each"
            + " application a table of its own, or a path on HDFS, ABFS or GCS.");
  }

  @Override
  public String location() {
    return parts.shown();
  }

  @Override
  public TableSnapshot read() throws StoreException {
    KernelSnapshot read;
    try {
      read = parts.reader().read(last);
    } catch (Throwable failed) {
      throw parts.failures().of(failed);
    }
    last = read;
    return read;
  }

  @Override
  public CommitOutcome commit(TableSnapshot base, List<VerdictRow> rows) {
    if (!(base instanceof KernelSnapshot snapshot)) {
      throw new IllegalArgumentException("the snapshot was not read by this store");
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("no rows to commit");
    }
    CommitOutcome outcome = new CommitAttempt(parts, snapshot).run(rows);
    if (outcome instanceof CommitOutcome.Committed committed
        && committed.after() instanceof KernelSnapshot after) {
      last = after;
    }
    return outcome;
  }

  /** The path with scheme and authority, as far as that can be said without the storage. */
  private static String qualified(String location, Configuration conf) {
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
