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
package io.tidegate.internal.recovery;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * One row of the recovery record: a lineage, by its checkpoint. Instants are floored to whole
 * microseconds, the table's precision. Counts are 0 where the table holds none.
 *
 * @param checkpoint the qualified checkpoint path, the key
 * @param queryId the id in the checkpoint; null until a started run binds it
 * @param queryName the name its last run had
 * @param attempts how many there have been so far
 * @param streak the unproductive streak when it was last judged
 * @param history the last attempts, oldest first, as {@link AttemptsJson} writes them
 * @param earlierStreak the streak at the end of the attempts that are no longer in the history
 * @param earlierBad how many of them ended badly since the last good end
 * @param earlierBadSince when the first of those ended
 * @param earlierEnding how the newest of them counts, see {@link Ending}; null where there is none
 * @param earlierAlike how many of them in a row count so, up to the newest
 * @param resumedAfter the attempt after which the streak is counted afresh; null where it never was
 * @param tokens the resume tokens that have been used, as {@link TextsJson} writes them, oldest
 *     first
 * @param refusals how many starts were refused
 * @param refusedAt when the last one was
 * @param refusedReason why, in a sentence
 * @param refusedApplications the applications in which starts were refused, as {@link TextsJson}
 *     writes them, oldest first
 * @param seenAt last time a run was known to be alive
 * @param aliveUntil until when that holds
 * @param updatedAt when the row last changed
 */
public record LineageRow(
    String checkpoint,
    @Nullable String queryId,
    @Nullable String queryName,
    long attempts,
    long streak,
    @Nullable String history,
    long earlierStreak,
    long earlierBad,
    @Nullable Instant earlierBadSince,
    @Nullable String earlierEnding,
    long earlierAlike,
    @Nullable Long resumedAfter,
    @Nullable String tokens,
    long refusals,
    @Nullable Instant refusedAt,
    @Nullable String refusedReason,
    @Nullable String refusedApplications,
    @Nullable Instant seenAt,
    @Nullable Instant aliveUntil,
    @Nullable Instant updatedAt) {

  public LineageRow {
    earlierBadSince = micros(earlierBadSince);
    refusedAt = micros(refusedAt);
    seenAt = micros(seenAt);
    aliveUntil = micros(aliveUntil);
    updatedAt = micros(updatedAt);
  }

  private static @Nullable Instant micros(@Nullable Instant instant) {
    return instant == null ? null : instant.truncatedTo(ChronoUnit.MICROS);
  }

  /** A builder with this row's values. */
  public LineageRowBuilder toBuilder() {
    return new LineageRowBuilder(this);
  }

  /** A builder of a row without values but its key. */
  public static LineageRowBuilder builder(String checkpoint) {
    return new LineageRowBuilder(checkpoint);
  }
}
