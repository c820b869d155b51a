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

import io.tidegate.internal.frontier.EndOffsets;
import io.tidegate.internal.frontier.FrontierRules;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.settings.QueryMatcher;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.QuerySettings.OnNewLineage;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.CheckpointReader;
import io.tidegate.internal.store.CheckpointState;
import io.tidegate.internal.util.Causes;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares verdicts with the checkpoints that prove them. */
final class VerdictCheck {
  private final CheckpointReader checkpoints;
  private final TidegateSettings settings;
  private final Redactor redactor;

  /**
   * @param settings what is configured; no entry where no configuration is given
   */
  VerdictCheck(CheckpointReader checkpoints, TidegateSettings settings, Redactor redactor) {
    this.checkpoints = checkpoints;
    this.settings = settings;
    this.redactor = redactor;
  }

  /** Compares one. */
  Verified check(VerdictRow row) {
    Verified.Builder found = new Verified.Builder(row);
    Instant from = row.trackedFrom();
    Instant until = row.finalizedUntil();
    if (from == null || until == null || !from.isBefore(until)) {
      found.unknown("nothing is claimed yet");
      return found.build();
    }
    if (!from.equals(row.epochFrom())) {
      found.differs(
          "tracked_from",
          row.epochFrom() == null ? "nothing claimed without an epoch_from" : row.epochFrom(),
          from);
    }
    Instant frontier = row.frontier();
    String basis = row.basis();
    Long batchId = row.batchId();
    String endOffset = row.endOffset();
    if (frontier == null || basis == null || batchId == null || endOffset == null) {
      found.differs(
          "proof", "frontier, basis, batch_id and end_offset beside the verdict", "a NULL");
      return found.build();
    }
    QuerySettings entry = entry(row, basis, found);
    RuleCheck rule =
        new RuleCheck(
            found,
            until,
            frontier,
            basis,
            row.heldValue() != null,
            entry,
            settings.maxFutureSkew());
    rule.period();
    try {
      log(row, batchId, endOffset, rule, entry, found);
    } catch (IOException e) {
      found.unreadable(
          "the checkpoint "
              + row.checkpoint()
              + " cannot be read: "
              + redactor.text(Causes.root(e).toString()));
    }
    return found.build();
  }

  private void log(
      VerdictRow row,
      long batchId,
      String endOffset,
      RuleCheck rule,
      @Nullable QuerySettings entry,
      Verified.Builder found)
      throws IOException {
    String path = row.checkpoint();
    String id = row.queryId();
    if (path == null || id == null) {
      found.differs("owner", "checkpoint and query_id beside the verdict", "a NULL");
      return;
    }
    CheckpointState state = checkpoints.read(path);
    Optional<CommittedBatch> batch = checkpoints.readBatch(path, batchId);
    if (state.lineageId() == null) {
      rule.keptOffsets(row, batchId, endOffset);
      found.unknown(
          state.problems().isEmpty()
              ? "there is no checkpoint any more at " + path
              : "the checkpoint does not tell its id: " + String.join("; ", state.problems()));
      return;
    }
    if (!id.equals(state.lineageId())) {
      rule.keptOffsets(row, batchId, endOffset);
      found.differs("query_id", state.lineageId() + " as the checkpoint has it", id);
      return;
    }
    String inLog = batch.map(there -> EndOffsets.jsonArray(there.sources())).orElse("");
    if (batch.isPresent() && inLog.equals(endOffset)) {
      rule.batch(batch.get(), state.hasState());
      return;
    }
    Optional<String> absence = batch.isPresent() ? Optional.empty() : missing(path, batchId, state);
    if (!ownProof(row, entry)) {
      rule.keptOffsets(row, batchId, endOffset);
      found.unknown(
          "the proof may still be that of the lineage before (epoch "
              + row.epoch()
              + "), since this checkpoint's log has another batch "
              + batchId
              + " or none");
    } else if (batch.isPresent()) {
      found.differs("end_offset", inLog + " as offsets/" + batchId + " has it", endOffset);
      rule.batch(batch.get(), state.hasState());
    } else {
      rule.keptOffsets(row, batchId, endOffset);
      absence.ifPresentOrElse(
          why -> found.differs("batch_id", why, batchId),
          () ->
              found.unknown(
                  "batch "
                      + batchId
                      + " has been purged from the log, which cannot be asked any more"));
    }
  }

  /** What the log has instead of the batch; empty where it has been purged. */
  private Optional<String> missing(String path, long batchId, CheckpointState state)
      throws IOException {
    Long newest = state.newestCommittedId();
    if (newest == null || newest < batchId) {
      return Optional.of(
          newest == null
              ? "no batch, since none is committed"
              : "none after " + newest + ", the newest committed batch");
    }
    if (newest == batchId) {
      return Optional.of("a batch that can be read (" + String.join("; ", state.problems()) + ")");
    }
    // What is purged goes from the oldest on.
    return batchId > 0 && checkpoints.readBatch(path, batchId - 1).isPresent()
        ? Optional.of(
            "a batch that can be read, as batch " + (batchId - 1) + " before it still can")
        : Optional.empty();
  }

  /**
   * Whether the proof is certainly of the lineage that owns the row. Taking a row over leaves it
   * until the new lineage has passed the old verdict; only then is anything claimed, unless the old
   * claim is trusted, or reaches back to the beginning.
   */
  private static boolean ownProof(VerdictRow row, @Nullable QuerySettings entry) {
    return row.epoch() <= 1
        || (entry != null
            && entry.onNewLineage() == OnNewLineage.REBUILD
            && !Instant.EPOCH.equals(row.epochFrom()));
  }

  /** The configured entry of the row's query, where it still has the row's basis. */
  private @Nullable QuerySettings entry(VerdictRow row, String basis, Verified.Builder found) {
    String query = row.queryName();
    if (query == null
        || !(new QueryMatcher(settings.queries()).match(query)
            instanceof QueryMatcher.Tracked tracked)
        || !tracked.entry().tableFor(query).equals(row.tableName())) {
      return null;
    }
    String configured = FrontierRules.basis(tracked.entry());
    if (!configured.equals(basis)) {
      found.unchecked("by the configuration, whose basis is " + configured + " by now");
      return null;
    }
    return tracked.entry();
  }
}
