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

import io.tidegate.api.VerdictState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * One row of the control table. Instants are floored to whole microseconds, the table's precision,
 * and cut to the last one that it can hold.
 *
 * @param tableName the target table, the key
 * @param finalizedUntil end (exclusive) of what is claimed; null before the first verdict
 * @param trackedFrom start (inclusive) of what is claimed; null until that is known
 * @param state null where the table holds a state this version does not know
 * @param reasonCode why it is stopped, failed or held; null otherwise
 * @param reason the same in words
 * @param heldSince since when
 * @param frontier the untruncated instant behind the verdict
 * @param basis the rule that gave it
 * @param seenAt last time the owner was known to be alive
 * @param aliveUntil until when that holds
 * @param epoch grows by one when the row passes to another lineage; 0 where the table holds none
 * @param queryName the owner's name
 * @param queryId the id in the owner's checkpoint
 * @param checkpoint the owner's qualified checkpoint path
 * @param runId the owner's run
 * @param runStartedAt the start of that run, moved up where needed to keep starts in order
 * @param process the owner's driver process
 * @param batchId the committed batch behind the verdict
 * @param endOffset JSON array of each source's end offset in that batch
 * @param tableVersion Delta version of the target table; null until known
 * @param epochFrom first whole period of the epoch
 * @param heldValue the frontier the guard rejected, until it is passed
 * @param updatedAt when the row last changed
 * @param doneUntil end (exclusive) of the periods whose done markers are known to be delivered;
 *     null where no query with markers has written a verdict
 */
public record VerdictRow(
    String tableName,
    @Nullable Instant finalizedUntil,
    @Nullable Instant trackedFrom,
    @Nullable VerdictState state,
    @Nullable String reasonCode,
    @Nullable String reason,
    @Nullable Instant heldSince,
    @Nullable Instant frontier,
    @Nullable String basis,
    @Nullable Instant seenAt,
    @Nullable Instant aliveUntil,
    long epoch,
    @Nullable String queryName,
    @Nullable String queryId,
    @Nullable String checkpoint,
    @Nullable String runId,
    @Nullable Instant runStartedAt,
    @Nullable String process,
    @Nullable Long batchId,
    @Nullable String endOffset,
    @Nullable Long tableVersion,
    @Nullable Instant epochFrom,
    @Nullable Instant heldValue,
    @Nullable Instant updatedAt,
    @Nullable Instant doneUntil) {

  /** The last instant that the table can hold. */
  private static final Instant LATEST = Instant.EPOCH.plus(Long.MAX_VALUE, ChronoUnit.MICROS);

  public VerdictRow {
    finalizedUntil = micros(finalizedUntil);
    trackedFrom = micros(trackedFrom);
    heldSince = micros(heldSince);
    frontier = micros(frontier);
    seenAt = micros(seenAt);
    aliveUntil = micros(aliveUntil);
    runStartedAt = micros(runStartedAt);
    epochFrom = micros(epochFrom);
    heldValue = micros(heldValue);
    updatedAt = micros(updatedAt);
    doneUntil = micros(doneUntil);
  }

  private static @Nullable Instant micros(@Nullable Instant instant) {
    if (instant == null || instant.isAfter(LATEST)) {
      return instant == null ? null : LATEST;
    }
    return instant.truncatedTo(ChronoUnit.MICROS);
  }

  /** A builder with this row's values. */
  public VerdictRowBuilder toBuilder() {
    return new VerdictRowBuilder(this);
  }

  /** A builder of a row without values but its key. */
  public static VerdictRowBuilder builder(String tableName) {
    return new VerdictRowBuilder(tableName);
  }
}
