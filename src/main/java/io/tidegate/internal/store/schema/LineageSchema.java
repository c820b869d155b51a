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

import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.recovery.LineageRowBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;

/** The lineage table's columns, in the order they are created. */
public final class LineageSchema {
  /** The columns, one for each component of {@link LineageRow} and in the same order. */
  public static final List<RowColumn<LineageRow, LineageRowBuilder>> COLUMNS =
      List.of(
          RowColumn.ofKey("checkpoint", "Checkpoint path, the key", LineageRow::checkpoint),
          RowColumn.ofString(
              "query_id",
              "The id in the checkpoint; NULL until a started run binds it",
              LineageRow::queryId,
              LineageRowBuilder::queryId),
          RowColumn.ofString(
              "query_name",
              "The name its last run had",
              LineageRow::queryName,
              LineageRowBuilder::queryName),
          count("attempts", "Starts so far", LineageRow::attempts, LineageRowBuilder::attempts),
          count(
              "streak",
              "Consecutive unproductive attempts when last judged",
              LineageRow::streak,
              LineageRowBuilder::streak),
          RowColumn.ofString(
              "history",
              "JSON array of the last attempts, oldest first",
              LineageRow::history,
              LineageRowBuilder::history),
          count(
              "earlier_streak",
              "The streak at the end of the attempts before those",
              LineageRow::earlierStreak,
              LineageRowBuilder::earlierStreak),
          count(
              "earlier_bad",
              "How many of them ended badly since the last good end",
              LineageRow::earlierBad,
              LineageRowBuilder::earlierBad),
          RowColumn.ofInstant(
              "earlier_bad_since",
              "When the first of those ended",
              LineageRow::earlierBadSince,
              LineageRowBuilder::earlierBadSince),
          RowColumn.ofString(
              "earlier_ending",
              "How the newest of them counts",
              LineageRow::earlierEnding,
              LineageRowBuilder::earlierEnding),
          count(
              "earlier_alike",
              "How many in a row count so, up to the newest of them",
              LineageRow::earlierAlike,
              LineageRowBuilder::earlierAlike),
          RowColumn.ofLong(
              "resumed_after",
              "The attempt after which the streak is counted afresh; NULL where it never was",
              LineageRow::resumedAfter,
              LineageRowBuilder::resumedAfter),
          RowColumn.ofString(
              "tokens",
              "JSON array of the resume tokens that have been used",
              LineageRow::tokens,
              LineageRowBuilder::tokens),
          count("refusals", "Refused starts", LineageRow::refusals, LineageRowBuilder::refusals),
          RowColumn.ofInstant(
              "refused_at",
              "When the last one was",
              LineageRow::refusedAt,
              LineageRowBuilder::refusedAt),
          RowColumn.ofString(
              "refused_reason",
              "Why, in a sentence",
              LineageRow::refusedReason,
              LineageRowBuilder::refusedReason),
          RowColumn.ofString(
              "refused_applications",
              "JSON array of the applications in which starts were refused",
              LineageRow::refusedApplications,
              LineageRowBuilder::refusedApplications),
          RowColumn.ofInstant(
              "seen_at",
              "Last time a run was known to be alive",
              LineageRow::seenAt,
              LineageRowBuilder::seenAt),
          RowColumn.ofInstant(
              "alive_until",
              "Until when that holds",
              LineageRow::aliveUntil,
              LineageRowBuilder::aliveUntil),
          RowColumn.ofInstant(
              "updated_at",
              "When the row last changed",
              LineageRow::updatedAt,
              LineageRowBuilder::updatedAt));

  /** What its rows are. */
  public static final RowSchema<LineageRow, LineageRowBuilder> SCHEMA =
      new RowSchema<>(
          OwnTable.Kind.LINEAGE,
          "interval 1 hour",
          COLUMNS,
          LineageRow::checkpoint,
          LineageRow::builder,
          LineageRowBuilder::build,
          Comparator.comparingLong(LineageRow::attempts)
              .thenComparing(
                  LineageRow::updatedAt, Comparator.nullsFirst(Comparator.naturalOrder())));

  private LineageSchema() {}

  private static RowColumn<LineageRow, LineageRowBuilder> count(
      String name,
      String comment,
      RowColumn.Getter<LineageRow, Long> getter,
      BiConsumer<LineageRowBuilder, Long> setter) {
    return RowColumn.ofLong(name, comment, getter, setter).neverNull();
  }
}
