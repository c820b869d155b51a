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
package io.tidegate.internal.verdict;

import io.tidegate.internal.frontier.Arrival;
import io.tidegate.internal.frontier.Evaluation;
import io.tidegate.internal.frontier.FrontierRules;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.testing.Plans;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One run in the model: it judges its batches by the real rules and keeps its report. */
final class ModelRun {
  private static final QueryPlan PLAN = Plans.over(1).build();

  final String id;
  final ModelLineage lineage;

  /** The true time of its start, and what its driver's clock said. */
  final Instant trulyStarted;

  final Instant startedAt;

  /** How far its driver's clock is from the true time. */
  final Duration clock;

  private final QuerySettings settings;
  private final FrontierRules rules;
  private final boolean startedAtZero;

  /** It may still commit batches; one that may not can still write its last report. */
  boolean batches = true;

  @Nullable VerdictRow acknowledged;
  @Nullable RunEnd end;
  private @Nullable Instant coverageFrom;
  private @Nullable Proof proof;
  private @Nullable Hold hold;
  private @Nullable Instant rejected;

  ModelRun(
      String id,
      ModelLineage lineage,
      Instant trulyStarted,
      Duration clock,
      QuerySettings settings,
      Duration skew) {
    this.id = id;
    this.lineage = lineage;
    this.trulyStarted = trulyStarted;
    this.startedAt = trulyStarted.plus(clock);
    this.clock = clock;
    this.settings = settings;
    this.rules = new FrontierRules(settings, skew);
    this.startedAtZero = lineage.newest == null;
    judge(startedAt);
  }

  String process() {
    return "process of " + id;
  }

  /** Looks at the newest batch of the checkpoint. */
  void judge(Instant now) {
    CommittedBatch batch = lineage.newest;
    Evaluation evaluation = rules.evaluate(PLAN, false, batch, Arrival.NOTHING);
    if (evaluation instanceof Evaluation.None none) {
      if (none.rejected() != null && (rejected == null || none.rejected().isAfter(rejected))) {
        rejected = none.rejected();
      }
      hold = new Hold(none.code(), none.why(), now);
      return;
    }
    Evaluation.Frontier frontier = (Evaluation.Frontier) evaluation;
    if (batch == null || (rejected != null && !frontier.raw().isAfter(rejected))) {
      return;
    }
    rejected = null;
    hold = null;
    coverageFrom = coverageFrom == null ? frontier.coverageFrom() : coverageFrom;
    if (proof == null || frontier.candidate().isAfter(proof.candidate())) {
      proof =
          new Proof(
              frontier.raw(),
              frontier.frontier(),
              frontier.candidate(),
              batch.batchId(),
              "[" + batch.sources().get(0).offsetJson() + "]");
    }
  }

  RunReport report() {
    return new RunReport(
        Reported.TABLE,
        new Owner("orders", lineage.id, lineage.path, id, startedAt, process()),
        FrontierRules.basis(settings),
        settings.onNewLineage() == QuerySettings.OnNewLineage.TRUST,
        lineage.declaredBeginning && startedAtZero,
        coverageFrom,
        proof,
        hold,
        rejected,
        null,
        end);
  }

  @Override
  public String toString() {
    return id + " of " + lineage.id + " at " + lineage.path + " clock " + clock + " end " + end;
  }
}
