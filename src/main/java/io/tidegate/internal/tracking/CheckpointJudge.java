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

import io.tidegate.internal.frontier.Arrival;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.store.CheckpointState;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.verdict.Hold;
import io.tidegate.internal.verdict.Owner;
import io.tidegate.internal.verdict.RunEnd;
import io.tidegate.internal.verdict.RunReport;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Judges what one look at a checkpoint found, without a run: as the first look of a run would be,
 * by a plan that is declared. Thread safe.
 */
public final class CheckpointJudge {
  /** What stands for the run and its process in a report that is of none. */
  private static final String NO_RUN = "";

  private final QuerySettings entry;
  private final Duration maxFutureSkew;
  private final Redactor redactor;

  public CheckpointJudge(QuerySettings entry, Duration maxFutureSkew, Redactor redactor) {
    this.entry = entry;
    this.maxFutureSkew = maxFutureSkew;
    this.redactor = redactor;
  }

  /**
   * What was judged.
   *
   * @param report what the table's row should say, its end being when the batch was planned; null
   *     when no batch was found that says when
   * @param hold why nothing newer is proven; null when nothing is held
   */
  public record Judged(@Nullable RunReport report, @Nullable Hold hold) {}

  /**
   * Judges the newest committed batch. Nothing counts as read from its source's beginning: whether
   * the lineage had committed anything before its first run was seen is not known.
   *
   * @param queryName the query's name
   * @param lineageId the id in the checkpoint
   * @param path the qualified checkpoint path
   * @param plan what is declared of the query
   */
  public Judged judge(
      String queryName,
      String lineageId,
      String path,
      CheckpointState state,
      QueryPlan plan,
      Instant now) {
    RunJudge judge = new RunJudge(entry, entry.tableFor(queryName), maxFutureSkew, redactor);
    CommittedBatch batch = state.newest();
    judge.judge(
        new Finding(
            null,
            plan,
            path,
            state.hasState(),
            batch,
            false,
            Examiner.damage(state),
            false,
            state.problems()),
        Arrival.NOTHING,
        now);
    Instant planned = batch == null ? null : batch.batchTimestamp();
    if (planned == null) {
      return new Judged(null, judge.hold());
    }
    Owner owner = new Owner(queryName, lineageId, path, NO_RUN, now, NO_RUN);
    return new Judged(judge.report(owner, null, new RunEnd(planned, null)), judge.hold());
  }
}
