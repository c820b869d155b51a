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
package io.tidegate.internal.cli;

import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.CheckpointMerge;
import io.tidegate.internal.verdict.Merged;
import io.tidegate.internal.verdict.RunReport;
import io.tidegate.internal.verdict.VerdictRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges a report into each snapshot, and keeps what the last one came to. Not thread safe. */
final class CatchupMerge {
  private final CheckpointMerge merge;
  private final RunReport report;
  private final Time time;
  private @Nullable VerdictRow before;
  private CheckpointMerge.@Nullable Outcome outcome;

  CatchupMerge(CheckpointMerge merge, RunReport report, Time time) {
    this.merge = merge;
    this.report = report;
    this.time = time;
  }

  /** The rows to write on top of a snapshot. */
  List<VerdictRow> rows(TableSnapshot<VerdictRow> table) {
    before = table.rows().get(report.table());
    if (isSpeltOtherwise(before)) {
      outcome = null;
      return List.of();
    }
    CheckpointMerge.Outcome next = merge.merge(before, report, time.now());
    outcome = next;
    return next.merged() instanceof Merged.Mine mine && mine.urgency() != Merged.Urgency.NOTHING
        ? List.of(mine.row())
        : List.of();
  }

  private boolean isSpeltOtherwise(@Nullable VerdictRow row) {
    return row != null
        && report.owner().queryId().equals(row.queryId())
        && !report.owner().checkpoint().equals(row.checkpoint());
  }

  /** One id at two paths is one checkpoint spelt in two ways, or a copy. */
  void check() throws CommandException {
    if (before != null && isSpeltOtherwise(before)) {
      throw new CommandException(
          Exit.USAGE,
          "Nothing is written: the row of "
              + report.table()
              + " is that of the checkpoint "
              + before.checkpoint()
              + ", which has the id of "
              + report.owner().checkpoint()
              + ". Give the path as the row has it. A checkpoint that was moved takes the row over"
              + " when its query starts there.");
    }
  }

  /** The row before the last merge; null where there was none. */
  @Nullable VerdictRow before() {
    return before;
  }

  /** What the last merge came to. */
  CheckpointMerge.Outcome outcome() {
    if (outcome == null) {
      throw new IllegalStateException("Nothing has been merged.");
    }
    return outcome;
  }
}
