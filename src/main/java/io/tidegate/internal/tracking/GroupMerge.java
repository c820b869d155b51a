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

import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.Merged;
import io.tidegate.internal.verdict.Merged.Urgency;
import io.tidegate.internal.verdict.Owner;
import io.tidegate.internal.verdict.Refusal;
import io.tidegate.internal.verdict.RunReport;
import io.tidegate.internal.verdict.VerdictMerge;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges the reports of all runs into one snapshot of the table, and tells which rows must be
 * written for it. Confined to the writer thread.
 */
final class GroupMerge {

  /** A change of nothing but a hold's code is written at most this often. */
  static final Duration HOLD_LIMIT = Duration.ofMinutes(10);

  /** Runs in the order in which they are merged. */
  static final Comparator<TrackedRun> OLDEST_FIRST =
      Comparator.<TrackedRun, Instant>comparing(run -> run.start().startedAt())
          .thenComparing(run -> run.start().runId());

  private final VerdictMerge merge;
  private final DoneMarkers markers;
  private final Time time;
  private final Map<String, Long> holdWrittenNanos = new HashMap<>();

  GroupMerge(VerdictMerge merge, DoneMarkers markers, Time time) {
    this.merge = merge;
    this.markers = markers;
    this.time = time;
  }

  /**
   * What one run's report came to on one snapshot.
   *
   * @param covered whether a later run of the same lineage speaks for it
   */
  record Outcome(
      TrackedRun run,
      @Nullable VerdictRow before,
      Merged merged,
      boolean written,
      boolean covered) {}

  /** A row was written for its hold alone. */
  void holdWritten(String table, long nowNanos) {
    holdWrittenNanos.put(table, nowNanos);
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
    Merged merged = merged(run, run.row().current(), report, now);
    return !(merged instanceof Merged.Mine mine) || due(run, mine, applicationEnds);
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
    Merged merged = merged(run, run.row().current(), report, time.now());
    return merged instanceof Merged.Mine mine && mine.urgency().compareTo(Urgency.AT_THE_END) <= 0;
  }

  private Merged merged(TrackedRun run, @Nullable VerdictRow row, RunReport report, Instant now) {
    return merge.merge(row, run.row().acknowledged(), report, markers.marks(run), now);
  }

  private boolean due(TrackedRun run, Merged.Mine mine, boolean applicationEnds) {
    return switch (mine.urgency()) {
      case NOW, HEARTBEAT -> true;
      case HOLD -> holdMayBeWritten(run.table());
      case AT_THE_END -> applicationEnds;
      case NOTHING -> false;
    };
  }

  private boolean holdMayBeWritten(String table) {
    Long last = holdWrittenNanos.get(table);
    return last == null || time.nanoTime() - last >= HOLD_LIMIT.toNanos();
  }

  /**
   * Merges all runs, oldest first. A run's end that could wait is written after all when another
   * run of this application is waiting for the row, or when there is a commit anyway.
   */
  List<Outcome> merge(List<TrackedRun> runs, TableSnapshot<VerdictRow> table, boolean ends) {
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
      List<TrackedRun> runs, TableSnapshot<VerdictRow> table, boolean ends, Set<String> awaited) {
    Instant now = time.now();
    Map<String, VerdictRow> rows = new HashMap<>(table.rows());
    List<Outcome> outcomes = new ArrayList<>();
    for (Candidate candidate : candidates(runs)) {
      TrackedRun run = candidate.run();
      VerdictRow before = rows.get(run.table());
      boolean covered = !candidate.later().isEmpty();
      Merged merged =
          candidate.goesOnAs(before)
              ? new Merged.Superseded("a later run of this application goes on")
              : merged(run, before, candidate.report(), now);
      boolean endToo = !covered && (ends || awaited.contains(run.table()));
      boolean written = merged instanceof Merged.Mine mine && due(run, mine, endToo);
      if (written) {
        rows.put(run.table(), ((Merged.Mine) merged).row());
      }
      outcomes.add(new Outcome(run, before, merged, written, covered));
    }
    return outcomes;
  }

  /**
   * A run that has something to say.
   *
   * @param later the runs of its lineage, feeding the same table, that started after it
   */
  private record Candidate(TrackedRun run, RunReport report, Set<String> later) {

    /** Whether the row, which may be absent or without an owner, belongs to one of them. */
    boolean goesOnAs(@Nullable VerdictRow row) {
      return row != null && row.runId() != null && later.contains(row.runId());
    }
  }

  /** The runs that have something to say, in the order given. */
  private static List<Candidate> candidates(List<TrackedRun> runs) {
    Map<List<String>, Set<String>> byLineage = new HashMap<>();
    List<Candidate> candidates = new ArrayList<>();
    for (int i = runs.size() - 1; i >= 0; i--) {
      TrackedRun run = runs.get(i);
      RunReport report = run.report();
      if (report == null) {
        continue;
      }
      Owner owner = report.owner();
      Set<String> later =
          byLineage.computeIfAbsent(
              List.of(report.table(), owner.queryId(), owner.checkpoint()), k -> new HashSet<>());
      if (!run.row().superseded()) {
        candidates.add(new Candidate(run, report, Set.copyOf(later)));
      }
      later.add(owner.runId());
    }
    Collections.reverse(candidates);
    return candidates;
  }

  /**
   * The rows to write, one for each table: of the runs, and of lineages that were refused a start.
   *
   * @param refusals what the table does not show yet
   * @param later gets those that it may not show yet
   */
  List<VerdictRow> stopped(
      List<Outcome> outcomes,
      List<Refusal> refusals,
      TableSnapshot<VerdictRow> table,
      List<Refusal> later) {
    Map<String, VerdictRow> rows = new HashMap<>();
    for (Outcome outcome : outcomes) {
      if (outcome.written() && outcome.merged() instanceof Merged.Mine mine) {
        rows.put(mine.row().tableName(), mine.row());
      }
    }
    Instant now = time.now();
    for (Refusal refusal : refusals) {
      VerdictRow row = rows.getOrDefault(refusal.table(), table.rows().get(refusal.table()));
      VerdictMerge.Stopped stopped = merge.stopped(row, refusal, now);
      if (stopped instanceof VerdictMerge.Stopped.Row changed) {
        rows.put(refusal.table(), changed.row());
      } else if (stopped instanceof VerdictMerge.Stopped.NotYet) {
        later.add(refusal);
      }
    }
    return List.copyOf(rows.values());
  }
}
