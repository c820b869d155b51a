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

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidegate.internal.frontier.CaughtUp;
import io.tidegate.internal.model.NamePattern;
import io.tidegate.internal.model.TriggerReport;
import io.tidegate.internal.recovery.Attempt;
import io.tidegate.internal.recovery.AttemptOutcome;
import io.tidegate.internal.recovery.AttemptReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt made by this application: what is known of it, and what of that is on record. Thread
 * safe.
 */
final class OwnAttempt {
  private final String checkpoint;
  private final String queryName;
  private final List<NamePattern> exempt;

  @GuardedBy("this")
  private @Nullable Object asker;

  @GuardedBy("this")
  private Attempt attempt;

  @GuardedBy("this")
  private @Nullable UUID queryId;

  @GuardedBy("this")
  private @Nullable QueryHandle handle;

  @GuardedBy("this")
  private boolean outlivedApplication;

  @GuardedBy("this")
  private long changes = 1;

  @GuardedBy("this")
  private long changesOnRecord;

  @GuardedBy("this")
  private @Nullable Instant seenOnRecord;

  /**
   * @param attempt as it begins
   * @param onRecord whether its line has been written
   * @param exemptErrors patterns of errors that are not counted
   * @param asker what stands for this one call of {@code start()}
   */
  OwnAttempt(
      String checkpoint,
      String queryName,
      Attempt attempt,
      boolean onRecord,
      List<String> exemptErrors,
      Object asker) {
    this.checkpoint = checkpoint;
    this.queryName = queryName;
    this.attempt = attempt;
    this.exempt = exemptErrors.stream().map(NamePattern::parse).toList();
    this.asker = asker;
    if (onRecord) {
      changesOnRecord = changes;
      seenOnRecord = attempt.seenAt();
    }
  }

  /**
   * What to write.
   *
   * @param report of the attempt
   * @param changes tells this state from later ones
   */
  record Line(AttemptReport report, long changes) {}

  String checkpoint() {
    return checkpoint;
  }

  /** The Spark application it belongs to; null where it is not known. */
  synchronized @Nullable String application() {
    return attempt.application();
  }

  /** Whether the same call of {@code start()} has asked for it. */
  @SuppressWarnings("ReferenceEquality") // the object itself stands for the call
  synchronized boolean askedBy(Object other) {
    return asker == other;
  }

  /** Whether no run has been bound to it. */
  synchronized boolean unbound() {
    return attempt.runId() == null;
  }

  synchronized boolean isRun(UUID runId) {
    return runId.toString().equals(attempt.runId());
  }

  /** Binds the run that it has become. */
  synchronized void bind(UUID query, UUID runId, QueryHandle run) {
    asker = null;
    queryId = query;
    handle = run;
    attempt = attempt.toBuilder().runId(runId.toString()).build();
    changes++;
  }

  /** Whether its run is going on in this process. */
  synchronized boolean running() {
    return handle != null && handle.active();
  }

  synchronized boolean ended() {
    return attempt.ended();
  }

  /** Looks at its run: whether it has been seen with nothing to do, and how it ended. */
  synchronized void look(Instant now) {
    QueryHandle run = handle;
    if (run == null || attempt.ended()) {
      return;
    }
    boolean over = !run.active();
    if (!attempt.witness()
        && run.lastProgress().map(Progress::trigger).filter(OwnAttempt::idle).isPresent()) {
      attempt = attempt.toBuilder().witness(true).build();
      changes++;
    }
    if (over) {
      end(now, run.failure().orElse(null));
    }
  }

  private static boolean idle(TriggerReport trigger) {
    return CaughtUp.idle(trigger);
  }

  /** The application begins to end: a run still going on then fails for that, whatever it says. */
  synchronized void applicationEnds() {
    outlivedApplication |= !attempt.ended() && running();
  }

  /** The application ends and its run goes on until then: it is stopped. */
  synchronized void stop(Instant now) {
    look(now);
    if (handle != null && !attempt.ended()) {
      end(now, null);
    }
  }

  @GuardedBy("this")
  private void end(Instant now, @Nullable QueryFailure failure) {
    attempt =
        attempt.toBuilder()
            .endedAt(now)
            .outcome(outcome(failure))
            .errorClass(failure == null ? null : failure.names().stream().findFirst().orElse(null))
            .error(failure == null ? null : failure.text())
            .seenAt(now)
            .aliveUntil(now)
            .build();
    changes++;
  }

  @GuardedBy("this")
  private AttemptOutcome outcome(@Nullable QueryFailure failure) {
    if (failure == null) {
      return AttemptOutcome.STOPPED;
    }
    if (failure.contextStopping() || outlivedApplication) {
      return AttemptOutcome.CONTEXT_STOPPING;
    }
    boolean counts =
        failure.names().stream()
            .noneMatch(name -> exempt.stream().anyMatch(pattern -> pattern.matches(name)));
    if (counts) {
      return AttemptOutcome.FAILED;
    }
    return failure.concurrentRun() ? AttemptOutcome.CONCURRENT : AttemptOutcome.EXEMPT;
  }

  /** Whether something of it is not on record yet, or the heartbeat is due. */
  synchronized boolean due(Instant now, Duration heartbeat) {
    boolean alive = handle != null && !attempt.ended();
    Instant seen = seenOnRecord;
    return changes != changesOnRecord
        || (alive && (seen == null || !seen.plus(heartbeat).isAfter(now)));
  }

  /** What is known of it now. */
  synchronized Line line(Instant now, Duration heartbeat) {
    Attempt shown = attempt;
    if (handle != null && !attempt.ended()) {
      shown =
          attempt.toBuilder().seenAt(now).aliveUntil(now.plus(heartbeat.multipliedBy(3))).build();
    }
    AttemptReport report =
        new AttemptReport(
            checkpoint,
            queryName,
            queryId == null ? null : queryId.toString(),
            shown,
            changesOnRecord > 0);
    return new Line(report, changes);
  }

  /** The line is on record. */
  synchronized void written(Line line) {
    changesOnRecord = line.changes();
    seenOnRecord = line.report().attempt().seenAt();
  }

  boolean isOn(OwnAttempt other) {
    return checkpoint.equals(other.checkpoint);
  }

  /** Whether all that is known of it now is on record. */
  synchronized boolean onRecord() {
    return changes == changesOnRecord;
  }

  /** Whether all that will ever be known of it is on record. */
  synchronized boolean closed() {
    return attempt.ended() && changes == changesOnRecord;
  }
}
