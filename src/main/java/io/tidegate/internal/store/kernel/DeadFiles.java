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

import io.delta.kernel.Snapshot;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.tidegate.internal.util.Time;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes data files of tidegate's own that no version within the table's retention needs. Every
 * commit leaves one such file, and Kernel has no {@code VACUUM}.
 *
 * <p>A file is dead when the log says so: the commit after the one that added it removed it, longer
 * ago than {@code delta.deletedFileRetentionDuration}; or the commit that was to add it is another
 * one. A file that is active, as after a {@code RESTORE}, or that somebody else named, is never
 * touched. Thread safe; a second sweep at the same time does nothing.
 */
final class DeadFiles {
  static final Duration INTERVAL = Duration.ofHours(1);
  static final int MAX_LOG_FILES = 100;

  private static final Duration TIME_LIMIT = Duration.ofSeconds(5);

  /** How many commits after its own may have touched a file: a deletion vector adds it again. */
  private static final int MAX_COMMITS_PER_FILE = 3;

  private static final Logger LOG = LoggerFactory.getLogger(DeadFiles.class);

  private final Engine engine;
  private final Time time;
  private final String location;
  private final Object lock = new Object();
  private @Nullable Long lastSweepNanos;
  private boolean sweeping;
  private boolean warned;

  DeadFiles(Engine engine, Time time, String location) {
    this.engine = engine;
    this.time = time;
    this.location = location;
  }

  /** Sweeps if that is due. Failures are logged and change nothing. */
  void sweep(Snapshot current, List<AddFile> active) {
    if (!begin()) {
      return;
    }
    try {
      new Sweep(current, active).run();
    } catch (IOException | RuntimeException | LinkageError failed) {
      logFailure(failed);
    } finally {
      synchronized (lock) {
        sweeping = false;
      }
    }
  }

  private boolean begin() {
    synchronized (lock) {
      long now = time.nanoTime();
      if (sweeping || (lastSweepNanos != null && now - lastSweepNanos < INTERVAL.toNanos())) {
        return false;
      }
      lastSweepNanos = now;
      sweeping = true;
      return true;
    }
  }

  private void logFailure(Throwable failed) {
    boolean first;
    synchronized (lock) {
      first = !warned;
      warned = true;
    }
    if (first) {
      LOG.warn(
          "Old data files of the control table {} could not be deleted. Commits are not affected,"
              + " but dead files stay. Check that the driver may delete there, or run VACUUM now and"
              + " then; further failures are logged at debug level.",
          location,
          failed);
    } else {
      LOG.debug("Old data files of {} could not be deleted", location, failed);
    }
  }

  /** One sweep, bounded in log files read and in time. */
  private final class Sweep {
    private final String tablePath;
    private final String logPath;
    private final Set<String> activeNames = new HashSet<>();
    private final long cutoffMillis;
    private final long startNanos = time.nanoTime();
    private final Map<Long, Optional<CommitLog>> commits = new HashMap<>();

    Sweep(Snapshot current, List<AddFile> active) {
      this.tablePath = current.getPath();
      this.logPath = current.getLogPath().toString();
      long retention = TableConfig.TOMBSTONE_RETENTION.fromMetadata(current.getMetadata());
      this.cutoffMillis = time.now().toEpochMilli() - retention;
      for (AddFile file : active) {
        activeNames.add(file.getPath().substring(file.getPath().lastIndexOf('/') + 1));
      }
    }

    void run() throws IOException {
      List<String> candidates = candidates();
      if (candidates.isEmpty()) {
        return;
      }
      long earliest = earliestCommit();
      int deleted = 0;
      for (String name : candidates) {
        OptionalLong version = DataFiles.version(name);
        if (version.isEmpty() || version.getAsLong() + 1 < earliest) {
          continue;
        }
        if (isSpent()) {
          break;
        }
        if (isDead(name, version.getAsLong())
            && engine.getFileSystemClient().delete(tablePath + "/" + name)) {
          deleted++;
        }
      }
      LOG.debug("Deleted {} dead data files of {}", deleted, location);
    }

    /** Files of ours that are old enough and not active, oldest version first. */
    private List<String> candidates() throws IOException {
      List<String> found = new ArrayList<>();
      try (CloseableIterator<FileStatus> files =
          engine.getFileSystemClient().listFrom(tablePath + "/" + DataFiles.PREFIX)) {
        while (files.hasNext()) {
          FileStatus file = files.next();
          String name = file.getPath().substring(file.getPath().lastIndexOf('/') + 1);
          if (!name.startsWith(DataFiles.PREFIX)) {
            break;
          }
          if (DataFiles.isOurs(name)
              && file.getModificationTime() < cutoffMillis
              && !activeNames.contains(name)) {
            found.add(name);
          }
        }
      }
      return found;
    }

    /** The first commit that the log still has. */
    private long earliestCommit() throws IOException {
      try (CloseableIterator<FileStatus> files =
          engine.getFileSystemClient().listFrom(FileNames.deltaFile(logPath, 0))) {
        while (files.hasNext()) {
          String path = files.next().getPath();
          if (FileNames.isPublishedDeltaFile(path)) {
            return FileNames.deltaVersion(path);
          }
        }
      } catch (FileNotFoundException absent) {
        return Long.MAX_VALUE;
      }
      return Long.MAX_VALUE;
    }

    private boolean isSpent() {
      return commits.size() + MAX_COMMITS_PER_FILE + 1 > MAX_LOG_FILES
          || time.nanoTime() - startNanos > TIME_LIMIT.toNanos();
    }

    private boolean isDead(String name, long version) throws IOException {
      Optional<CommitLog> own = commit(version);
      if (own.isPresent() && !own.get().added().contains(name)) {
        return true;
      }
      for (int next = 1; next <= MAX_COMMITS_PER_FILE; next++) {
        Optional<CommitLog> commit = commit(version + next);
        if (commit.isEmpty()) {
          return false;
        }
        Long removedAt = commit.get().removed().get(name);
        if (removedAt != null && !commit.get().added().contains(name)) {
          return removedAt < cutoffMillis;
        }
      }
      return false;
    }

    private Optional<CommitLog> commit(long version) throws IOException {
      Optional<CommitLog> known = commits.get(version);
      if (known == null) {
        known = CommitLog.read(engine, logPath, version);
        commits.put(version, known);
      }
      return known;
    }
  }
}
