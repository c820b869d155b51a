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
package io.tidegate.internal.frontier;

import io.tidegate.api.HoldCode;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.StreamingSource;
import io.tidegate.internal.model.TriggerReport;
import java.time.Duration;
import java.time.Instant;

/**
 * The rule {@code arrival}: a trigger that had read all there was proves that whatever was visible
 * in the sources when it began is in committed batches. Where the offsets were pinned when the run
 * began, it proves that of the run's start.
 */
final class ArrivalRule {

  /** How long Kafka lets a transaction stay open unless it is told otherwise. */
  static final Duration OPEN_TRANSACTIONS = Duration.ofMinutes(15);

  private ArrivalRule() {}

  static RawFrontier read(QueryPlan plan, Duration lag, CommittedBatch batch, Arrival shown) {
    if (lag.compareTo(OPEN_TRANSACTIONS) < 0
        && plan.sources().stream().anyMatch(StreamingSource::readCommitted)) {
      return new RawFrontier.None(
          HoldCode.READ_COMMITTED,
          "a source shows committed transactions only, and one that is still open may bring records"
              + " written long before: lag is "
              + lag
              + " and must be at least "
              + OPEN_TRANSACTIONS);
    }
    TriggerReport proof = shown.proof();
    if (proof == null) {
      return notCaughtUp("no trigger of this run has been seen to find nothing to read");
    }
    long last = CaughtUp.lastBatch(proof);
    if (batch.batchId() < last) {
      return notCaughtUp("batch " + last + " is not in the checkpoint yet");
    }
    if (batch.batchId() == last && !endsWhere(batch, proof)) {
      return notCaughtUp(
          "batch " + last + " of the checkpoint does not end where the query says it had read to");
    }
    if (plan.trigger() != QueryPlan.Trigger.AVAILABLE_NOW) {
      return caughtUp(proof.at(), shown, lag);
    }
    Instant pinned = shown.runStartedAt();
    return pinned == null
        ? notCaughtUp(
            "the run reads what there was at its start, and when that was has not been seen")
        : caughtUp(pinned, shown, lag);
  }

  /**
   * What was there at an instant has been read. A new lineage may have skipped what was there when
   * it began, and some of that was stamped later: the source's clock is less than {@code lag}
   * ahead.
   */
  private static RawFrontier caughtUp(Instant at, Arrival shown, Duration lag) {
    Instant there = shown.thereBy();
    Instant begun = there != null && there.isAfter(at) ? there : at;
    return new RawFrontier.At(at, begun.plus(lag));
  }

  /** Whether each source of the trigger ended where one of the batch's sources did. */
  private static boolean endsWhere(CommittedBatch batch, TriggerReport trigger) {
    return trigger.sources().stream()
        .map(SourceReport::end)
        .allMatch(
            end ->
                batch.sources().stream()
                    .anyMatch(source -> OffsetJson.same(source.offsetJson(), end)));
  }

  private static RawFrontier notCaughtUp(String why) {
    return new RawFrontier.None(HoldCode.NOT_CAUGHT_UP, why);
  }
}
