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
import org.jspecify.annotations.Nullable;

/**
 * Merges a run's report into its table's row. The verdict only moves forward; what a new epoch
 * cannot vouch for is withdrawn through {@code tracked_from}. Pure; thread safe.
 */
public final class VerdictMerge {

  /** What an epoch that reads its sources from their beginning vouches for. */
  private static final Instant BEGINNING = Instant.EPOCH;

  private final Ownership ownership;
  private final Duration heartbeat;

  /**
   * @param ownership who may write
   * @param heartbeat how often a row not otherwise written is refreshed
   */
  public VerdictMerge(Ownership ownership, Duration heartbeat) {
    this.ownership = ownership;
    this.heartbeat = heartbeat;
  }

  /**
   * Merges.
   *
   * @param row the row as it was read; null where there is none
   * @param acknowledged the row as this run last wrote it; null before its first write
   * @param report what the run wants the row to say
   * @param now the wall clock
   */
  public Merged merge(
      @Nullable VerdictRow row, @Nullable VerdictRow acknowledged, RunReport report, Instant now) {
    return merge(row, acknowledged, report, null, now);
  }

  /**
   * The same for a run whose periods get done markers.
   *
   * @param marks how far they are delivered; null where none are configured
   */
  public Merged merge(
      @Nullable VerdictRow row,
      @Nullable VerdictRow acknowledged,
      RunReport report,
      @Nullable Marks marks,
      Instant now) {
    Ownership.Claim claim =
        acknowledged == null
            ? ownership.claim(row, report, now)
            : ownership.keep(row, acknowledged, report, now);
    if (claim instanceof Ownership.Claim.Refused refused) {
      return refused.answer();
    }
    Ownership.Claim.Granted granted = (Ownership.Claim.Granted) claim;
    VerdictRow base = granted.row();
    VerdictRow next = coverage(base, granted.newEpoch(), report);
    next = advance(next, report);
    next = taint(next, report);
    next = why(next, report, now);
    Merged.Urgency urgency = urgency(base, next, report, granted.atOnce(), now);
    if (marks != null) {
      next = marks.on(row, next);
      if (urgency == Merged.Urgency.NOTHING && marks.worthAWrite(base, next)) {
        urgency = Merged.Urgency.AT_THE_END;
      }
    }
    return new Merged.Mine(
        urgency == Merged.Urgency.NOTHING ? next : stamp(next, report, now), urgency);
  }

  /** What a refusal comes to on its table's row. */
  public sealed interface Stopped {
    /** The row says so, once it is written. */
    record Row(VerdictRow row) implements Stopped {}

    /** A run of the lineage seems to be alive: not yet. */
    record NotYet() implements Stopped {}

    /** The row says it already, or is not the lineage's. */
    record Nothing() implements Stopped {}
  }

  /**
   * Merges a refusal. Only the row of the refused lineage is touched, and only while no run of it
   * is alive; whatever starts later clears it.
   *
   * @param row the row as it was read; null where there is none
   */
  public Stopped stopped(@Nullable VerdictRow row, Refusal refusal, Instant now) {
    boolean owns =
        row != null
            && refusal.checkpoint().equals(row.checkpoint())
            && (refusal.queryId() == null || refusal.queryId().equals(row.queryId()));
    if (row == null || !owns || startedSince(row, refusal)) {
      return new Stopped.Nothing();
    }
    if (ownership.feeds(row, now)) {
      return new Stopped.NotYet();
    }
    if (row.state() == VerdictState.STOPPED && refusal.reason().equals(row.reason())) {
      return new Stopped.Nothing();
    }
    return new Stopped.Row(
        row.toBuilder()
            .state(VerdictState.STOPPED)
            .reasonCode(HoldCode.REFUSED.name())
            .reason(refusal.reason())
            .heldSince(row.state() == VerdictState.STOPPED ? row.heldSince() : refusal.at())
            .updatedAt(now)
            .build());
  }

  /** Whether a run has come through after all, as a probe does. */
  private static boolean startedSince(VerdictRow row, Refusal refusal) {
    Instant started = row.runStartedAt();
    return started != null && started.isAfter(refusal.at());
  }

  /** What the epoch may claim, before any frontier of this report. */
  static VerdictRow coverage(VerdictRow base, boolean newEpoch, RunReport report) {
    VerdictRowBuilder next = base.toBuilder();
    if (newEpoch) {
      next.heldValue(null).reasonCode(null).reason(null).heldSince(null);
      if (!report.trustOldClaim()) {
        next.trackedFrom(base.finalizedUntil()).epochFrom(null);
      }
    } else if (!report.basis().equals(base.basis())) {
      next.heldValue(null);
    }
    VerdictRow row = next.build();
    if (row.epochFrom() == null && report.fromBeginning()) {
      row = row.toBuilder().epochFrom(BEGINNING).build();
    }
    if (row.epochFrom() == null && report.coverageFrom() != null && !tainted(row, report)) {
      row = row.toBuilder().epochFrom(report.coverageFrom()).build();
    }
    if (row.finalizedUntil() == null) {
      row = row.toBuilder().trackedFrom(row.epochFrom()).build();
    }
    return row;
  }

  static VerdictRow advance(VerdictRow row, RunReport report) {
    Proof proof = report.proof();
    if (proof == null || tainted(row, report) || behind(row, proof)) {
      return row;
    }
    VerdictRowBuilder next = row.toBuilder().trackedFrom(row.epochFrom());
    if (!proof.candidate().equals(row.finalizedUntil())) {
      next.finalizedUntil(proof.candidate())
          .frontier(proof.frontier())
          .basis(report.basis())
          .batchId(proof.batchId())
          .endOffset(proof.endOffsets())
          .tableVersion(null)
          .heldValue(null);
    }
    return next.build();
  }

  private static boolean behind(VerdictRow row, Proof proof) {
    return row.finalizedUntil() != null && proof.candidate().isBefore(row.finalizedUntil());
  }

  /** Whether the guard's taint still stands against the report's proof. */
  private static boolean tainted(VerdictRow row, RunReport report) {
    Proof proof = report.proof();
    return row.heldValue() != null && proof != null && !proof.raw().isAfter(row.heldValue());
  }

  static VerdictRow taint(VerdictRow row, RunReport report) {
    Instant rejected = report.rejected();
    if (rejected == null || (row.heldValue() != null && !row.heldValue().isBefore(rejected))) {
      return row;
    }
    return row.toBuilder().heldValue(rejected).basis(report.basis()).build();
  }

  /** State and reason, from the run's end or from what holds it. */
  static VerdictRow why(VerdictRow row, RunReport report, Instant now) {
    RunEnd end = report.end();
    boolean sameRun = report.owner().runId().equals(row.runId());
    if (end != null && sameRun && row.state() == VerdictState.STOPPED) {
      return row; // the lineage was refused after this run had ended
    }
    if (end != null && end.failed()) {
      boolean known = row.state() == VerdictState.FAILED && sameRun;
      return row.toBuilder()
          .state(VerdictState.FAILED)
          .reasonCode(HoldCode.QUERY_FAILED.name())
          .reason(end.failure())
          .heldSince(known ? row.heldSince() : end.at())
          .build();
    }
    VerdictRowBuilder next =
        row.toBuilder().state(end == null ? VerdictState.ACTIVE : VerdictState.ENDED);
    Hold hold = effectiveHold(row, report, now);
    if (hold == null) {
      return next.reasonCode(null).reason(null).heldSince(null).build();
    }
    if (hold.code().name().equals(row.reasonCode())) {
      return next.build();
    }
    return next.reasonCode(hold.code().name())
        .reason(hold.reason())
        .heldSince(hold.since())
        .build();
  }

  /** What holds the row: what holds the run, or else the row's own past. */
  static @Nullable Hold effectiveHold(VerdictRow row, RunReport report, Instant now) {
    Hold hold = report.hold();
    if (hold != null && hold.code().inRow()) {
      return hold;
    }
    Proof proof = report.proof();
    if (proof == null) {
      return null;
    }
    if (tainted(row, report)) {
      return new Hold(
          HoldCode.FUTURE,
          "the frontier "
              + proof.raw()
              + " has not passed "
              + row.heldValue()
              + ", which was rejected as lying in the future",
          now);
    }
    boolean rebuilding = !Objects.equals(row.trackedFrom(), row.epochFrom());
    if (rebuilding && behind(row, proof)) {
      return new Hold(
          HoldCode.REBUILDING,
          "a new lineage has reached "
              + proof.frontier()
              + " and has not yet passed "
              + row.finalizedUntil()
              + ", which the lineage before it had claimed",
          now);
    }
    return null;
  }

  private Merged.Urgency urgency(
      VerdictRow base, VerdictRow next, RunReport report, boolean atOnce, Instant now) {
    boolean moved =
        !Objects.equals(base.finalizedUntil(), next.finalizedUntil())
            || !Objects.equals(base.trackedFrom(), next.trackedFrom())
            || !Objects.equals(base.epochFrom(), next.epochFrom())
            || newlyTainted(base, next);
    boolean failed =
        next.state() == VerdictState.FAILED
            && (base.state() != VerdictState.FAILED || !report.owner().sameRun(base));
    if (atOnce || moved || failed) {
      return Merged.Urgency.NOW;
    }
    if (report.end() == null && overdue(base, now)) {
      return Merged.Urgency.HEARTBEAT;
    }
    boolean heldOtherwise =
        !Objects.equals(base.reasonCode(), next.reasonCode())
            || !Objects.equals(base.heldValue(), next.heldValue());
    if (report.end() == null && heldOtherwise) {
      return Merged.Urgency.HOLD;
    }
    RunEnd end = report.end();
    boolean endDiffers =
        end != null
            && !end.failed()
            && next.state() != VerdictState.STOPPED
            && (base.state() != VerdictState.ENDED || overdue(base, end.at()));
    return endDiffers ? Merged.Urgency.AT_THE_END : Merged.Urgency.NOTHING;
  }

  /**
   * Whether a rejected time stands in the row that did not before. One that only grows, batch for
   * batch, can wait: the guard rejects the newest batch again whoever starts next.
   */
  private static boolean newlyTainted(VerdictRow base, VerdictRow next) {
    return next.heldValue() != null
        && (base.heldValue() == null || !Objects.equals(base.basis(), next.basis()));
  }

  private boolean overdue(VerdictRow base, Instant now) {
    Instant seen = base.seenAt();
    return seen == null || !seen.plus(heartbeat).isAfter(now);
  }

  private VerdictRow stamp(VerdictRow row, RunReport report, Instant now) {
    Owner owner = report.owner();
    RunEnd end = report.end();
    Instant seen = end == null ? now : end.at();
    return row.toBuilder()
        .queryName(owner.queryName())
        .queryId(owner.queryId())
        .checkpoint(owner.checkpoint())
        .runId(owner.runId())
        .process(owner.process())
        .seenAt(seen)
        .aliveUntil(end == null ? now.plus(heartbeat.multipliedBy(3)) : seen)
        .updatedAt(now)
        .build();
  }
}
