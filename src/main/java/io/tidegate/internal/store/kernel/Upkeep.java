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

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.delta.kernel.Snapshot;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.AddFile;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.util.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what commits leave behind, a little with every few of them, so that a table takes as much
 * storage as its retention asks for however long it lives. What is due is told by the version that
 * was committed: a table that many short applications write is swept as often as one that a single
 * long one does, and each version by one of them. Thread safe.
 */
final class Upkeep {
  /** How many versions lie between two sweeps of one kind. */
  static final int EVERY = 20;

  /** How much one sweep may delete; much more than is left behind from one to the next. */
  static final int MOST = 1_000;

  private static final Duration TIME_LIMIT = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  private final Engine engine;
  private final Time time;
  private final OwnTable table;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private boolean warned;

  Upkeep(Engine engine, Time time, OwnTable table) {
    this.engine = engine;
    this.time = time;
    this.table = table;
  }

  /**
   * Sweeps what is due after a commit: dead data files with one version, expired log files with
   * another, neither with one that ends in a checkpoint. Failures are logged and change nothing.
   */
  void after(Snapshot committed, List<AddFile> active) {
    long turn = committed.getVersion() % EVERY;
    try {
      if (turn == EVERY / 4) {
        sweepData(committed, active);
      } else if (turn == EVERY * 3 / 4) {
        sweepLog(committed);
      }
    } catch (IOException | RuntimeException | LinkageError failed) {
      logFailure(failed);
    }
  }

  /** Deletes dead data files. */
  void sweepData(Snapshot current, List<AddFile> active) throws IOException {
    int deleted = new DeadFiles(engine, current, active, time.now()).delete(budget());
    LOG.debug("Deleted {} dead data files of the {}", deleted, table);
  }

  /** Deletes expired log files. */
  void sweepLog(Snapshot current) throws IOException {
    int deleted = new ExpiredLog(engine, current, time.now()).delete(budget());
    LOG.debug("Deleted {} expired log files of the {}", deleted, table);
  }

  private SweepBudget budget() {
    return new SweepBudget(time, TIME_LIMIT, MOST);
  }

  private void logFailure(Throwable failed) {
    boolean first;
    synchronized (lock) {
      first = !warned;
      warned = true;
    }
    if (first) {
      LOG.warn(
          "Old files of the {} could not be deleted. Commits are not affected, but dead files stay."
              + " Check that the driver may delete there, or run VACUUM now and then; further"
              + " failures are logged at debug level.",
          table,
          failed);
    } else {
      LOG.debug("Old files of the {} could not be deleted", table, failed);
    }
  }
}
