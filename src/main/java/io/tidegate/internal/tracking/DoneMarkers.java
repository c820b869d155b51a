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

import io.tidegate.internal.done.DuePeriods;
import io.tidegate.internal.frontier.Periods;
import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.settings.DoneSettings;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.Marks;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The done markers of all tables: a marker for each period, after the commit that made it final is
 * acknowledged. How far they are delivered goes into the row with commits that happen anyway.
 * Confined to the writer thread.
 */
final class DoneMarkers {
  private static final Logger LOG = LoggerFactory.getLogger(DoneMarkers.class);
  private static final String COLUMN = "done_until";

  /** How many periods are told again at each start where the table keeps no pointer. */
  private static final int TOLD_AGAIN = 24;

  private final DoneParts parts;
  private final TidegateMetrics metrics;
  private final Time time;
  private final RandomGenerator random;
  private final Redactor redactor;
  private final Duration limit;
  private final Map<String, List<MarkerCourse>> courses = new HashMap<>();
  private boolean kept = true;
  private boolean lossTold;

  /**
   * @param limit after this a call that does not return is given up
   */
  DoneMarkers(
      DoneParts parts,
      TidegateMetrics metrics,
      Time time,
      RandomGenerator random,
      Redactor redactor,
      Duration limit) {
    this.parts = parts;
    this.metrics = metrics;
    this.time = time;
    this.random = random;
    this.redactor = redactor;
    this.limit = limit;
  }

  /** The control table was read; the columns it does not have. */
  void read(Set<String> absentColumns) {
    kept = !absentColumns.contains(COLUMN);
  }

  /** How far the markers of a run's table are; null where it has none. */
  @Nullable Marks marks(TrackedRun run) {
    if (!run.settings().done().any()) {
      return null;
    }
    List<MarkerCourse> known = courses.getOrDefault(run.table(), List.of());
    Instant least = null;
    boolean settled = kept;
    for (MarkerCourse course : known) {
      Instant delivered = course.delivered();
      least = least == null || delivered.isBefore(least) ? delivered : least;
      settled &= course.settled();
    }
    return new Marks(least, settled && !known.isEmpty());
  }

  /** The table's row was read or written, and belongs to the run. */
  void acknowledged(TrackedRun run, VerdictRow row) {
    QuerySettings entry = run.settings();
    if (!entry.done().any()) {
      return;
    }
    List<MarkerCourse> known = courses.get(run.table());
    if (known != null) {
      known.forEach(course -> course.aim(row));
    } else {
      Instant from = beginning(entry, row);
      if (from != null) {
        courses.put(run.table(), begin(entry, row, from));
      }
    }
    showPending(run.table());
  }

  /**
   * The table's row belongs to no run of this application any more: what it has told since its row
   * was last written may be told again by the next owner.
   */
  void lost(String table) {
    List<MarkerCourse> ofTable = courses.remove(table);
    if (ofTable != null) {
      ofTable.forEach(MarkerCourse::end);
      showPending(table);
    }
  }

  private @Nullable Instant beginning(QuerySettings entry, VerdictRow row) {
    Instant until = row.finalizedUntil();
    if (kept || until == null) {
      return row.doneUntil() == null ? Marks.first(row, row) : row.doneUntil();
    }
    if (!lossTold) {
      lossTold = true;
      LOG.warn(
          "The control table was made by an earlier version and has no column {}, so that each start"
              + " tells the last {} final periods of a table again. To end that, run ALTER TABLE ..."
              + " ADD COLUMNS ({} TIMESTAMP) on it.",
          COLUMN,
          TOLD_AGAIN,
          COLUMN);
    }
    Periods periods = new Periods(entry.granularity(), entry.zone());
    return DuePeriods.back(periods, until, TOLD_AGAIN);
  }

  private List<MarkerCourse> begin(QuerySettings entry, VerdictRow row, Instant from) {
    DoneSettings done = entry.done();
    List<MarkerCourse> begun = new ArrayList<>();
    if (done.successFile() != null) {
      begun.add(
          course(
              "done.successFile",
              entry,
              new MarkerCourse.Means(parts.files(), parts.fileCalls(), time, limit, redactor),
              row,
              from));
    }
    if (done.http() != null) {
      begun.add(
          course(
              "done.http",
              entry,
              new MarkerCourse.Means(parts.posts(), parts.postCalls(), time, limit, redactor),
              row,
              from));
    }
    return begun;
  }

  private MarkerCourse course(
      String option, QuerySettings entry, MarkerCourse.Means means, VerdictRow row, Instant from) {
    StoreHealth health =
        new StoreHealth(
            "receiver of the markers of " + row.tableName() + " (" + option + ")",
            failures -> {},
            random,
            redactor,
            time.nanoTime());
    return new MarkerCourse(
        option, entry, means, health, metrics.table(row.tableName()), row, from);
  }

  /**
   * Takes over what was delivered and begins to deliver what is due.
   *
   * @return the tables that have none left, and had some before
   */
  Set<String> pass(long nowNanos) {
    Set<String> settled = new HashSet<>();
    courses.forEach(
        (table, ofTable) -> {
          boolean before = settled(ofTable);
          ofTable.forEach(course -> course.step(nowNanos));
          if (!before) {
            showPending(table);
            if (settled(ofTable)) {
              settled.add(table);
            }
          }
        });
    return settled;
  }

  /** Tries again soon what has failed. */
  void hurry(long nowNanos) {
    courses.values().forEach(ofTable -> ofTable.forEach(course -> course.hurry(nowNanos)));
  }

  /** The tables that have some left, in their order. */
  List<String> unsettled() {
    return courses.entrySet().stream()
        .filter(table -> !settled(table.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private static boolean settled(List<MarkerCourse> ofTable) {
    return ofTable.stream().allMatch(MarkerCourse::settled);
  }

  private void showPending(String table) {
    List<MarkerCourse> ofTable = courses.getOrDefault(table, List.of());
    metrics.table(table).markersPending(ofTable.stream().mapToInt(MarkerCourse::pending).sum());
  }
}
