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
package io.tidegate.internal.tracking;

import io.tidegate.api.VerdictState;
import io.tidegate.internal.verdict.Proof;
import io.tidegate.internal.verdict.RunEnd;
import io.tidegate.internal.verdict.RunReport;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The row of the model's one target table, and the laws that every version of it must keep. */
final class ModelTable {
  /** More than the drivers' clocks and the tolerance for them together. */
  private static final Duration SURELY_OLDER = Duration.ofMinutes(5 + 2 + 2);

  private final List<ModelSource> sources;
  private final Set<String> gone;
  private @Nullable VerdictRow row;
  private @Nullable ModelQuery owner;

  /** How many versions there have been. */
  int versions;

  ModelTable(List<ModelSource> sources, Set<String> gone) {
    this.sources = sources;
    this.gone = gone;
  }

  @Nullable VerdictRow row() {
    return row;
  }

  boolean ownedBy(ModelStream stream) {
    return owner != null && owner.stream == stream;
  }

  boolean ownedBy(ModelQuery query) {
    return owner == query;
  }

  /**
   * A run writes the row.
   *
   * @param wall its driver's clock
   */
  void write(ModelQuery writer, VerdictRow after, Instant wall) {
    VerdictRow before = row;
    ModelQuery former = owner;
    row = after;
    owner = writer;
    versions++;
    if (after.reasonCode() != null && (after.reason() == null || after.reason().isBlank())) {
      throw lie("SaysWhy", "held with " + after.reasonCode() + " and no reason");
    }
    if (before == null || former == null) {
      return;
    }
    if (earlier(after.finalizedUntil(), before.finalizedUntil())) {
      throw lie(
          "NeverBackwards", "from " + before.finalizedUntil() + " to " + after.finalizedUntil());
    }
    inOrder(before, former, after, writer);
    if (!former.stream.sameLineage(writer.stream)) {
      ofAnother(before, former, after, writer, wall);
    } else if (before.epoch() == after.epoch()) {
      tainted(before, after, writer.run().report().proof());
    }
  }

  private static boolean earlier(@Nullable Instant a, @Nullable Instant b) {
    return b != null && (a == null || a.isBefore(b));
  }

  /** Writes are ordered by epoch and run start; an old run never touches what a newer one owns. */
  private void inOrder(VerdictRow before, ModelQuery former, VerdictRow after, ModelQuery writer) {
    int starts = after.runStartedAt().compareTo(before.runStartedAt());
    boolean ordered =
        after.epoch() > before.epoch()
            || (after.epoch() == before.epoch() && (former == writer ? starts >= 0 : starts > 0));
    if (!ordered) {
      throw lie("WritesAreOrdered", former + ", then " + writer);
    }
    boolean older = writer.trulyStarted.plus(SURELY_OLDER).isBefore(former.trulyStarted);
    if (older && former.stream.path.equals(writer.stream.path) && startsAreTrue(former, writer)) {
      throw lie("OldRunsLeaveNewerOnesAlone", former + ", then " + writer);
    }
    RunEnd end = writer.run().report().end();
    boolean outlived = end != null && before.seenAt().isAfter(end.at().plus(SURELY_OLDER)) && older;
    if (outlived && startsAreTrue(former, writer)) {
      throw lie("TheDeadLeaveTheLivingAlone", former + ", then " + writer);
    }
  }

  private static boolean startsAreTrue(ModelQuery former, ModelQuery writer) {
    return !former.driver.stepped && !writer.driver.stepped && !writer.adopted;
  }

  /** Another lineage takes over from one that is not alive, and begins an epoch. */
  private void ofAnother(
      VerdictRow before, ModelQuery former, VerdictRow after, ModelQuery writer, Instant wall) {
    if (after.epoch() != before.epoch() + 1) {
      throw lie("AnotherLineageIsAnotherEpoch", former + ", then " + writer);
    }
    boolean alive =
        before.state() == VerdictState.ACTIVE
            && before.aliveUntil().isAfter(wall)
            && !gone.contains(former.driver.process);
    if (alive && !former.stream.path.equals(writer.stream.path)) {
      throw lie("NobodyTakesFromTheLiving", former + ", then " + writer);
    }
  }

  /** A rejected time stands until something later is proven. */
  private void tainted(VerdictRow before, VerdictRow after, @Nullable Proof proof) {
    boolean passed = proof != null && earlier(before.heldValue(), proof.raw());
    if (earlier(after.heldValue(), before.heldValue()) && !passed) {
      throw lie("ARejectedTimeStands", before.heldValue() + ", then " + after.heldValue());
    }
  }

  /** Every row of a source with a time in a period that is said to be final is in the table. */
  void complete() {
    VerdictRow said = row;
    if (said == null || said.trackedFrom() == null || said.finalizedUntil() == null) {
      return;
    }
    for (ModelSource source : sources) {
      for (ModelSource.Row of : source.rows) {
        if (!of.written
            && of.time.isBefore(said.finalizedUntil())
            && !of.time.isBefore(said.trackedFrom())) {
          throw lie("WhatIsFinalIsComplete", source + " has " + of + ", which is not in the table");
        }
      }
    }
  }

  AssertionError lie(String law, String what) {
    return new AssertionError(law + ": " + what + "\n  " + told(row));
  }

  static String told(@Nullable VerdictRow of) {
    return of == null
        ? "no row"
        : "row "
            + of.epoch()
            + "/"
            + of.runStartedAt()
            + " by "
            + of.runId().substring(30)
            + " final "
            + of.trackedFrom()
            + ".."
            + of.finalizedUntil()
            + " epoch from "
            + of.epochFrom()
            + " "
            + of.state()
            + " "
            + of.reasonCode()
            + " held "
            + of.heldValue()
            + " seen "
            + of.seenAt();
  }

  static String told(@Nullable RunReport of) {
    return of == null
        ? "no report"
        : (of.proof() == null ? "no proof" : of.proof().raw() + " of batch " + of.proof().batchId())
            + " coverage "
            + of.coverageFrom()
            + " hold "
            + (of.hold() == null ? "" : of.hold().code() + " " + of.hold().reason())
            + " rejected "
            + of.rejected()
            + " end "
            + of.end();
  }
}
