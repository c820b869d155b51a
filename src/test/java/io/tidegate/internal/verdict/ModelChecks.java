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

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.VerdictState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The laws, as seen from outside the rules. */
final class ModelChecks {
  /** More than the drivers' clocks and the tolerance for them together. */
  private static final Duration SURELY_OLDER = Duration.ofMinutes(5 + 2 + 2);

  private final ModelWorld world;

  ModelChecks(ModelWorld world) {
    this.world = world;
  }

  /** What the one predicate says is final is in the table. */
  void complete(List<ModelLineage> lineages) {
    VerdictRow row = world.row();
    if (world.suspect() || row == null || row.trackedFrom() == null) {
      return;
    }
    Instant at = row.trackedFrom();
    Instant until = row.finalizedUntil();
    List<ModelLineage> ordered =
        lineages.stream().sorted(Comparator.comparing((ModelLineage l) -> l.from)).toList();
    for (ModelLineage lineage : ordered) {
      if (!lineage.from.isAfter(at) && lineage.position.isAfter(at)) {
        at = lineage.position;
      }
    }
    assertThat(until == null || !at.isBefore(until))
        .as("the periods from %s to %s are complete, but %s", row.trackedFrom(), until, at)
        .isTrue();
  }

  /** Writes are ordered, and nobody takes a row from an owner that is alive or newer. */
  void ordered(
      ModelRun run,
      @Nullable VerdictRow before,
      VerdictRow after,
      Instant clock,
      @Nullable ModelRun owner,
      Set<String> gone) {
    if (before == null) {
      return;
    }
    int epochs = Long.compare(after.epoch(), before.epoch());
    boolean same = Objects.equals(before.runId(), after.runId());
    assertThat(epochs).as("the epoch does not fall").isNotNegative();
    if (epochs == 0 && before.runStartedAt() != null) {
      int starts = Objects.requireNonNull(after.runStartedAt()).compareTo(before.runStartedAt());
      assertThat(starts).as("the order of writes").isGreaterThanOrEqualTo(same ? 0 : 1);
    }
    if (same || owner == null) {
      return;
    }
    // A run that has been told so writes its own again when a lower order stands in its place.
    boolean own = run.acknowledged != null && run.acknowledged.epoch() >= before.epoch();
    boolean outlived =
        run.end != null
            && before.seenAt() != null
            && before.seenAt().isAfter(run.end.at())
            && owner.trulyStarted.isAfter(run.trulyStarted.plus(SURELY_OLDER))
            && run.clock.abs().compareTo(SURELY_OLDER) < 0
            && owner.clock.abs().compareTo(SURELY_OLDER) < 0;
    assertThat(outlived && !own && !world.suspect())
        .as("%s had ended when %s was alive", run, owner)
        .isFalse();
    boolean samePath = owner.lineage.path.equals(run.lineage.path);
    if (samePath) {
      boolean older = run.trulyStarted.plus(SURELY_OLDER).isBefore(owner.trulyStarted);
      boolean clocksKept = run.clock.abs().compareTo(Duration.ofMinutes(2)) <= 0;
      boolean theirsKept = owner.clock.abs().compareTo(Duration.ofMinutes(2)) <= 0;
      assertThat(older && clocksKept && theirsKept && !own && !world.suspect())
          .as("%s is an old run and the row is of %s", run, owner)
          .isFalse();
    } else if (!own) {
      boolean alive =
          before.state() == VerdictState.ACTIVE
              && before.aliveUntil() != null
              && before.aliveUntil().isAfter(clock)
              && !gone.contains(owner.process());
      assertThat(alive && !world.suspect()).as("%s is alive, %s", owner, run).isFalse();
    }
  }

  /** The verdict does not go back, and an epoch keeps its first period. */
  void onlyForward(
      ModelRun run, @Nullable VerdictRow known, @Nullable VerdictRow before, VerdictRow after) {
    for (VerdictRow said : new VerdictRow[] {known, before}) {
      if (said != null && said.finalizedUntil() != null) {
        assertThat(after.finalizedUntil()).as("%s", run).isAfterOrEqualTo(said.finalizedUntil());
      }
    }
    VerdictRow epoch = known != null ? known : before;
    if (epoch != null && epoch.epochFrom() != null && epoch.epoch() == after.epoch()) {
      assertThat(after.epochFrom()).as("first period of the epoch").isEqualTo(epoch.epochFrom());
    }
  }

  /** A rejected value stands until it is passed, another epoch begins or the basis changes. */
  void tainted(ModelRun run, @Nullable VerdictRow before, VerdictRow after) {
    RunReport report = run.report();
    if (report.rejected() != null) {
      assertThat(after.heldValue()).isAfterOrEqualTo(report.rejected());
    }
    boolean again = before != null && run.acknowledged != null && !run.id.equals(before.runId());
    if (world.suspect()
        || again
        || before == null
        || before.heldValue() == null
        || before.epoch() != after.epoch()
        || !Objects.equals(before.queryId(), after.queryId())
        || !report.basis().equals(before.basis())) {
      return;
    }
    Proof proof = report.proof();
    boolean passed = proof != null && proof.raw().isAfter(before.heldValue());
    boolean more =
        !Objects.equals(before.finalizedUntil(), after.finalizedUntil())
            || !Objects.equals(before.epochFrom(), after.epochFrom());
    assertThat(more && !passed && report.rejected() == null)
        .as("something is accepted below %s", before.heldValue())
        .isFalse();
    if (!passed) {
      assertThat(after.heldValue()).isNotNull().isAfterOrEqualTo(before.heldValue());
    }
  }

  /** Merging a report into the row that came of it changes nothing. */
  void nothingLeft(Merged again) {
    assertThat(again).isInstanceOf(Merged.Mine.class);
    assertThat(((Merged.Mine) again).urgency())
        .as("merging the same report again: %s", again)
        .isEqualTo(Merged.Urgency.NOTHING);
  }

  /** What a live owner had been told is durable is there again. */
  void restored(VerdictRow said, @Nullable VerdictRow row) {
    assertThat(row).isNotNull();
    assertThat(row.runStartedAt()).isEqualTo(said.runStartedAt());
    if (!Objects.equals(row.finalizedUntil(), said.finalizedUntil())) {
      assertThat(row.finalizedUntil())
          .isAfter(Objects.requireNonNullElse(said.finalizedUntil(), Instant.MIN));
      return;
    }
    if (said.epochFrom() != null) {
      assertThat(row.epochFrom()).isEqualTo(said.epochFrom());
      assertThat(row.trackedFrom()).isIn(said.trackedFrom(), said.epochFrom());
    }
    if (said.heldValue() != null) {
      assertThat(row.heldValue()).isAfterOrEqualTo(said.heldValue());
    }
  }
}
