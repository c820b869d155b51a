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
package io.tidegate.internal.tracking;

import io.tidegate.internal.recovery.LineageMerge;
import io.tidegate.internal.recovery.LineageMerged;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.store.CommitLoop;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.util.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what becomes of this application's attempts: runs, witnesses and ends at once, one
 * heartbeat for all of them. Confined to the writer thread.
 */
final class LineageWriter {
  private static final Logger LOG = LoggerFactory.getLogger(LineageWriter.class);
  private static final Duration BUDGET = Duration.ofSeconds(2);

  private final OwnAttempts own;
  private final CommitLoop<LineageRow> loop;
  private final LineageMerge merge;
  private final StoreHealth health;
  private final Time time;
  private final Duration heartbeat;
  private boolean troubleTold;

  LineageWriter(
      OwnAttempts own,
      CommitLoop<LineageRow> loop,
      LineageMerge merge,
      StoreHealth health,
      Time time,
      Duration heartbeat) {
    this.own = own;
    this.loop = loop;
    this.merge = merge;
    this.health = health;
    this.time = time;
    this.heartbeat = heartbeat;
  }

  /** Where an application is in its life. */
  enum Phase {
    /** It runs. */
    RUNNING,
    /** It ends, and queries that still run are waited for. */
    ENDING,
    /** It ends, and what still runs counts as stopped. */
    LAST
  }

  /**
   * One pass.
   *
   * @param ask whether queries are asked for their newest progress
   * @return whether nothing is left to write, or the table refuses it
   */
  boolean pass(Instant now, long nowNanos, boolean ask, Phase phase) {
    boolean due = false;
    for (OwnAttempt attempt : own.all()) {
      look(attempt, now, ask, phase);
      due |= attempt.due(now, heartbeat);
    }
    if (!due) {
      return true;
    }
    if (phase != Phase.RUNNING) {
      health.hurry(nowNanos);
    }
    return health.mayTry(nowNanos) && write(nowNanos);
  }

  /** See {@link StoreHealth#ended}. */
  boolean ended() {
    return health.ended();
  }

  /** Keeps an error that one query provokes, as one whose message throws, from the others. */
  private void look(OwnAttempt attempt, Instant now, boolean ask, Phase phase) {
    try {
      if (phase == Phase.LAST) {
        attempt.stop(now);
      } else if (ask || phase == Phase.ENDING || !attempt.running()) {
        attempt.look(now);
      }
    } catch (RuntimeException | LinkageError e) {
      if (!troubleTold) {
        troubleTold = true;
        // Without its message, which may be what throws, and may hold what must not be shown.
        LOG.error(
            "A query could not be looked at ({}); other queries are not affected.",
            e.getClass().getName());
      }
    }
  }

  private boolean write(long nowNanos) {
    Map<OwnAttempt, OwnAttempt.Line> lines = new LinkedHashMap<>();
    CommitLoop.Result<LineageRow> result = loop.run(table -> rows(table, lines), BUDGET);
    if (result instanceof CommitLoop.Result.Done) {
      health.succeeded();
      lines.forEach(OwnAttempt::written);
      own.all().stream().filter(OwnAttempt::closed).forEach(own::remove);
      return true;
    }
    if (result instanceof CommitLoop.Result.Refused<LineageRow> refused) {
      health.refused(refused.cause(), nowNanos);
      return true;
    }
    health.failed(((CommitLoop.Result.Failed<LineageRow>) result).cause(), nowNanos);
    return false;
  }

  private List<LineageRow> rows(
      TableSnapshot<LineageRow> table, Map<OwnAttempt, OwnAttempt.Line> lines) {
    Instant now = time.now();
    lines.clear();
    Map<String, LineageRow> changed = new HashMap<>();
    for (OwnAttempt attempt : own.all()) {
      OwnAttempt.Line line = attempt.line(now, heartbeat);
      String key = attempt.checkpoint();
      LineageRow row = changed.containsKey(key) ? changed.get(key) : table.rows().get(key);
      LineageMerged merged = merge.merge(row, line.report(), now);
      if (merged.mustWrite()) {
        changed.put(key, merged.row());
      }
      lines.put(attempt, line);
    }
    return List.copyOf(changed.values());
  }
}
