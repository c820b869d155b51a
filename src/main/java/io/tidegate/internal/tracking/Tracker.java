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

import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.settings.QueryMatcher;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.CommitLoop;
import io.tidegate.internal.util.ErrorText;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.Ownership;
import io.tidegate.internal.verdict.Refusal;
import io.tidegate.internal.verdict.VerdictMerge;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks the runs of one application. The methods that take events may be called by any thread,
 * store one reference and return; {@link #runOnce()} belongs to one thread, the writer, and does
 * all the work. Events only wake it up: what it decides on is read from checkpoints.
 */
public final class Tracker {
  private static final Logger LOG = LoggerFactory.getLogger(Tracker.class);

  /** How soon a waiting progress is looked at. */
  static final Duration POLL = Duration.ofMillis(25);

  /** How often queries are asked for their newest progress, in case the bus dropped it. */
  static final Duration ASK_QUERIES_EVERY = Duration.ofSeconds(5);

  /** How long a commit waits for other runs' reads, so that one commit serves them all. */
  static final Duration LINGER = Duration.ofMillis(200);

  private static final Duration READ_AGAIN_AFTER = Duration.ofSeconds(5);
  private static final Duration IDLE_POLL = Duration.ofSeconds(1);

  private final TidegateSettings settings;
  private final TrackerParts parts;
  private final Time time;
  private final ClockCheck clocks;
  private final Runs runs;
  private final Examiner examiner;
  private final DoneMarkers markers;
  private final GroupMerge group;
  private final VerdictWriter writer;
  private final StoreHealth health;
  private final Retirement retirement;
  private final ApplicationEnd end;
  private final RefusedStarts refused;
  private final Recoveries recovery;
  private long askedNanos;
  private @Nullable Long dueSinceNanos;

  /** Makes a tracker; it starts no thread and touches no storage. */
  public Tracker(TidegateSettings settings, TrackerParts parts) {
    this.settings = settings;
    this.parts = parts;
    this.time = parts.time();
    this.examiner = new Examiner(parts.checkpoints(), parts.lookup());
    TidegateMetrics metrics = parts.metrics();
    this.runs =
        new Runs(new QueryMatcher(settings.queries()), this::newRun, metrics, parts.redactor());
    long nanos = time.nanoTime();
    this.clocks = new ClockCheck(time.now(), nanos, settings.maxFutureSkew());
    this.health =
        new StoreHealth(
            OwnTable.Kind.CONTROL.toString(),
            metrics::failureStreak,
            parts.random(),
            parts.redactor(),
            nanos);
    this.askedNanos = nanos;
    this.markers =
        new DoneMarkers(
            parts.done(),
            metrics,
            time,
            parts.random(),
            parts.redactor(),
            settings.commitTimeout());
    this.group =
        new GroupMerge(
            new VerdictMerge(
                new Ownership(parts.knownGone(), settings.maxFutureSkew()), settings.heartbeat()),
            markers,
            time);
    this.writer =
        new VerdictWriter(
            new CommitLoop<>(parts.store(), time, parts.random(), new MeasuredCommits(metrics)),
            group,
            markers,
            health,
            metrics,
            time,
            parts.redactor(),
            settings.heartbeat());
    this.retirement = new Retirement(runs, group);
    this.end = new ApplicationEnd(settings.flushTimeout());
    this.refused = new RefusedStarts(nanos);
    this.recovery = new Recoveries(settings, parts, this::refused, nanos);
  }

  private void refused(Refusal refusal) {
    runs.refused(refusal.queryName());
    refused.add(refusal);
  }

  private TrackedRun newRun(RunStart start, QuerySettings entry) {
    return new TrackedRun(start, entry, parts.process(), clocks, parts.redactor(), time.nanoTime());
  }

  // ---- any thread

  /**
   * A query started.
   *
   * @param name its name; null when it has none
   * @param startedAt by the driver's clock
   * @param handles gives the query; called only when the name is configured
   * @return whether the query is tracked
   */
  public boolean started(
      UUID queryId, UUID runId, @Nullable String name, Instant startedAt, QueryLookup handles) {
    TrackedRun run =
        runs.add(
            queryId,
            runId,
            name,
            (q, r, n) -> new RunStart(q, r, n, startedAt, true, handles.find(q, r).orElse(null)));
    if (run == null) {
      return false;
    }
    QueryHandle handle = run.start().handle();
    if (handle != null) {
      recovery.bind(run.start(), handle, run.settings().recovery());
    }
    return true;
  }

  /** Where queries ask whether they may start. */
  public StartGate gate() {
    return recovery.gate();
  }

  /** A query made progress. A run that was never seen to start is adopted. */
  public void progressed(UUID runId, Progress progress) {
    TrackedRun run = runs.find(runId);
    if (run == null) {
      run = adopt(runId, progress);
    }
    if (run != null && run.slot().offer(progress)) {
      parts.metrics().overwritten();
    }
  }

  private @Nullable TrackedRun adopt(UUID runId, Progress progress) {
    if (runs.stranger(runId)) {
      return null;
    }
    Instant triggered = progress.triggeredAt();
    Instant seen = triggered == null ? time.now() : triggered;
    return runs.add(
        progress.queryId(),
        runId,
        progress.queryName(),
        (q, r, n) -> new RunStart(q, r, n, seen, false, null));
  }

  /** A query found nothing to do. A run that was never seen to start is adopted. */
  public void idled(UUID queryId, UUID runId) {
    if (runs.find(runId) == null && !runs.stranger(runId)) {
      runs.sighted(queryId, runId);
    }
  }

  /**
   * A query ended.
   *
   * @param error its error in a line, redacted; null for a graceful end
   */
  public void terminated(UUID runId, @Nullable String error) {
    TrackedRun run = runs.find(runId);
    if (run == null) {
      runs.forget(runId);
    } else {
      run.slot().terminated(error);
    }
  }

  /** The application ends: everything is read and written once more, then {@link #done()}. */
  public void end() {
    recovery.applicationEnds();
    end.ask();
  }

  /**
   * Whether the end was asked for and there is nothing left to do: what could be written is, or the
   * control table refuses all of it.
   */
  public boolean done() {
    return end.done();
  }

  /** Tables that the end has left to read or to write; all of them before its first pass. */
  public List<String> unwritten() {
    List<String> left = end.left();
    return left == null ? tables(runs.all()) : left;
  }

  /** Whether some of that cannot be written any more, since the SparkContext has stopped. */
  public boolean cutOff() {
    return end.cutOff();
  }

  /** Runs that are kept, ended ones included. */
  int trackedRuns() {
    return runs.all().size();
  }

  private static List<String> tables(Collection<TrackedRun> runs) {
    return runs.stream().map(TrackedRun::table).distinct().sorted().toList();
  }

  // ---- the writer thread

  /**
   * One pass: takes what was handed over, starts reads, writes what is due.
   *
   * @return how long nothing more needs to be done unless something is handed over
   */
  public Duration runOnce() {
    boolean lastCall = end.asked();
    long nanos = time.nanoTime();
    Instant now = time.now();
    if (lastCall && end.begin(nanos)) {
      beginEnd(nanos);
    }
    adoptSightings(now);
    boolean ask = nanos - askedNanos >= ASK_QUERIES_EVERY.toNanos();
    if (ask) {
      askedNanos = nanos;
    }
    for (TrackedRun run : runs.all()) {
      guarded(
          run,
          () -> {
            step(run, now, nanos, ask, lastCall);
            return true;
          });
    }
    boolean noUse = write(nanos, lastCall);
    deliver(nanos, lastCall);
    retirement.retire();
    LineageWriter.Phase phase =
        !lastCall
            ? LineageWriter.Phase.RUNNING
            : end.graceIsOver(nanos) ? LineageWriter.Phase.LAST : LineageWriter.Phase.ENDING;
    boolean recorded = recovery.pass(now, nanos, ask, phase);
    if (lastCall) {
      checkDone(noUse, recorded);
    }
    return runs.all().isEmpty() && markers.unsettled().isEmpty() ? IDLE_POLL : POLL;
  }

  /** Keeps an error of ours that one run provokes from the others. */
  private boolean guarded(TrackedRun run, BooleanSupplier work) {
    try {
      return work.getAsBoolean();
    } catch (RuntimeException | LinkageError e) {
      if (run.firstTrouble()) {
        LOG.error(
            "{} met an error of Tidegate's own; its verdict may wait, other queries are not"
                + " affected.\n{}",
            run,
            parts.redactor().text(ErrorText.stack(e)));
      }
      return false;
    }
  }

  private void beginEnd(long nanos) {
    for (TrackedRun run : runs.all()) {
      if (!run.closed()) {
        run.reads().wantNewest();
      }
      run.reads().hurry(nanos);
      run.touch();
    }
    runs.warnOfUnmatched(settings.queries());
  }

  private void adoptSightings(Instant now) {
    for (Runs.Sighting seen : runs.takeSightings()) {
      QueryHandle handle = parts.lookup().find(seen.queryId(), seen.runId()).orElse(null);
      if (handle != null) {
        runs.add(
            seen.queryId(),
            seen.runId(),
            handle.name().orElse(null),
            (q, r, n) -> new RunStart(q, r, n, now, false, handle));
      }
    }
  }

  private void step(TrackedRun run, Instant now, long nanos, boolean ask, boolean lastCall) {
    tell(run, run.takeFinding(now, nanos, READ_AGAIN_AFTER));
    QueryHandle found = run.newlyFound();
    if (found != null) {
      recovery.bind(run.start(), found, run.settings().recovery());
    }
    if (!run.closed()) {
      run.lookAtSlot(now, nanos);
      if (ask) {
        run.lookAtQuery(now, nanos);
      }
      if (run.over() || (lastCall && end.graceIsOver(nanos))) {
        run.close(now, nanos);
      }
    }
    if (run.reads().hangs(nanos, settings.commitTimeout())) {
      String why = "a read of the checkpoint did not return within " + settings.commitTimeout();
      tell(run, run.abandonRead(why, now, nanos, READ_AGAIN_AFTER));
    }
    if (run.reads().due(nanos)) {
      read(run, nanos);
      tell(run, run.takeFinding(now, nanos, READ_AGAIN_AFTER));
    }
  }

  private void tell(TrackedRun run, List<String> notes) {
    notes.forEach(
        note ->
            LOG.warn(
                "{}, checkpoint {}: {}",
                run,
                parts.redactor().text(String.valueOf(run.checkpoint())),
                parts.redactor().text(note)));
  }

  private void read(TrackedRun run, long nanos) {
    Examiner.Request request = run.beginRead(nanos);
    int ticket = run.reads().ticket();
    ReadExecutor.Ticket task =
        parts
            .reads()
            .execute(() -> run.slot().found(new RunSlot.Found(ticket, examiner.examine(request))));
    run.reads().handedOver(task);
  }

  /** Writes what is due; true when the control table refused it. */
  private boolean write(long nanos, boolean lastCall) {
    if (!anyDue(nanos, lastCall)) {
      dueSinceNanos = null;
      return false;
    }
    if (dueSinceNanos == null) {
      dueSinceNanos = nanos;
    }
    if (lastCall) {
      health.hurry(nanos);
    }
    boolean linger = nanos - dueSinceNanos < LINGER.toNanos() && anyReading(nanos);
    if (linger || !health.mayTry(nanos)) {
      return false;
    }
    dueSinceNanos = null;
    return writer.write(List.copyOf(runs.all()), refused, lastCall)
        == VerdictWriter.Written.REFUSED;
  }

  /** Goes on with the done markers; at the end, how far they got is written once they are done. */
  private void deliver(long nanos, boolean lastCall) {
    if (lastCall) {
      markers.hurry(nanos);
    }
    Set<String> settled = markers.pass(nanos);
    for (TrackedRun run : runs.all()) {
      if (lastCall && settled.contains(run.table())) {
        run.touch();
      }
    }
  }

  private boolean anyDue(long nanos, boolean lastCall) {
    boolean any = refused.due(nanos, lastCall);
    for (TrackedRun run : runs.all()) {
      if (!run.checkDue(nanos)) {
        continue;
      }
      run.reconsider();
      if (guarded(run, () -> group.wants(run, lastCall))) {
        any = true;
      } else {
        run.checked(nanos + writer.recheck().toNanos());
      }
    }
    return any;
  }

  private boolean anyReading(long nanos) {
    for (TrackedRun run : runs.all()) {
      if (run.reads().inFlight() && run.reads().running(nanos).compareTo(LINGER) < 0) {
        return true;
      }
    }
    return false;
  }

  private void checkDone(boolean noUse, boolean recorded) {
    List<TrackedRun> left = new ArrayList<>();
    for (TrackedRun run : runs.all()) {
      if (!guarded(run, () -> finished(run))) {
        left.add(run);
      }
    }
    refused.giveUp(tables(left));
    List<String> unwritten = new ArrayList<>(tables(left));
    unwritten.addAll(refused.tables());
    markers.unsettled().forEach(table -> unwritten.add("the done markers of " + table));
    boolean recordEnded = recovery.ended();
    boolean noVerdictUse = noUse || health.ended() || (recordEnded && unwritten.isEmpty());
    if (!recorded || recordEnded) {
      unwritten.add("the recovery record");
    }
    end.passed(unwritten, noVerdictUse && (recorded || recordEnded), health.ended() || recordEnded);
  }

  private boolean finished(TrackedRun run) {
    return run.row().superseded()
        || run.row().blocked() != null
        || (run.closed() && run.reads().complete() && !group.wants(run, true));
  }
}
