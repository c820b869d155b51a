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

import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.verdict.Merged;
import io.tidegate.internal.verdict.Merged.Urgency;
import io.tidegate.internal.verdict.RunReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One driver process: its clock, and what the tracker does there for each of its runs. */
final class ModelDriver {
  private static final Duration PAUSE = Duration.ofSeconds(30);

  final String process;
  final ModelTable table;

  /** How far its clock was from the true time when the application began, and is now. */
  final Duration firstOffset;

  Duration offset;

  /** Its clock has been set by more than the tolerance. */
  boolean stepped;

  private final ModelRules rules;
  private final ModelSetup setup;
  private final Examiner examiner;
  private final ClockCheck clocks;
  private final Instant born;

  ModelDriver(
      String process,
      ModelTable table,
      ModelCheckpoints checkpoints,
      ModelSetup setup,
      ModelRules rules,
      Duration offset,
      Instant now) {
    this.process = process;
    this.table = table;
    this.setup = setup;
    this.rules = rules;
    this.firstOffset = offset;
    this.offset = offset;
    this.born = now;
    this.examiner = new Examiner(checkpoints, (queryId, runId) -> Optional.empty());
    this.clocks = new ClockCheck(wall(now), nanos(now), rules.tolerance);
  }

  Instant wall(Instant now) {
    return now.plus(offset);
  }

  /** Whether its clock has been set by more than the tolerance. */
  boolean clockIsSet() {
    return offset.minus(firstOffset).abs().compareTo(ModelRules.SKEW) > 0;
  }

  private long nanos(Instant now) {
    return Duration.between(born, now).toNanos();
  }

  /**
   * The tracker hears of a run.
   *
   * @param started when it started, by this driver's clock
   * @param seen whether the start itself was seen
   */
  void track(ModelQuery query, Instant started, boolean seen, Instant now) {
    RunStart start = new RunStart(query.stream.id, query.runId, "orders", started, seen, query);
    query.track(
        new TrackedRun(
            start,
            setup.entry(query.stream.declaredBeginning),
            process,
            clocks,
            Redactor.standard(),
            nanos(now)));
  }

  /**
   * One pass of the tracker over a run.
   *
   * @param slow whether what the pass reads is only taken in by the next one
   */
  void look(ModelQuery query, Instant now, boolean slow) {
    TrackedRun run = query.run();
    Instant wall = wall(now);
    long nanos = nanos(now);
    run.takeFinding(wall, nanos, PAUSE);
    if (!run.closed()) {
      run.lookAtSlot(wall, nanos);
      run.lookAtQuery(wall, nanos);
      if (run.over()) {
        run.close(wall, nanos);
      }
    }
    if (run.reads().due(nanos)) {
      Examiner.Request request = run.beginRead(nanos);
      int ticket = run.reads().ticket();
      run.slot().found(new RunSlot.Found(ticket, examiner.examine(request)));
      if (!slow) {
        run.takeFinding(wall, nanos, PAUSE);
      }
    }
  }

  /**
   * One commit of the writer for a run.
   *
   * @param least what is not more urgent than this waits
   * @param answered whether the writer learns that its commit is durable
   */
  void write(ModelQuery query, Urgency least, boolean answered, Instant now) {
    RunReport said = query.run().report();
    RunRow known = query.run().row();
    if (said == null || known.superseded()) {
      return;
    }
    RunReport report = rules.report.of(query, said);
    Instant wall = wall(now);
    Merged merged = rules.merge.merge(query, table.row(), report, wall);
    if (merged instanceof Merged.Blocked blocked) {
      known.block(blocked, table.row());
    } else if (merged instanceof Merged.Superseded) {
      known.supersede();
    } else if (merged instanceof Merged.Mine mine) {
      if (mine.urgency() == Urgency.NOTHING || mine.urgency().compareTo(least) < 0) {
        known.saw(table.row());
        return;
      }
      table.write(query, mine.row(), wall);
      if (answered) {
        known.wrote(mine.row());
      }
    }
  }

  @Override
  public String toString() {
    return process + " clock " + offset;
  }
}
