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
package io.tidegate.internal.store.schema;

import io.tidegate.api.VerdictState;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.verdict.VerdictRow;
import io.tidegate.internal.verdict.VerdictRowBuilder;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The control table's columns, in the order they are created. */
public final class VerdictSchema {
  /** The columns, one for each component of {@link VerdictRow} and in the same order. */
  public static final List<RowColumn<VerdictRow, VerdictRowBuilder>> COLUMNS =
      List.of(
          RowColumn.ofKey("table_name", "Target table, the key", VerdictRow::tableName),
          RowColumn.ofInstant(
              "finalized_until",
              "End (exclusive) of what is final; NULL before the first verdict",
              VerdictRow::finalizedUntil,
              VerdictRowBuilder::finalizedUntil),
          RowColumn.ofInstant(
              "tracked_from",
              "Start (inclusive) of what is final",
              VerdictRow::trackedFrom,
              VerdictRowBuilder::trackedFrom),
          RowColumn.ofString(
              "state",
              "ACTIVE, ENDED (ended gracefully), FAILED (last run ended badly) or STOPPED (refused)",
              row -> row.state() == null ? null : row.state().name(),
              (row, text) -> row.state(state(text))),
          RowColumn.ofString(
              "reason_code",
              "Why it is stopped, failed or held; NULL otherwise",
              VerdictRow::reasonCode,
              VerdictRowBuilder::reasonCode),
          RowColumn.ofString(
              "reason", "The same in words", VerdictRow::reason, VerdictRowBuilder::reason),
          RowColumn.ofInstant(
              "held_since", "Since when", VerdictRow::heldSince, VerdictRowBuilder::heldSince),
          RowColumn.ofInstant(
              "frontier",
              "The untruncated instant behind the verdict",
              VerdictRow::frontier,
              VerdictRowBuilder::frontier),
          RowColumn.ofString(
              "basis", "The rule that gave it", VerdictRow::basis, VerdictRowBuilder::basis),
          RowColumn.ofInstant(
              "seen_at",
              "Last time the owner was known to be alive",
              VerdictRow::seenAt,
              VerdictRowBuilder::seenAt),
          RowColumn.ofInstant(
              "alive_until",
              "Until when that holds",
              VerdictRow::aliveUntil,
              VerdictRowBuilder::aliveUntil),
          RowColumn.<VerdictRow, VerdictRowBuilder>ofLong(
                  "epoch",
                  "Grows by one when the row passes to another lineage",
                  VerdictRow::epoch,
                  VerdictRowBuilder::epoch)
              .neverNull(),
          RowColumn.ofString(
              "query_name",
              "The owner's name",
              VerdictRow::queryName,
              VerdictRowBuilder::queryName),
          RowColumn.ofString(
              "query_id",
              "The id in the owner's checkpoint",
              VerdictRow::queryId,
              VerdictRowBuilder::queryId),
          RowColumn.ofString(
              "checkpoint",
              "The owner's checkpoint",
              VerdictRow::checkpoint,
              VerdictRowBuilder::checkpoint),
          RowColumn.ofString(
              "run_id", "The owner's run", VerdictRow::runId, VerdictRowBuilder::runId),
          RowColumn.ofInstant(
              "run_started_at",
              "The start of that run",
              VerdictRow::runStartedAt,
              VerdictRowBuilder::runStartedAt),
          RowColumn.ofString(
              "process",
              "The owner's driver process",
              VerdictRow::process,
              VerdictRowBuilder::process),
          RowColumn.ofLong(
              "batch_id",
              "The committed batch behind the verdict",
              VerdictRow::batchId,
              VerdictRowBuilder::batchId),
          RowColumn.ofString(
              "end_offset",
              "JSON array of each source's end offset in that batch",
              VerdictRow::endOffset,
              VerdictRowBuilder::endOffset),
          RowColumn.ofLong(
              "table_version",
              "Delta version of the target table; NULL until known",
              VerdictRow::tableVersion,
              VerdictRowBuilder::tableVersion),
          RowColumn.ofInstant(
              "epoch_from",
              "First whole period of the epoch",
              VerdictRow::epochFrom,
              VerdictRowBuilder::epochFrom),
          RowColumn.ofInstant(
              "held_value",
              "The frontier that was rejected, until it is passed",
              VerdictRow::heldValue,
              VerdictRowBuilder::heldValue),
          RowColumn.ofInstant(
              "updated_at",
              "When the row last changed",
              VerdictRow::updatedAt,
              VerdictRowBuilder::updatedAt),
          RowColumn.<VerdictRow, VerdictRowBuilder>ofInstant(
                  "done_until",
                  "End (exclusive) of the periods whose done markers are delivered",
                  VerdictRow::doneUntil,
                  VerdictRowBuilder::doneUntil)
              .mayBeAbsent());

  /** What its rows are. */
  public static final RowSchema<VerdictRow, VerdictRowBuilder> SCHEMA =
      new RowSchema<>(
          OwnTable.Kind.CONTROL,
          "interval 6 hours",
          COLUMNS,
          VerdictRow::tableName,
          VerdictRow::builder,
          VerdictRowBuilder::build,
          Comparator.comparingLong(VerdictRow::epoch)
              .thenComparing(
                  VerdictRow::runStartedAt, Comparator.nullsFirst(Comparator.naturalOrder()))
              .thenComparing(
                  VerdictRow::finalizedUntil, Comparator.nullsFirst(Comparator.naturalOrder())));

  private VerdictSchema() {}

  private static @Nullable VerdictState state(String text) {
    for (VerdictState state : VerdictState.values()) {
      if (state.name().equals(text)) {
        return state;
      }
    }
    return null;
  }
}
