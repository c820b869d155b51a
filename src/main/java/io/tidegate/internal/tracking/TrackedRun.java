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

import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.verdict.Hold;
import io.tidegate.internal.verdict.Owner;
import io.tidegate.internal.verdict.RunEnd;
import io.tidegate.internal.verdict.RunReport;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One tracked run, from its first sight to its recorded end. Only {@link #slot()} may be used by
 * other threads than the writer's.
 */
final class TrackedRun {

  private final RunStart start;
  private final QuerySettings settings;
  private final String table;
  private final String process;
  private final RunSlot slot = new RunSlot();
  private final RunRow row = new RunRow();
  private final RunJudge judge;
  private final ArrivalWatch arrival;
  private final MoveHint hint;
  private final RunReads reads;
  private @Nullable QueryHandle handle;
  private @Nullable Finding found;
  private @Nullable RunEnd end;
  private @Nullable Instant triggeredAt;
  private @Nullable Instant triggeredWhenSuperseded;
  private boolean touched = true;
  private boolean troubleTold;
  private boolean foundTold;
  private long recheckNanos;

  TrackedRun(
      RunStart start,
      QuerySettings settings,
      String process,
      ClockCheck clocks,
      Redactor redactor,
      long nowNanos) {
    this.start = start;
    this.settings = settings;
    this.table = settings.tableFor(start.name());
    this.process = process;
    this.handle = start.handle();
    this.judge = new RunJudge(settings, table, clocks.tolerance(), redactor);
    this.arrival = new ArrivalWatch(settings, start, clocks, nowNanos);
    this.hint = new MoveHint(settings, arrival);
    this.reads = new RunReads(nowNanos);
    this.recheckNanos = nowNanos;
  }

  /** Where other threads hand things over. */
  RunSlot slot() {
    return slot;
  }

  /** The query of a run that was first seen without it, once; null at all other times. */
  @Nullable QueryHandle newlyFound() {
    QueryHandle query = start.handle() == null && !foundTold ? handle : null;
    foundTold |= query != null;
    return query;
  }

  QuerySettings settings() {
    return settings;
  }

  RunStart start() {
    return start;
  }

  String table() {
    return table;
  }

  RunRow row() {
    return row;
  }

  RunReads reads() {
    return reads;
  }

  /** Decides for the waiting progress whether the checkpoint must be looked at. */
  void lookAtSlot(Instant now, long nowNanos) {
    Progress newest = slot.takeProgress();
    if (newest != null) {
      lookAt(newest, now, nowNanos);
    }
  }

  /** Does the same for the query's own newest progress, which no bus can drop. */
  void lookAtQuery(Instant now, long nowNanos) {
    QueryHandle query = handle;
    if (query != null && end == null) {
      query.lastProgress().ifPresent(newest -> lookAt(newest, now, nowNanos));
      Hold before = judge.hold();
      arrival.remind(judge, now, ArrivalWatch.PATIENCE);
      touched |= !Objects.equals(judge.hold(), before);
    }
  }

  private void lookAt(Progress progress, Instant now, long nowNanos) {
    Instant triggered = progress.triggeredAt();
    if (triggered != null && (triggeredAt == null || triggered.isAfter(triggeredAt))) {
      triggeredAt = triggered;
    }
    if (progress.batchId() < judge.newestBatchId()) {
      return; // the checkpoint was ahead of the bus
    }
    Hold before = judge.hold();
    long batch = hint.batchOf(progress);
    boolean couldMove = hint.couldMove(progress, judge, now, nowNanos);
    if (batch >= 0 && (couldMove || (tainted() && !judge.settled()))) {
      reads.wantBatch(batch);
    }
    touched |= !Objects.equals(judge.hold(), before);
  }

  /** Whether a rejected time stands in the row, which a time in the same period may pass. */
  private boolean tainted() {
    VerdictRow known = row.current();
    return known != null && known.heldValue() != null;
  }

  /** Whether the query has ended: as the kept query says, or else the bus. */
  boolean over() {
    QueryHandle query = handle;
    return query == null ? slot.termination() != null : !query.active();
  }

  /** Records the end, once, and asks for a last look at the checkpoint. */
  void close(Instant now, long nowNanos) {
    if (end == null) {
      lookAtQuery(now, nowNanos);
      end = endNow(now);
      reads.wantNewest();
    }
  }

  boolean closed() {
    return end != null;
  }

  /** How the query ended; an error that only shows a context being stopped is a graceful end. */
  private RunEnd endNow(Instant now) {
    QueryHandle query = handle;
    if (query == null) {
      RunSlot.Termination told = slot.termination();
      return new RunEnd(now, told == null ? null : told.error());
    }
    return query
        .failure()
        .filter(failure -> !failure.contextStopping())
        .map(failure -> new RunEnd(now, failure.text(), failure.concurrentRun()))
        .orElse(new RunEnd(now, null));
  }

  Examiner.Request beginRead(long nowNanos) {
    Finding last = found;
    return new Examiner.Request(
        start,
        handle,
        judge.understoodPlan(),
        last != null && last.hasState(),
        startedAtZero(last),
        reads.begin(nowNanos, end != null));
  }

  private static @Nullable Boolean startedAtZero(@Nullable Finding last) {
    return last == null ? null : last.startedAtZero();
  }

  /**
   * Takes over what an examination found, if one has ended.
   *
   * @param pause before another try, when it failed
   * @return what is odd about the checkpoint
   */
  List<String> takeFinding(Instant now, long nowNanos, Duration pause) {
    RunSlot.Found handed = slot.takeFinding();
    if (handed == null || !reads.inFlight() || handed.ticket() != reads.ticket()) {
      return List.of();
    }
    Finding result = handed.finding();
    // Damage may be repaired while the query runs; its end does not wait for that.
    boolean again = result.failed() || (result.unreadable() != null && !reads.last());
    return take(result, again && result.checkpoint() != null, now, nowNanos, pause);
  }

  /**
   * Gives the examination that hangs up to its thread, and asks for another.
   *
   * @return what to log
   */
  List<String> abandonRead(String why, Instant now, long nowNanos, Duration pause) {
    reads.giveUp();
    Finding last = found;
    QueryHandle query = handle;
    Finding none =
        new Finding(
            query,
            last == null ? QueryPlan.unreadable(why) : last.plan(),
            query == null ? null : query.checkpoint().orElse(null),
            last != null && last.hasState(),
            null,
            startedAtZero(last),
            why,
            true,
            List.of(why));
    return take(none, true, now, nowNanos, pause);
  }

  private List<String> take(
      Finding result, boolean again, Instant now, long nowNanos, Duration pause) {
    Finding last = found;
    found = result;
    if (result.handle() != null) {
      handle = result.handle();
    }
    reads.finish(again, nowNanos, pause);
    touched = true;
    judge.judge(result, arrival.shown(), now);
    if (end != null) {
      arrival.remind(judge, now, Duration.ZERO);
    }
    return last != null && last.notes().equals(result.notes()) ? List.of() : result.notes();
  }

  /** The checkpoint's path, as messages name it. */
  @Nullable String checkpoint() {
    return found == null ? null : found.checkpoint();
  }

  /** The report; null before the checkpoint has been looked at, or when its path is not known. */
  @Nullable RunReport report() {
    Finding last = found;
    if (last == null || last.checkpoint() == null) {
      return null;
    }
    Owner owner =
        new Owner(
            start.name(),
            start.queryId().toString(),
            last.checkpoint(),
            start.runId().toString(),
            start.startedAt(),
            process);
    return judge.report(owner, triggeredAt, reads.triedAfterEnd() ? end : null);
  }

  /** What holds the verdict as far as this run knows; null when nothing does. */
  @Nullable Hold hold() {
    return row.blocked() != null
        ? new Hold(row.blocked().code(), row.blocked().why(), start.startedAt())
        : judge.hold();
  }

  /**
   * Looks at the row again where another run has it for good, once this one has begun another
   * trigger: the other may be gone.
   */
  void reconsider() {
    if (row.superseded() && end == null && !Objects.equals(triggeredAt, triggeredWhenSuperseded)) {
      triggeredWhenSuperseded = triggeredAt;
      row.reconsider();
    }
  }

  /** Whether the report should be compared with the row again. */
  boolean checkDue(long nowNanos) {
    return touched || nowNanos - recheckNanos >= 0;
  }

  void checked(long nextNanos) {
    touched = false;
    recheckNanos = nextNanos;
  }

  /** Whether an error of ours is the first one met with this run. */
  boolean firstTrouble() {
    boolean first = !troubleTold;
    troubleTold = true;
    return first;
  }

  void touch() {
    touched = true;
  }

  @Override
  public String toString() {
    return "run " + start.runId() + " of '" + settings.label() + "'";
  }
}
