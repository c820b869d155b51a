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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges an attempt's report into its lineage's row: it updates the attempt it names and no other,
 * and never brings back one that the row no longer lists. Pure; thread safe if the predicate of
 * {@link Liveness} is.
 */
public final class LineageMerge {
  private final Liveness liveness;
  private final Duration heartbeat;

  /**
   * @param liveness which attempts are running somewhere
   * @param heartbeat how often an attempt not otherwise written is refreshed
   */
  public LineageMerge(Liveness liveness, Duration heartbeat) {
    this.liveness = liveness;
    this.heartbeat = heartbeat;
  }

  /**
   * Merges.
   *
   * @param row the row as it was read; null where there is none
   * @param report what is known of the attempt
   * @param now the wall clock
   */
  public LineageMerged merge(@Nullable LineageRow row, AttemptReport report, Instant now) {
    if (row == null) {
      return new LineageMerged(afresh(report, now), true);
    }
    List<Attempt> attempts = history(row).attempts();
    Attempt reported = report.attempt();
    Attempt known =
        attempts.stream().filter(a -> a.id().equals(reported.id())).findFirst().orElse(null);
    boolean newest = attempts.stream().noneMatch(a -> a.startedAt().isAfter(reported.startedAt()));
    boolean otherLineage =
        row.queryId() != null
            && report.queryId() != null
            && !row.queryId().equals(report.queryId());
    if (otherLineage && newest) {
      return new LineageMerged(afresh(report, now), true);
    }
    if (known == null) {
      // Not listed: it is over and counted, or belongs to a checkpoint that is gone.
      return !newest && (report.written() || otherLineage)
          ? new LineageMerged(row, false)
          : new LineageMerged(inserted(row, report, newest, now), true);
    }
    Attempt merged = AttemptMerge.merge(known, reported);
    boolean binds = newest && binds(row, report);
    if (!binds && !AttemptMerge.differ(known, merged) && !due(known, merged)) {
      return new LineageMerged(row, false);
    }
    List<Attempt> next = new ArrayList<>(attempts);
    next.set(attempts.indexOf(known), merged);
    return new LineageMerged(written(row, next, report, newest, now), true);
  }

  private static History history(LineageRow row) {
    return History.of(row).orElseGet(History::none);
  }

  private static boolean binds(LineageRow row, AttemptReport report) {
    return report.queryId() != null && !report.queryId().equals(row.queryId());
  }

  private boolean due(Attempt known, Attempt merged) {
    Instant seen = known.seenAt();
    Instant next = merged.seenAt();
    return !merged.ended()
        && next != null
        && (seen == null || !next.isBefore(seen.plus(heartbeat)))
        && !next.equals(seen);
  }

  /** A row that knows of this attempt only. */
  private LineageRow afresh(AttemptReport report, Instant now) {
    return inserted(LineageRow.builder(report.checkpoint()).build(), report, true, now);
  }

  private LineageRow inserted(LineageRow row, AttemptReport report, boolean newest, Instant now) {
    Attempt attempt = report.attempt().toBuilder().number(row.attempts() + 1).build();
    List<Attempt> next = new ArrayList<>(history(row).attempts());
    int at = 0;
    while (at < next.size() && !next.get(at).startedAt().isAfter(attempt.startedAt())) {
      at++;
    }
    next.add(at, attempt);
    LineageRow counted = row.toBuilder().attempts(attempt.number()).build();
    return written(counted, next, report, newest, now);
  }

  private LineageRow written(
      LineageRow row, List<Attempt> attempts, AttemptReport report, boolean newest, Instant now) {
    History before = history(row);
    History next = new History(attempts, before.earlier(), before.resumedAfter());
    if (attempts.size() > History.MOST) {
      next = next.cut(judgement(attempts, now), now);
    }
    Instant seen = AttemptMerge.later(row.seenAt(), report.attempt().lastKnown());
    Instant alive =
        next.attempts().stream()
            .filter(attempt -> !attempt.ended())
            .map(Attempt::aliveUntil)
            .filter(Objects::nonNull)
            .reduce(seen, AttemptMerge::later);
    LineageRowBuilder result = next.into(row.toBuilder());
    if (newest) {
      result.queryName(report.queryName());
    }
    if (newest && report.queryId() != null) {
      result.queryId(report.queryId());
    }
    return result.seenAt(seen).aliveUntil(alive).updatedAt(now).build();
  }

  /** Without a look at the checkpoint: what has gone by does not need one. */
  private Judgement judgement(List<Attempt> attempts, Instant now) {
    return new Judgement(
        attempts,
        new Banked(attempts, CheckpointLook.unknown(), false),
        Set.of(),
        attempt -> liveness.alive(attempt, now));
  }
}
