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

import io.tidegate.internal.errors.RefusedStartException;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.recovery.Attempt;
import io.tidegate.internal.recovery.RefusalText;
import io.tidegate.internal.recovery.StartDecision;
import io.tidegate.internal.recovery.StartRequest;
import io.tidegate.internal.settings.QueryMatcher;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.util.ErrorText;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a query start, or refuses it. The one place where a user's call waits for tidegate: for one
 * bounded look at checkpoint and record. Whatever cannot be read in time lets the query start.
 * Thread safe.
 */
public final class StartGate {
  private static final Logger LOG = LoggerFactory.getLogger(StartGate.class);

  private final QueryMatcher matcher;
  private final RecoveryRecord record;
  private final OwnAttempts own;
  private final Workers workers;
  private final Duration deadline;
  private final Time time;
  private final TidegateMetrics metrics;
  private final Redactor redactor;
  private final String process;
  private final Consumer<Refusal> refusals;

  /**
   * @param workers the threads that starts are looked into on
   * @param deadline how long one start may wait
   * @param process this driver, see {@link io.tidegate.internal.util.ProcessIdentity}
   * @param refusals takes each refusal, for the row of the lineage's table
   */
  StartGate(
      QueryMatcher matcher,
      RecoveryRecord record,
      OwnAttempts own,
      Workers workers,
      Duration deadline,
      Time time,
      TidegateMetrics metrics,
      Redactor redactor,
      String process,
      Consumer<Refusal> refusals) {
    this.matcher = matcher;
    this.record = record;
    this.own = own;
    this.workers = workers;
    this.deadline = deadline;
    this.time = time;
    this.metrics = metrics;
    this.redactor = redactor;
    this.process = process;
    this.refusals = refusals;
  }

  /**
   * Returns when the query may start.
   *
   * @throws RefusedStartException when it may not; nothing else escapes but errors of the JVM
   */
  public void ask(StartQuestion question) {
    if (!(matcher.match(question.queryName()) instanceof QueryMatcher.Tracked tracked)
        || !tracked.entry().recovery().enabled()
        || own.running(question.checkpoint())
        || own.asked(question.checkpoint(), question.asker()) != null) {
      return;
    }
    QuerySettings entry = tracked.entry();
    Instant now = time.now();
    // Ends are told apart from the start that follows them by their times.
    own.look(question.checkpoint(), now);
    StartRequest request =
        new StartRequest(
            entry.label(),
            question.queryName(),
            question.checkpoint(),
            UUID.randomUUID().toString(),
            now,
            question.application(),
            process);
    Decided decided = decided(question, entry, request);
    if (decided.decision() instanceof StartDecision.Refused refused) {
      refuse(refused, entry, request, decided.lineage());
    }
    allow(decided, entry, request, question.asker());
  }

  /**
   * What came of a look within the deadline.
   *
   * @param decision null where there is none
   * @param onRecord whether what it says is written
   * @param lineage the id in the checkpoint; null where it is not known
   */
  private record Decided(
      @Nullable StartDecision decision, boolean onRecord, @Nullable String lineage) {}

  private Decided decided(StartQuestion question, QuerySettings entry, StartRequest request) {
    RecoveryRecord.Case asked = record.open(request, entry.recovery(), question, redactor);
    try {
      boolean written = workers.call(question.identity().as(asked::decide), deadline.toNanos());
      return new Decided(asked.decision(), written, asked.lineage());
    } catch (TimeoutException e) {
      asked.tooLate();
      if (asked.decision() == null) {
        unread(request, "storage did not answer within " + deadline);
      }
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (asked.decision() == null) {
        unread(request, cause instanceof StoreException ? cause.getMessage() : cause.toString());
      }
    } catch (InterruptedException e) {
      asked.tooLate();
      Thread.currentThread().interrupt();
    }
    return new Decided(asked.decision(), false, asked.lineage());
  }

  private void unread(StartRequest request, @Nullable String why) {
    metrics.startUnread();
    LOG.warn(
        "The streaming query '{}' ({}) starts although its recovery record could not be read, so"
            + " that nothing bounds this attempt: {}",
        redactor.text(request.queryName()),
        redactor.text(request.checkpoint()),
        redactor.text(ErrorText.firstLine(String.valueOf(why))));
  }

  private void refuse(
      StartDecision.Refused refused,
      QuerySettings entry,
      StartRequest request,
      @Nullable String lineage) {
    metrics.startRefused();
    refusals.accept(
        new Refusal(
            request.queryName(),
            entry.tableFor(request.queryName()),
            request.checkpoint(),
            lineage,
            redactor.text(refused.reason()),
            request.startedAt()));
    RefusedStartException error = RefusalText.error(refused, request, entry.recovery());
    LOG.error("{}", redactor.text(String.valueOf(error.getMessage())));
    throw error;
  }

  private void allow(Decided decided, QuerySettings entry, StartRequest request, Object asker) {
    List<String> warnings = List.of();
    Attempt attempt = unknown(request);
    if (decided.decision() instanceof StartDecision.Allowed allowed) {
      attempt = allowed.attempt();
      warnings = allowed.warnings();
    } else if (decided.decision() instanceof StartDecision.Warned warned) {
      metrics.startWarned();
      attempt = warned.attempt();
      warnings = warned.warnings();
    }
    warnings.forEach(warning -> LOG.warn("{}", redactor.text(warning)));
    own.add(
        new OwnAttempt(
            request.checkpoint(),
            request.queryName(),
            attempt,
            decided.onRecord(),
            entry.recovery().exemptErrors(),
            asker));
  }

  /** An attempt of which nothing could be read. */
  private static Attempt unknown(StartRequest request) {
    return Attempt.builder(1, request.attemptId(), request.startedAt())
        .application(request.application())
        .process(request.process())
        .seenAt(request.startedAt())
        .build();
  }
}
