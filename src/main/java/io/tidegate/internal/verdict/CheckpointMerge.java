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

import io.tidegate.api.HoldCode;
import io.tidegate.api.VerdictState;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges what a checkpoint proves into its table's row where no run is there to say it. Verdict and
 * coverage move as they do for a run. What the row says of its owner's last run stands, its failure
 * or its refusal included, until a batch was planned after it. Pure; thread safe.
 */
public final class CheckpointMerge {

  /** What a run that had seen its plan may have said, against which no declaration counts. */
  private static final Set<String> SEEN_IN_PLAN =
      Set.of(
          HoldCode.STATEFUL.name(),
          HoldCode.LAG_NEEDED.name(),
          HoldCode.UNSUPPORTED_TRIGGER.name());

  private final Ownership ownership;
  private final Duration heartbeat;

  /**
   * @param ownership who may write
   * @param heartbeat how much later the owner must have been seen for that alone to be written
   */
  public CheckpointMerge(Ownership ownership, Duration heartbeat) {
    this.ownership = ownership;
    this.heartbeat = heartbeat;
  }

  /**
   * What a report comes to.
   *
   * @param merged on its table's row
   * @param hold why nothing newer is proven; null when nothing is held
   */
  public record Outcome(Merged merged, @Nullable Hold hold) {}

  /**
   * Merges.
   *
   * @param row the row as it was read; null where there is none
   * @param report of the newest committed batch, with an owner that is no run; its end is when that
   *     batch was planned, which is the last that is known of the lineage
   * @param now the wall clock
   */
  public Outcome merge(@Nullable VerdictRow row, RunReport report, Instant now) {
    Instant planned = Objects.requireNonNull(report.end(), "a report that has ended").at();
    Instant seen = planned.isAfter(now) ? now : planned;
    Ownership.Claim claim = ownership.speakFor(row, report, now);
    if (claim instanceof Ownership.Claim.Refused refused) {
      return new Outcome(refused.answer(), report.hold());
    }
    Ownership.Claim.Granted granted = (Ownership.Claim.Granted) claim;
    VerdictRow base = granted.row();
    boolean taken = granted.atOnce();
    if (!taken && base.runId() != null && seenInPlan(base)) {
      return new Outcome(new Merged.Mine(base, Merged.Urgency.NOTHING), said(base, now));
    }
    VerdictRow next = VerdictMerge.coverage(base, granted.newEpoch(), report);
    next = VerdictMerge.advance(next, report);
    next = VerdictMerge.taint(next, report);
    Hold hold = VerdictMerge.effectiveHold(next, report, now);
    boolean unknownRun = taken || workedSince(base, seen);
    // A hold alone is no news of a run that has given its own reason.
    if (unknownRun || base.runId() == null || !next.equals(base)) {
      next = standing(next, unknownRun, report, now);
    }
    if (!next.equals(base) || taken) {
      return new Outcome(
          new Merged.Mine(stamp(next, report.owner(), seen, now), Merged.Urgency.NOW), hold);
    }
    boolean overdue = base.seenAt() == null || !seen.isBefore(base.seenAt().plus(heartbeat));
    return overdue
        ? new Outcome(
            new Merged.Mine(stamp(base, report.owner(), seen, now), Merged.Urgency.HEARTBEAT), hold)
        : new Outcome(new Merged.Mine(base, Merged.Urgency.NOTHING), hold);
  }

  private static boolean seenInPlan(VerdictRow row) {
    return row.reasonCode() != null && SEEN_IN_PLAN.contains(row.reasonCode());
  }

  /** Why the run that owns the row says it is held. */
  private static Hold said(VerdictRow row, Instant now) {
    return new Hold(
        HoldCode.valueOf(Objects.requireNonNull(row.reasonCode())),
        "a run of this lineage that knew its plan has said: " + row.reason(),
        row.heldSince() == null ? now : row.heldSince());
  }

  /** Whether a run that left no word of its own has planned a batch after the recorded bad end. */
  private static boolean workedSince(VerdictRow row, Instant seen) {
    Instant ended = row.heldSince() != null ? row.heldSince() : row.seenAt();
    return isBad(row) && ended != null && seen.isAfter(ended);
  }

  private static boolean isBad(VerdictRow row) {
    return row.state() == VerdictState.FAILED || row.state() == VerdictState.STOPPED;
  }

  /**
   * State and reason.
   *
   * @param unknownRun whether the last run known to have been at work is none that the row names
   */
  private static VerdictRow standing(
      VerdictRow row, boolean unknownRun, RunReport report, Instant now) {
    if (isBad(row) && !unknownRun) {
      return row;
    }
    VerdictRow next = VerdictMerge.why(row, report, now);
    if (unknownRun) {
      return next.toBuilder().runId(null).process(null).build();
    }
    // A lost run stays one: an end that nobody has recorded is not a graceful one.
    return row.state() == VerdictState.ACTIVE
        ? next.toBuilder().state(VerdictState.ACTIVE).build()
        : next;
  }

  private static VerdictRow stamp(VerdictRow row, Owner owner, Instant seen, Instant now) {
    return row.toBuilder()
        .queryName(owner.queryName())
        .queryId(owner.queryId())
        .checkpoint(owner.checkpoint())
        .seenAt(later(row.seenAt(), seen))
        .aliveUntil(later(row.aliveUntil(), seen))
        .updatedAt(now)
        .build();
  }

  private static Instant later(@Nullable Instant a, Instant b) {
    return a != null && a.isAfter(b) ? a : b;
  }
}
