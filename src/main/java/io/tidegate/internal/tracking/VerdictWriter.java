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

import io.tidegate.api.HoldCode;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.metrics.TableMetrics;
import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.store.CommitLoop;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.Hold;
import io.tidegate.internal.verdict.Merged;
import io.tidegate.internal.verdict.Merged.Urgency;
import io.tidegate.internal.verdict.RunReport;
import io.tidegate.internal.verdict.VerdictMerge;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what the runs want their rows to say: one commit for everything that moved, nothing when
 * nothing did. Confined to the writer thread.
 */
final class VerdictWriter {
  private static final Logger LOG = LoggerFactory.getLogger(VerdictWriter.class);

  /** A change of nothing but a hold's code is written at most this often. */
  static final Duration HOLD_LIMIT = Duration.ofMinutes(10);

  private static final Duration BLOCKED_RECHECK = Duration.ofMinutes(1);
  private static final Duration BUDGET = Duration.ofSeconds(2);
  private static final Comparator<TrackedRun> OLDEST_FIRST =
      Comparator.comparing(run -> run.start().startedAt());

  private final CommitLoop loop;
  private final VerdictMerge merge;
  private final StoreHealth health;
  private final TidegateMetrics metrics;
  private final Time time;
  private final Duration heartbeat;

  VerdictWriter(
      CommitLoop loop,
      VerdictMerge merge,
      StoreHealth health,
      TidegateMetrics metrics,
      Time time,
      Duration heartbeat) {
    this.loop = loop;
    this.merge = merge;
    this.health = health;
    this.metrics = metrics;
    this.time = time;
    this.heartbeat = heartbeat;
  }

  /** What one run's report came to on one snapshot. */
  private record Outcome(
      TrackedRun run, @Nullable VerdictRow before, Merged merged, boolean written) {}

  /** Whether the run's row must be read or written now, as far as the run knows its row. */
  boolean wants(TrackedRun run, boolean applicationEnds) {
    RunReport report = run.report();
    if (report == null || run.row().superseded()) {
      return false;
    }
    if (!run.row().known() || run.row().blocked() != null) {
      return true;
    }
    Instant now = time.now();
    Merged merged = merge.merge(run.row().current(), run.row().acknowledged(), report, now);
    return !(merged instanceof Merged.Mine mine) || due(run, mine.urgency(), applicationEnds);
  }

  /** Whether the recorded end is all that the run still has to write, at most. */
  boolean onlyEndLeft(TrackedRun run) {
    RunReport report = run.report();
    if (report == null || run.row().superseded()) {
      return true;
    }
    if (!run.row().known() || run.row().blocked() != null) {
      return false;
    }
    Merged merged = merge.merge(run.row().current(), run.row().acknowledged(), report, time.now());
    return merged instanceof Merged.Mine mine && mine.urgency().compareTo(Urgency.AT_THE_END) <= 0;
  }

  private boolean due(TrackedRun run, Urgency urgency, boolean applicationEnds) {
    return switch (urgency) {
      case NOW, HEARTBEAT -> true;
      case HOLD -> run.row().holdWriteAllowed(time.nanoTime(), HOLD_LIMIT);
      case AT_THE_END -> applicationEnds;
      case NOTHING -> false;
    };
  }

  /**
   * Brings the table up to what the runs report.
   *
   * @return whether the table now says it all
   */
  boolean write(List<TrackedRun> runs, boolean applicationEnds) {
    List<TrackedRun> ordered = new ArrayList<>(runs);
    ordered.sort(OLDEST_FIRST);
    List<Outcome> outcomes = new ArrayList<>();
    CommitLoop.Result result =
        loop.run(
            table -> {
              outcomes.clear();
              outcomes.addAll(merged(ordered, table, applicationEnds));
              return changed(outcomes);
            },
            BUDGET);
    if (result instanceof CommitLoop.Result.Done) {
      health.succeeded();
      outcomes.forEach(this::settle);
      return true;
    }
    if (result instanceof CommitLoop.Result.Refused refused) {
      health.refused(refused.cause(), time.nanoTime());
      showStore(runs, refused.cause());
    } else {
      StoreException cause = ((CommitLoop.Result.Failed) result).cause();
      health.failed(cause, time.nanoTime());
      showStore(runs, cause);
    }
    return false;
  }

  private void showStore(List<TrackedRun> runs, StoreException cause) {
    Hold hold = new Hold(HoldCode.STORE, String.valueOf(cause.getMessage()), time.now());
    runs.forEach(run -> show(run, hold));
  }

  /**
   * Merges all runs, oldest first. A run's end that could wait is written after all when another
   * run of this application is waiting for the row, or when there is a commit anyway.
   */
  private List<Outcome> merged(List<TrackedRun> runs, TableSnapshot table, boolean ends) {
    List<Outcome> outcomes = mergedOnce(runs, table, ends, Set.of());
    Set<String> awaited = new HashSet<>();
    boolean anyWritten = false;
    for (Outcome outcome : outcomes) {
      anyWritten |= outcome.written();
      if (outcome.merged() instanceof Merged.Blocked) {
        awaited.add(outcome.run().table());
      }
    }
    if (anyWritten) {
      return mergedOnce(runs, table, true, Set.of());
    }
    return awaited.isEmpty() ? outcomes : mergedOnce(runs, table, ends, awaited);
  }

  private List<Outcome> mergedOnce(
      List<TrackedRun> runs, TableSnapshot table, boolean ends, Set<String> awaited) {
    Instant now = time.now();
    Map<String, VerdictRow> rows = new HashMap<>(table.rows());
    List<Outcome> outcomes = new ArrayList<>();
    for (TrackedRun run : runs) {
      RunReport report = run.report();
      if (report == null || run.row().superseded()) {
        continue;
      }
      VerdictRow before = rows.get(run.table());
      Merged merged = merge.merge(before, run.row().acknowledged(), report, now);
      boolean written =
          merged instanceof Merged.Mine mine
              && due(run, mine.urgency(), ends || awaited.contains(run.table()));
      if (written) {
        rows.put(run.table(), ((Merged.Mine) merged).row());
      }
      outcomes.add(new Outcome(run, before, merged, written));
    }
    return outcomes;
  }

  private static List<VerdictRow> changed(List<Outcome> outcomes) {
    Map<String, VerdictRow> rows = new HashMap<>();
    for (Outcome outcome : outcomes) {
      if (outcome.written() && outcome.merged() instanceof Merged.Mine mine) {
        rows.put(mine.row().tableName(), mine.row());
      }
    }
    return List.copyOf(rows.values());
  }

  /** Takes over what the table now says of a run. */
  private void settle(Outcome outcome) {
    TrackedRun run = outcome.run();
    long nanos = time.nanoTime();
    run.checked(nanos + heartbeat.toNanos());
    if (outcome.merged() instanceof Merged.Mine mine) {
      if (outcome.written()) {
        run.row().wrote(mine.row(), nanos);
        advanced(outcome.before(), mine.row());
      } else {
        run.row().saw(outcome.before());
        retryHold(run, mine.urgency(), nanos);
      }
    } else if (outcome.merged() instanceof Merged.Blocked blocked) {
      run.checked(nanos + Math.min(BLOCKED_RECHECK.toNanos(), heartbeat.toNanos()));
      if (run.row().block(blocked, outcome.before())) {
        LOG.error("{} is not written ({}): {}.", run.table(), blocked.code(), blocked.why());
      }
    } else if (outcome.merged() instanceof Merged.Superseded superseded) {
      metrics.superseded();
      if (run.row().supersede()) {
        LOG.info("{} no longer writes: {}.", run, superseded.why());
      }
    }
    VerdictRow now = outcome.written() ? ((Merged.Mine) outcome.merged()).row() : outcome.before();
    metrics.table(run.table()).verdict(now == null ? null : now.finalizedUntil());
    show(run, held(outcome));
  }

  /** What holds the row once the report is merged, which knows more than the run alone. */
  private static @Nullable Hold held(Outcome outcome) {
    if (!(outcome.merged() instanceof Merged.Mine mine)) {
      return outcome.run().hold();
    }
    VerdictRow row = mine.row();
    if (row.reasonCode() == null || row.heldSince() == null) {
      return null;
    }
    return new Hold(
        HoldCode.valueOf(row.reasonCode()), String.valueOf(row.reason()), row.heldSince());
  }

  private void retryHold(TrackedRun run, Urgency urgency, long nanos) {
    if (urgency == Urgency.HOLD) {
      run.checked(nanos + Math.min(HOLD_LIMIT.toNanos(), heartbeat.toNanos()));
    }
  }

  private void advanced(@Nullable VerdictRow before, VerdictRow after) {
    Instant was = before == null ? null : before.finalizedUntil();
    if (!Objects.equals(was, after.finalizedUntil())) {
      metrics.table(after.tableName()).advanced();
      LOG.debug("{} is final until {}.", after.tableName(), after.finalizedUntil());
    }
  }

  /** Shows in the metrics what holds a run's table. */
  void show(TrackedRun run, @Nullable Hold hold) {
    TableMetrics table = metrics.table(run.table());
    if (hold == null) {
      table.held(TableMetrics.Held.NOT);
    } else if (!table.held().code().equals(hold.code().name())) {
      table.held(new TableMetrics.Held(hold.code().name(), hold.since()));
    }
  }
}
