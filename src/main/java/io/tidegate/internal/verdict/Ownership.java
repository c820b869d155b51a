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
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who may write a row. Writes are ordered by (epoch, run start); a lineage is its checkpoint's id
 * and path together. Pure; thread safe if the predicate is.
 */
public final class Ownership {

  /** The epoch of a table's first owner. */
  static final long FIRST_EPOCH = 1;

  private static final Comparator<VerdictRow> START =
      Comparator.comparing(
          VerdictRow::runStartedAt, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()));

  private static final Comparator<VerdictRow> ORDER =
      Comparator.comparingLong(VerdictRow::epoch).thenComparing(START);

  private final Predicate<String> knownGone;
  private final Duration maxFutureSkew;

  /**
   * @param knownGone whether the process a row names is known not to exist any more
   * @param maxFutureSkew how much older than the owner's a claim of the same lineage may be
   */
  public Ownership(Predicate<String> knownGone, Duration maxFutureSkew) {
    this.knownGone = knownGone;
    this.maxFutureSkew = maxFutureSkew;
  }

  /** The outcome of asking for a row. */
  sealed interface Claim {
    /**
     * The row is the run's to write.
     *
     * @param row the row as the run found it, with the run's order
     * @param newEpoch whether it passed from another lineage
     * @param atOnce whether the claim itself must be written now
     */
    record Granted(VerdictRow row, boolean newEpoch, boolean atOnce) implements Claim {}

    /** It is not; see {@link Merged.Blocked}. */
    record Refused(Merged answer) implements Claim {}
  }

  /** Asks for a row that the run has not written yet. */
  Claim claim(@Nullable VerdictRow row, RunReport report, Instant now) {
    Owner owner = report.owner();
    if (row == null) {
      VerdictRow fresh =
          VerdictRow.builder(report.table())
              .epoch(FIRST_EPOCH)
              .runStartedAt(owner.startedAt())
              .build();
      return new Claim.Granted(fresh, false, true);
    }
    if (owner.sameRun(row)) {
      return new Claim.Granted(row, false, false);
    }
    boolean newer = newer(row, report, now) && !survived(row, report, now);
    if (owner.samePath(row) ? newer : feeds(row, now)) {
      return new Claim.Refused(owner.samePath(row) ? fenced(row, owner) : conflict(row, owner));
    }
    if (!owner.samePath(row) && outlived(row, report)) {
      return new Claim.Refused(outlivedBy(row));
    }
    if (gaveWay(row, report, now)) {
      return new Claim.Refused(
          new Merged.Superseded(
              "run "
                  + row.runId()
                  + " of the same lineage was alive at "
                  + row.seenAt()
                  + ", and this run ended because of it"));
    }
    VerdictRow taken = row.toBuilder().runStartedAt(startAfter(row, owner)).build();
    if (owner.sameLineage(row)) {
      boolean atOnce = row.state() == VerdictState.FAILED || row.state() == VerdictState.STOPPED;
      return new Claim.Granted(taken, false, atOnce);
    }
    return new Claim.Granted(taken.toBuilder().epoch(row.epoch() + 1).build(), true, true);
  }

  /**
   * Asks for a row on behalf of a checkpoint whose runs do not ask themselves. An owner that is
   * alive speaks for itself. The row stays its owner's where that is the same lineage, and belongs
   * to no run where it is not: the next start comes after it, whenever that was.
   */
  Claim speakFor(@Nullable VerdictRow row, RunReport report, Instant now) {
    Owner owner = report.owner();
    if (row != null && feeds(row, now)) {
      return new Claim.Refused(alive(row, owner));
    }
    if (row != null && owner.sameLineage(row)) {
      return new Claim.Granted(row, false, false);
    }
    if (row != null && !owner.samePath(row) && outlived(row, report)) {
      return new Claim.Refused(
          new Merged.Superseded(
              shown(row)
                  + " owns the row and was alive at "
                  + row.seenAt()
                  + ", and the newest batch of this checkpoint is no later than that"));
    }
    Claim claim = claim(row, report, now);
    return claim instanceof Claim.Granted granted
        ? new Claim.Granted(
            granted.row().toBuilder().runStartedAt(null).build(), granted.newEpoch(), true)
        : claim;
  }

  private static Merged alive(VerdictRow row, Owner owner) {
    return new Merged.Blocked(
        HoldCode.CONFLICT,
        shown(row)
            + " owns the row and was alive at "
            + row.seenAt()
            + (owner.sameLineage(row)
                ? ": it reads the checkpoint itself"
                : ": it feeds the table itself")
            + ". It counts as gone once it has not been seen until "
            + row.aliveUntil());
  }

  private static String shown(VerdictRow row) {
    return "query '" + row.queryName() + "' with checkpoint " + row.checkpoint();
  }

  /**
   * Asks for a row that the run has written before.
   *
   * @param acknowledged the row as this run last wrote it
   */
  Claim keep(@Nullable VerdictRow row, VerdictRow acknowledged, RunReport report, Instant now) {
    if (row != null && succeeded(row, acknowledged, report)) {
      if (survived(row, report, now)) {
        return claim(row, report, now);
      }
      return new Claim.Refused(
          new Merged.Superseded(
              "run "
                  + row.runId()
                  + " of the lineage at "
                  + row.checkpoint()
                  + " has taken over "
                  + report.table()
                  + " (epoch "
                  + row.epoch()
                  + ", started "
                  + row.runStartedAt()
                  + ")"));
    }
    int order = row == null ? -1 : ORDER.compare(row, acknowledged);
    if (row != null && order == 0 && !lostSomething(row, acknowledged)) {
      return new Claim.Granted(row, false, false);
    }
    return new Claim.Granted(reassert(row, acknowledged), false, true);
  }

  /**
   * Whether another run owns the row that this run has written before. Epochs begin anew where the
   * table was dropped: there, a later start at the same path and an owner that has outlived the run
   * tell.
   */
  private boolean succeeded(VerdictRow row, VerdictRow acknowledged, RunReport report) {
    int order = ORDER.compare(row, acknowledged);
    if (report.owner().sameRun(row)) {
      return order > 0;
    }
    boolean startedLater = START.compare(row, acknowledged) > 0;
    return order >= 0 || (report.owner().samePath(row) && startedLater) || outlived(row, report);
  }

  /** Whether the row's owner is writing to the table now, as far as can be known. */
  boolean feeds(VerdictRow row, Instant now) {
    if (row.state() != null && row.state() != VerdictState.ACTIVE) {
      return false;
    }
    boolean fresh = row.aliveUntil() != null && row.aliveUntil().isAfter(now);
    return fresh && (row.process() == null || !knownGone.test(row.process()));
  }

  /**
   * Whether the owner, at the same path, is a newer run than the one that asks. Clocks of two
   * drivers may disagree by the tolerated skew, so that within it an older start counts only while
   * the owner is alive, or once it has outlived the run.
   */
  private boolean newer(VerdictRow row, RunReport report, Instant now) {
    Owner owner = report.owner();
    Instant theirs = row.runStartedAt();
    if (theirs == null || !owner.startedAt().isBefore(theirs)) {
      return false;
    }
    return owner.startedAt().isBefore(theirs.minus(maxFutureSkew))
        || feeds(row, now)
        || outlived(row, report);
  }

  /**
   * Whether the run goes on although its owner, a newer run of the same lineage, has not: of two
   * drivers on one checkpoint Spark may end the one that started later. A trigger of its own after
   * the owner was last seen tells it from a driver that has only just woken up.
   */
  private boolean survived(VerdictRow row, RunReport report, Instant now) {
    Instant triggered = report.triggeredAt();
    return report.end() == null
        && triggered != null
        && row.seenAt() != null
        && triggered.isAfter(row.seenAt())
        && report.owner().sameLineage(row)
        && !report.owner().sameRun(row)
        && !feeds(row, now);
  }

  /**
   * Whether the run had ended when the owner was last seen. Two runs of one lineage may have been
   * timed by clocks that disagree; what the earlier one has proven is true all the same, so that
   * only its failure is taken by the letter. Of two lineages that were seen to end at one instant
   * the owner keeps the row: taking it over would withdraw a claim that still holds.
   */
  private boolean outlived(VerdictRow row, RunReport report) {
    RunEnd end = report.end();
    if (end == null || row.seenAt() == null) {
      return false;
    }
    boolean sameLineage = report.owner().sameLineage(row);
    Instant endAt = end.at().truncatedTo(ChronoUnit.MICROS);
    if (!sameLineage && endAt.equals(row.seenAt())) {
      return true;
    }
    Instant endAtTheLatest = sameLineage && !end.failed() ? endAt.plus(maxFutureSkew) : endAt;
    return endAtTheLatest.isBefore(row.seenAt());
  }

  /**
   * Whether the run, which has never owned the row, ended because its owner uses the same
   * checkpoint and is alive: Spark lets only one of them go on.
   */
  private boolean gaveWay(VerdictRow row, RunReport report, Instant now) {
    RunEnd end = report.end();
    return end != null && end.concurrentRun() && report.owner().sameLineage(row) && feeds(row, now);
  }

  private static Merged outlivedBy(VerdictRow row) {
    return new Merged.Superseded(
        "query '"
            + row.queryName()
            + "' with checkpoint "
            + row.checkpoint()
            + " owns the row and was alive at "
            + row.seenAt()
            + ", when this run had ended");
  }

  private static Merged fenced(VerdictRow row, Owner owner) {
    return new Merged.Blocked(
        HoldCode.FENCED,
        "run "
            + row.runId()
            + (owner.sameLineage(row)
                ? " of the same lineage"
                : " of the lineage that has replaced this one at " + row.checkpoint())
            + " started at "
            + row.runStartedAt()
            + ", after this run ("
            + owner.startedAt()
            + "), and owns the row");
  }

  private static Instant startAfter(VerdictRow row, Owner owner) {
    Instant theirs = row.runStartedAt();
    if (theirs == null || owner.startedAt().isAfter(theirs)) {
      return owner.startedAt();
    }
    return theirs.plusNanos(1_000);
  }

  private static Merged conflict(VerdictRow row, Owner owner) {
    return new Merged.Blocked(
        HoldCode.CONFLICT,
        "query '"
            + row.queryName()
            + "' with checkpoint "
            + row.checkpoint()
            + " feeds this table and was alive at "
            + row.seenAt()
            + "; query '"
            + owner.queryName()
            + "' with checkpoint "
            + owner.checkpoint()
            + " waits until it has ended or has not been seen until "
            + row.aliveUntil());
  }

  /**
   * Whether a row of the run's own order lacks what the run knows to be durable. A later write of
   * the run itself, whose answer was lost, may say something else than the last one it knows of.
   */
  private static boolean lostSomething(VerdictRow row, VerdictRow acknowledged) {
    if (before(row.finalizedUntil(), acknowledged.finalizedUntil())) {
      return true;
    }
    return !before(acknowledged.updatedAt(), row.updatedAt())
        && (!Objects.equals(row.trackedFrom(), acknowledged.trackedFrom())
            || !Objects.equals(row.epochFrom(), acknowledged.epochFrom())
            || !Objects.equals(row.basis(), acknowledged.basis())
            || before(row.heldValue(), acknowledged.heldValue()));
  }

  /** What a restored, recreated or overwritten table should say again. */
  private static VerdictRow reassert(@Nullable VerdictRow row, VerdictRow acknowledged) {
    if (row == null || !before(acknowledged.finalizedUntil(), row.finalizedUntil())) {
      return acknowledged;
    }
    // The table claims more than this run wrote. A claim is never lowered; it is withdrawn by its
    // start until this run has passed it.
    return acknowledged.toBuilder()
        .finalizedUntil(row.finalizedUntil())
        .trackedFrom(row.finalizedUntil())
        .build();
  }

  private static boolean before(@Nullable Instant a, @Nullable Instant b) {
    return b != null && (a == null || a.isBefore(b));
  }
}
