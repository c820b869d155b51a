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
package io.tidegate.internal.store.kernel;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.types.StructType;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.verdict.VerdictRow;
import io.tidegate.internal.verdict.VerdictRowBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The control table's columns, in the order they are created. */
final class VerdictSchema {
  static final VerdictColumn TABLE_NAME =
      VerdictColumn.ofString(
          "table_name", "Target table, the key", VerdictRow::tableName, (row, key) -> {});

  static final VerdictColumn STATE =
      VerdictColumn.ofString(
          "state",
          "ACTIVE, ENDED (ended gracefully), FAILED (last run ended badly) or STOPPED (refused)",
          row -> row.state() == null ? null : row.state().name(),
          (row, text) -> row.state(state(text)));

  static final VerdictColumn EPOCH =
      VerdictColumn.ofLong(
          "epoch",
          "Grows by one when the row passes to another lineage",
          VerdictRow::epoch,
          VerdictRowBuilder::epoch);

  /** The columns, one for each component of {@link VerdictRow} and in the same order. */
  static final List<VerdictColumn> COLUMNS =
      List.of(
          TABLE_NAME,
          VerdictColumn.ofInstant(
              "finalized_until",
              "End (exclusive) of what is final; NULL before the first verdict",
              VerdictRow::finalizedUntil,
              VerdictRowBuilder::finalizedUntil),
          VerdictColumn.ofInstant(
              "tracked_from",
              "Start (inclusive) of what is final",
              VerdictRow::trackedFrom,
              VerdictRowBuilder::trackedFrom),
          STATE,
          VerdictColumn.ofString(
              "reason_code",
              "Why it is stopped, failed or held; NULL otherwise",
              VerdictRow::reasonCode,
              VerdictRowBuilder::reasonCode),
          VerdictColumn.ofString(
              "reason", "The same in words", VerdictRow::reason, VerdictRowBuilder::reason),
          VerdictColumn.ofInstant(
              "held_since", "Since when", VerdictRow::heldSince, VerdictRowBuilder::heldSince),
          VerdictColumn.ofInstant(
              "frontier",
              "The untruncated instant behind the verdict",
              VerdictRow::frontier,
              VerdictRowBuilder::frontier),
          VerdictColumn.ofString(
              "basis", "The rule that gave it", VerdictRow::basis, VerdictRowBuilder::basis),
          VerdictColumn.ofInstant(
              "seen_at",
              "Last time the owner was known to be alive",
              VerdictRow::seenAt,
              VerdictRowBuilder::seenAt),
          VerdictColumn.ofInstant(
              "alive_until",
              "Until when that holds",
              VerdictRow::aliveUntil,
              VerdictRowBuilder::aliveUntil),
          EPOCH,
          VerdictColumn.ofString(
              "query_name",
              "The owner's name",
              VerdictRow::queryName,
              VerdictRowBuilder::queryName),
          VerdictColumn.ofString(
              "query_id",
              "The id in the owner's checkpoint",
              VerdictRow::queryId,
              VerdictRowBuilder::queryId),
          VerdictColumn.ofString(
              "checkpoint",
              "The owner's checkpoint",
              VerdictRow::checkpoint,
              VerdictRowBuilder::checkpoint),
          VerdictColumn.ofString(
              "run_id", "The owner's run", VerdictRow::runId, VerdictRowBuilder::runId),
          VerdictColumn.ofInstant(
              "run_started_at",
              "The start of that run",
              VerdictRow::runStartedAt,
              VerdictRowBuilder::runStartedAt),
          VerdictColumn.ofString(
              "process",
              "The owner's driver process",
              VerdictRow::process,
              VerdictRowBuilder::process),
          VerdictColumn.ofLong(
              "batch_id",
              "The committed batch behind the verdict",
              VerdictRow::batchId,
              VerdictRowBuilder::batchId),
          VerdictColumn.ofString(
              "end_offset",
              "JSON array of each source's end offset in that batch",
              VerdictRow::endOffset,
              VerdictRowBuilder::endOffset),
          VerdictColumn.ofLong(
              "table_version",
              "Delta version of the target table; NULL until known",
              VerdictRow::tableVersion,
              VerdictRowBuilder::tableVersion),
          VerdictColumn.ofInstant(
              "epoch_from",
              "First whole period of the epoch",
              VerdictRow::epochFrom,
              VerdictRowBuilder::epochFrom),
          VerdictColumn.ofInstant(
              "held_value",
              "The frontier that was rejected, until it is passed",
              VerdictRow::heldValue,
              VerdictRowBuilder::heldValue),
          VerdictColumn.ofInstant(
              "updated_at",
              "When the row last changed",
              VerdictRow::updatedAt,
              VerdictRowBuilder::updatedAt));

  /** The schema a new table is created with. */
  static final StructType STRUCT =
      new StructType(COLUMNS.stream().map(VerdictColumn::field).toList());

  private VerdictSchema() {}

  /** One row of a batch that was read from the table. */
  static TableRow read(TableLayout layout, ColumnarBatch batch, int rowId) {
    ColumnVector keys = batch.getColumnVector(layout.ordinal(TABLE_NAME));
    if (keys.isNullAt(rowId)) {
      return new TableRow(null, batch, rowId, false, null);
    }
    VerdictRowBuilder builder = VerdictRow.builder(keys.getString(rowId));
    for (VerdictColumn column : COLUMNS) {
      column.read(batch.getColumnVector(layout.ordinal(column)), rowId, builder);
    }
    VerdictRow row = builder.build();
    ColumnVector states = batch.getColumnVector(layout.ordinal(STATE));
    boolean foreign = row.state() == null && !states.isNullAt(rowId);
    return new TableRow(row, batch, rowId, false, foreign ? states.getString(rowId) : null);
  }

  private static @Nullable VerdictState state(String text) {
    for (VerdictState state : VerdictState.values()) {
      if (state.name().equals(text)) {
        return state;
      }
    }
    return null;
  }
}
