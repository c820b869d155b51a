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

import io.tidegate.internal.util.ErrorText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * One start of a lineage, as far as it is known. Instants are floored to whole microseconds.
 *
 * @param number its place among the lineage's attempts, from 1
 * @param id tells it from all others; given by the decision, before there is a run
 * @param runId the run; null until the started event binds it
 * @param startedAt when it was allowed to start, by its driver's clock
 * @param baseline the reading at its start; null where it is unknown
 * @param pending whether {@code offsets/} held a batch at its start that {@code commits/} lacked;
 *     null where that is unknown
 * @param placeRows rows in the configured places at its start; null where none are given or they
 *     could not be counted in time
 * @param probe whether it was let through although its lineage was refused
 * @param endedAt when it ended; null where no end is recorded
 * @param outcome how; null where no end is recorded
 * @param witness whether it was seen with nothing to do
 * @param errorClass the error's class, such as {@code DELTA_SCHEMA_CHANGED} or an exception's name
 * @param error the error's first line, already redacted
 * @param application the Spark application it belongs to
 * @param process its driver process, see {@link io.tidegate.internal.util.ProcessIdentity}
 * @param seenAt last time it was known to be alive
 * @param aliveUntil until when that holds
 */
public record Attempt(
    long number,
    String id,
    @Nullable String runId,
    Instant startedAt,
    @Nullable Long baseline,
    @Nullable Boolean pending,
    @Nullable Long placeRows,
    boolean probe,
    @Nullable Instant endedAt,
    @Nullable AttemptOutcome outcome,
    boolean witness,
    @Nullable String errorClass,
    @Nullable String error,
    @Nullable String application,
    @Nullable String process,
    @Nullable Instant seenAt,
    @Nullable Instant aliveUntil) {

  public Attempt {
    if (number < 1 || id.isBlank()) {
      throw new IllegalArgumentException(
          "An attempt has a number from 1 on and an id, not " + number + " and '" + id + "'.");
    }
    if ((endedAt == null) != (outcome == null)) {
      throw new IllegalArgumentException(
          "An attempt's end has a time and an outcome, not " + endedAt + " and " + outcome + ".");
    }
    startedAt = startedAt.truncatedTo(ChronoUnit.MICROS);
    endedAt = micros(endedAt);
    seenAt = micros(seenAt);
    aliveUntil = micros(aliveUntil);
    error = error == null ? null : ErrorText.firstLine(error);
  }

  private static @Nullable Instant micros(@Nullable Instant instant) {
    return instant == null ? null : instant.truncatedTo(ChronoUnit.MICROS);
  }

  /** Whether its end is on record. */
  public boolean ended() {
    return outcome != null;
  }

  /** When it ended, else when it was last known to be alive; never before its start. */
  public Instant lastKnown() {
    Instant last = endedAt != null ? endedAt : seenAt;
    return last == null || last.isBefore(startedAt) ? startedAt : last;
  }

  /** A builder with this attempt's values. */
  public AttemptBuilder toBuilder() {
    return new AttemptBuilder(this);
  }

  /** A builder of an attempt that is known by its start only. */
  public static AttemptBuilder builder(long number, String id, Instant startedAt) {
    return new AttemptBuilder(number, id, startedAt);
  }
}
