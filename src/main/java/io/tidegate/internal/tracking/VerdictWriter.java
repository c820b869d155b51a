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
import io.tidegate.internal.util.Redactor;
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

  private static final Duration LONGEST_RECHECK = Duration.ofMinutes(1);
  private static final int RECHECKS_PER_HEARTBEAT = 8;
  private static final Duration BUDGET = Duration.ofSeconds(2);

  /** Runs in the order in which they are merged. */
  static final Comparator<TrackedRun> OLDEST_FIRST =
      Comparator.<TrackedRun, Instant>comparing(run -> run.start().startedAt())
          .thenComparing(run -> run.start().runId());

  private final CommitLoop loop;
  private final VerdictMerge merge;
  private final StoreHealth health;
  private final TidegateMetrics metrics;
  private final Time time;
  private final Redactor redactor;
  private final Duration recheck;
  private final Map<String, Long> holdWrittenNanos = new HashMap<>();

  VerdictWriter(
      CommitLoop loop,
      VerdictMerge merge,
      StoreHealth health,
      TidegateMetrics metrics,
      Time time,
      Redactor redactor,
      Duration heartbeat) {
    this.loop = loop;
    this.merge = merge;
    this.health = health;
    this.metrics = metrics;
    this.time = time;
    this.redactor = redactor;
    Duration part = heartbeat.dividedBy(RECHECKS_PER_HEARTBEAT);
    this.recheck = part.compareTo(LONGEST_RECHECK) < 0 ? part : LONGEST_RECHECK;
  }

  /**
   * What one run's report came to on one snapshot.
   *
   * @param covered whether a later run of the same lineage speaks for it
   */
  private record Outcome(
      TrackedRun run,
      @Nullable VerdictRow before,
      Merged merged,
      boolean written,
      boolean covered) {}

  /** What came of a write. */
  enum Written {
    /** The table says all that the runs report. */
    ALL,
    /** It may at a later try. */
    NOT_YET,
    /** Not until somebody changes the table or the settings. */
    REFUSED
  }

  /** How long a run that has nothing to write is left alone; comparing again costs no I/O. */
  Duration recheck() {
    return recheck;
  }

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
    VerdictRow row = run.row().current();
    Merged merged = merge.merge(row, run.row().acknowledged(), report, now);
    return !(merged instanceof Merged.Mine mine) || due(run, row, mine, applicationEnds);
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

  private boolean due(
      TrackedRun run, @Nullable VerdictRow before, Merged.Mine mine, boolean applicationEnds) {
    return switch (mine.urgency()) {
      case NOW, HEARTBEAT -> true;
      case HOLD -> holdMayBeWritten(run.table());
      case AT_THE_END -> applicationEnds && differs(before, mine.row());
      case NOTHING -> false;
    };
  }

  private boolean holdMayBeWritten(String table) {
    Long last = holdWrittenNanos.get(table);
    return last == null || time.nanoTime() - last >= HOLD_LIMIT.toNanos();
  }

  /** Whether a write would change more than when the row was written. */
  private static boolean differs(@Nullable VerdictRow before, VerdictRow after) {
    return before == null
        || !after.toBuilder().updatedAt(before.updatedAt()).build().equals(before);
  }

  /**
   * Brings the table up to what the runs report.
   *
   * @return how it went
   */
  Written write(List<TrackedRun> runs, boolean applicationEnds) {
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
      return Written.ALL;
    }
    if (result instanceof CommitLoop.Result.Refused refused) {
      health.refused(refused.cause(), time.nanoTime());
      showStore(runs, refused.cause());
      return Written.REFUSED;
    }
    StoreException cause = ((CommitLoop.Result.Failed) result).cause();
    health.failed(cause, time.nanoTime());
    showStore(runs, cause);
    return Written.NOT_YET;
  }

  private void showStore(List<TrackedRun> runs, StoreException cause) {
    Hold hold = new Hold(HoldCode.STORE, String.valueOf(cause.getMessage()), time.now());
    for (TrackedRun run : runs) {
      if (!run.row().superseded()) {
        show(run, hold);
      }
    }
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
    for (int i = 0; i < runs.size(); i++) {
      TrackedRun run = runs.get(i);
      RunReport report = run.report();
      if (report == null || run.row().superseded()) {
        continue;
      }
      VerdictRow before = rows.get(run.table());
      Set<String> later = laterRuns(report, runs.subList(i + 1, runs.size()));
      boolean covered = !later.isEmpty();
      Merged merged =
          before != null && later.contains(before.runId())
              ? new Merged.Superseded("run " + before.runId() + " of this application goes on")
              : merge.merge(before, run.row().acknowledged(), report, now);
      boolean endToo = !covered && (ends || awaited.contains(run.table()));
      boolean written = merged instanceof Merged.Mine mine && due(run, before, mine, endToo);
      if (written) {
        rows.put(run.table(), ((Merged.Mine) merged).row());
      }
      outcomes.add(new Outcome(run, before, merged, written, covered));
    }
    return outcomes;
  }

  /** The runs of the same lineage, among those that started later, that have looked at it. */
  private static Set<String> laterRuns(RunReport report, List<TrackedRun> startedLater) {
    Set<String> later = new HashSet<>();
    for (TrackedRun run : startedLater) {
      RunReport other = run.report();
      if (other != null
          && other.table().equals(report.table())
          && other.owner().queryId().equals(report.owner().queryId())
          && other.owner().checkpoint().equals(report.owner().checkpoint())) {
        later.add(other.owner().runId());
      }
    }
    return later;
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
    run.checked(nanos + recheck.toNanos());
    if (outcome.merged() instanceof Merged.Mine mine) {
      if (outcome.written()) {
        run.row().wrote(mine.row());
        advanced(outcome.before(), mine.row());
        if (mine.urgency() == Urgency.HOLD) {
          holdWrittenNanos.put(run.table(), nanos);
        }
      } else {
        unwritten(run, outcome.before());
      }
      if (outcome.covered() && run.closed() && run.reads().complete()) {
        run.row().supersede();
      }
    } else if (outcome.merged() instanceof Merged.Blocked blocked) {
      if (run.row().block(blocked, outcome.before())) {
        LOG.error(
            "{} is not written ({}): {}.",
            run.table(),
            blocked.code(),
            redactor.text(blocked.why()));
      }
    } else if (outcome.merged() instanceof Merged.Superseded superseded) {
      metrics.superseded();
      if (run.row().supersede()) {
        LOG.info("{} no longer writes: {}.", run, redactor.text(superseded.why()));
      }
    }
    if (run.row().superseded()) {
      return; // the figures are its successor's
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

  /**
   * Takes over a row that needs nothing. Where it names the run, a commit whose outcome was unknown
   * has written it, and from then on a newer owner is told apart from an older one.
   */
  private static void unwritten(TrackedRun run, @Nullable VerdictRow row) {
    if (row != null && run.start().runId().toString().equals(row.runId())) {
      run.row().wrote(row);
    } else {
      run.row().saw(row);
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
