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
import io.tidegate.internal.frontier.Arrival;
import io.tidegate.internal.frontier.EndOffsets;
import io.tidegate.internal.frontier.Evaluation;
import io.tidegate.internal.frontier.FrontierRules;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.QuerySettings.OnNewLineage;
import io.tidegate.internal.settings.QuerySettings.StartsAt;
import io.tidegate.internal.util.ErrorText;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.verdict.Hold;
import io.tidegate.internal.verdict.Owner;
import io.tidegate.internal.verdict.Proof;
import io.tidegate.internal.verdict.RunEnd;
import io.tidegate.internal.verdict.RunReport;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Turns the findings of one run into its report. Confined to the writer thread. */
final class RunJudge {
  private final QuerySettings settings;
  private final String table;
  private final FrontierRules rules;
  private final Redactor redactor;
  private @Nullable QueryPlan plan;
  private boolean startedAtZero;
  private boolean capped;
  private long newestBatchId = -1;
  private @Nullable Instant coverageFrom;
  private @Nullable Proof proof;
  private @Nullable Hold hold;
  private @Nullable Instant rejected;

  RunJudge(QuerySettings settings, String table, Duration maxFutureSkew, Redactor redactor) {
    this.settings = settings;
    this.table = table;
    this.redactor = redactor;
    this.rules = new FrontierRules(settings, maxFutureSkew);
  }

  /** Judges a finding; a batch older than one already judged changes nothing. */
  void judge(Finding finding, Arrival shown, Instant now) {
    plan = finding.plan();
    startedAtZero = Boolean.TRUE.equals(finding.startedAtZero());
    CommittedBatch batch = finding.batch();
    boolean older = batch != null && batch.batchId() < newestBatchId;
    String unreadable = finding.unreadable();
    if (unreadable != null && (batch == null || older)) {
      hold(HoldCode.CHECKPOINT_UNREADABLE, unreadable, now);
    }
    if (older || (unreadable != null && batch == null)) {
      return;
    }
    newestBatchId = batch == null ? newestBatchId : batch.batchId();
    capped = false;
    Evaluation evaluation =
        rules.evaluate(finding.plan(), finding.hasState(), finding.batch(), shown);
    if (evaluation instanceof Evaluation.Frontier frontier) {
      accept(frontier, finding, now);
      return;
    }
    Evaluation.None none = (Evaluation.None) evaluation;
    Instant value = none.rejected();
    if (value != null && (rejected == null || value.isAfter(rejected))) {
      rejected = value;
    }
    if (none.code() == HoldCode.NOT_CAUGHT_UP && shown.proof() == null) {
      hold = null; // no trigger has been seen yet: how long to wait for one is not said here
    } else {
      hold(none.code(), none.why(), now);
    }
  }

  private void accept(Evaluation.Frontier frontier, Finding finding, Instant now) {
    if (rejected != null && !frontier.raw().isAfter(rejected)) {
      hold(
          HoldCode.FUTURE,
          "the frontier "
              + frontier.raw()
              + " has not passed "
              + rejected
              + ", which was rejected as lying in the future",
          now);
      return;
    }
    rejected = null;
    capped = frontier.capped();
    if (coverageFrom == null) {
      coverageFrom = frontier.coverageFrom();
    }
    CommittedBatch batch = finding.batch();
    if (batch != null && improves(frontier)) {
      proof =
          new Proof(
              frontier.raw(),
              frontier.frontier(),
              frontier.candidate(),
              batch.batchId(),
              EndOffsets.jsonArray(batch.sources()));
    }
    if (finding.unreadable() != null) {
      hold(HoldCode.CHECKPOINT_UNREADABLE, finding.unreadable(), now);
    } else {
      hold = null;
    }
  }

  /** Whether it proves more; in the same period a later time, which may pass a rejected one. */
  private boolean improves(Evaluation.Frontier frontier) {
    if (proof == null || frontier.candidate().isAfter(proof.candidate())) {
      return true;
    }
    return frontier.candidate().equals(proof.candidate()) && frontier.raw().isAfter(proof.raw());
  }

  /** Holds, from now on or for as long as the same code has. */
  void hold(HoldCode code, String why, Instant now) {
    Instant since = hold != null && hold.code() == code ? hold.since() : now;
    hold = new Hold(code, ErrorText.firstLine(redactor.text(why)), since);
  }

  /** What the run wants its row to say. */
  RunReport report(Owner owner, @Nullable RunEnd end) {
    return new RunReport(
        table,
        owner,
        FrontierRules.basis(settings),
        settings.onNewLineage() == OnNewLineage.TRUST,
        settings.startsAt() == StartsAt.BEGINNING && startedAtZero,
        coverageFrom,
        proof,
        hold,
        rejected,
        end);
  }

  /** The plan, when it is understood and need not be read again; null otherwise. */
  @Nullable QueryPlan understoodPlan() {
    return plan != null && plan.execution() != QueryPlan.Execution.UNKNOWN ? plan : null;
  }

  /** Whether nothing this run can still do changes the judgement. */
  boolean settled() {
    return hold != null
        && switch (hold.code()) {
          case STATEFUL, LAG_NEEDED, UNSUPPORTED_TRIGGER, READ_COMMITTED, MAX_POLICY -> true;
          case UNKNOWN_PLAN -> plan != null && plan.execution() != QueryPlan.Execution.UNKNOWN;
          default -> false;
        };
  }

  /** Whether an offset in the same period may be judged otherwise in a later batch. */
  boolean everyBatchCounts() {
    return capped
        || (hold != null
            && (hold.code() == HoldCode.CHECKPOINT_UNREADABLE || hold.code() == HoldCode.FUTURE));
  }

  /** The newest batch judged; -1 before the first. */
  long newestBatchId() {
    return newestBatchId;
  }

  boolean severalWatermarks() {
    return plan != null && plan.watermarks() > 1;
  }

  @Nullable Instant candidate() {
    return proof == null ? null : proof.candidate();
  }

  @Nullable Hold hold() {
    return hold;
  }
}
