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
import io.tidegate.internal.recovery.LineageMerge;
import io.tidegate.internal.recovery.Liveness;
import io.tidegate.internal.recovery.StartRules;
import io.tidegate.internal.settings.QueryMatcher;
import io.tidegate.internal.settings.RecoverySettings;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.CommitLoop;
import io.tidegate.internal.verdict.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** What bounds the restarts of one application's lineages, wired together. */
final class Recoveries {
  private static final Duration PASS_EVERY = Duration.ofMillis(200);

  private final OwnAttempts own;
  private final StartGate gate;
  private final LineageWriter writer;
  private long nextNanos;

  /**
   * @param refusals takes each refusal, for the row of the lineage's table
   */
  Recoveries(
      TidegateSettings settings, TrackerParts parts, Consumer<Refusal> refusals, long nowNanos) {
    Duration heartbeat = settings.heartbeat();
    TidegateMetrics metrics = parts.metrics();
    RecoveryParts with = parts.recovery();
    Liveness liveness = new Liveness(parts.knownGone());
    LineageMerge merge = new LineageMerge(liveness, heartbeat);
    this.nextNanos = nowNanos;
    this.own = new OwnAttempts(parts.process());
    this.gate =
        new StartGate(
            new QueryMatcher(settings.queries()),
            new RecoveryRecord(
                new CommitLoop<>(
                    with.starts(), parts.time(), parts.random(), new MeasuredCommits(metrics)),
                new StartRules(liveness, heartbeat),
                merge,
                own,
                with,
                parts.time(),
                heartbeat),
            own,
            with.workers(),
            with.deadline(),
            parts.time(),
            metrics,
            parts.redactor(),
            parts.process(),
            refusals);
    this.writer =
        new LineageWriter(
            own,
            new CommitLoop<>(
                with.ends(), parts.time(), parts.random(), new MeasuredCommits(metrics)),
            merge,
            new StoreHealth(
                OwnTable.Kind.LINEAGE.toString(),
                streak -> {},
                parts.random(),
                parts.redactor(),
                nowNanos),
            parts.time(),
            heartbeat);
  }

  StartGate gate() {
    return gate;
  }

  /** Binds a run to its attempt, as soon as its query is known. */
  void bind(RunStart start, QueryHandle handle, RecoverySettings settings) {
    if (settings.enabled()) {
      own.bind(start, handle, settings.exemptErrors());
    }
  }

  /** See {@link OwnAttempt#applicationEnds}. */
  void applicationEnds() {
    own.applicationEnds();
  }

  /** See {@link StoreHealth#ended}. */
  boolean ended() {
    return writer.ended();
  }

  /** See {@link LineageWriter#pass}. */
  boolean pass(Instant now, long nowNanos, boolean ask, LineageWriter.Phase phase) {
    if (phase == LineageWriter.Phase.RUNNING && !ask && nowNanos - nextNanos < 0) {
      return true;
    }
    nextNanos = nowNanos + PASS_EVERY.toNanos();
    return writer.pass(now, nowNanos, ask, phase);
  }
}
