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
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.Hold;
import io.tidegate.internal.verdict.Merged;
import io.tidegate.internal.verdict.Merged.Urgency;
import io.tidegate.internal.verdict.Refusal;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

  private static final Duration LONGEST_RECHECK = Duration.ofMinutes(1);
  private static final int RECHECKS_PER_HEARTBEAT = 8;
  private static final Duration BUDGET = Duration.ofSeconds(2);

  private final CommitLoop<VerdictRow> loop;
  private final GroupMerge group;
  private final DoneMarkers markers;
  private final StoreHealth health;
  private final TidegateMetrics metrics;
  private final Time time;
  private final Redactor redactor;
  private final Duration recheck;

  VerdictWriter(
      CommitLoop<VerdictRow> loop,
      GroupMerge group,
      DoneMarkers markers,
      StoreHealth health,
      TidegateMetrics metrics,
      Time time,
      Redactor redactor,
      Duration heartbeat) {
    this.loop = loop;
    this.group = group;
    this.markers = markers;
    this.health = health;
    this.metrics = metrics;
    this.time = time;
    this.redactor = redactor;
    Duration part = heartbeat.dividedBy(RECHECKS_PER_HEARTBEAT);
    this.recheck = part.compareTo(LONGEST_RECHECK) < 0 ? part : LONGEST_RECHECK;
  }

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

  /**
   * Brings the table up to what the runs report, and to what starts were refused.
   *
   * @return how it went
   */
  Written write(List<TrackedRun> runs, RefusedStarts refused, boolean applicationEnds) {
    List<TrackedRun> ordered = new ArrayList<>(runs);
    ordered.sort(GroupMerge.OLDEST_FIRST);
    List<Refusal> waiting = refused.waiting();
    List<Refusal> later = new ArrayList<>();
    List<GroupMerge.Outcome> outcomes = new ArrayList<>();
    CommitLoop.Result<VerdictRow> result =
        loop.run(
            table -> {
              outcomes.clear();
              markers.read(table.absentColumns());
              outcomes.addAll(group.merge(ordered, table, applicationEnds));
              later.clear();
              return group.stopped(outcomes, waiting, table, later);
            },
            BUDGET);
    if (result instanceof CommitLoop.Result.Done<VerdictRow>) {
      health.succeeded();
      outcomes.forEach(this::settle);
      leaveToOthers(outcomes);
      refused.shown(waiting, later, time.nanoTime());
      return Written.ALL;
    }
    if (result instanceof CommitLoop.Result.Refused<VerdictRow> failure) {
      health.refused(failure.cause(), time.nanoTime());
      showStore(runs, failure.cause());
      return Written.REFUSED;
    }
    StoreException cause = ((CommitLoop.Result.Failed<VerdictRow>) result).cause();
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

  /** Takes over what the table now says of a run. */
  private void settle(GroupMerge.Outcome outcome) {
    TrackedRun run = outcome.run();
    long nanos = time.nanoTime();
    run.checked(nanos + recheck.toNanos());
    if (outcome.merged() instanceof Merged.Mine mine) {
      if (outcome.written()) {
        run.row().wrote(mine.row());
        advanced(outcome.before(), mine.row());
        if (mine.urgency() == Urgency.HOLD) {
          group.holdWritten(run.table(), nanos);
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
    if (now != null && outcome.merged() instanceof Merged.Mine) {
      markers.acknowledged(run, now);
    }
    show(run, held(outcome));
  }

  /** Ends the markers of tables whose rows no run of this application may write any more. */
  private void leaveToOthers(List<GroupMerge.Outcome> outcomes) {
    Set<String> ours = new HashSet<>();
    for (GroupMerge.Outcome outcome : outcomes) {
      if (outcome.merged() instanceof Merged.Mine) {
        ours.add(outcome.run().table());
      }
    }
    for (GroupMerge.Outcome outcome : outcomes) {
      if (!ours.contains(outcome.run().table())) {
        markers.lost(outcome.run().table());
      }
    }
  }

  /** What holds the row once the report is merged, which knows more than the run alone. */
  private static @Nullable Hold held(GroupMerge.Outcome outcome) {
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
  private void show(TrackedRun run, @Nullable Hold hold) {
    TableMetrics table = metrics.table(run.table());
    if (hold == null) {
      table.held(TableMetrics.Held.NOT);
    } else if (!table.held().code().equals(hold.code().name())) {
      table.held(new TableMetrics.Held(hold.code().name(), hold.since()));
    }
  }
}
