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

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.SourcePosition;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.QuerySettings.OnNewLineage;
import io.tidegate.internal.testing.Entries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A target table, the runs that feed it, and its row, driven at random. Knows what is truly in the
 * target table: a lineage puts there every row from where it began to read up to its position.
 *
 * <p>What the rules cannot know is not played: no wipe but of table and checkpoint together, no
 * verdict raised by hand, no hung run of a wiped checkpoint once another path is in use, and clocks
 * of drivers within two minutes of the true time except where one of them steps.
 */
final class ModelWorld {
  static final Duration SKEW = Duration.ofMinutes(5);
  private static final Duration HEARTBEAT = Duration.ofMinutes(5);
  private static final List<String> PATHS = List.of("file:/a", "file:/b");

  /** What happened, for the failure message. */
  final List<String> log = new ArrayList<>();

  private final Random random;
  private final boolean trust;
  private final Set<String> gone = new HashSet<>();
  private final VerdictMerge merge =
      new VerdictMerge(new Ownership(gone::contains, SKEW), HEARTBEAT);
  private final ModelChecks checks = new ModelChecks(this);
  private final List<ModelLineage> lineages = new ArrayList<>();
  private final List<ModelRun> runs = new ArrayList<>();
  private final List<VerdictRow> versions = new ArrayList<>();
  private Instant now = Instant.parse("2026-10-01T08:00:00Z");
  private @Nullable VerdictRow row;
  private int wipes;

  /** The row may say what the rules could not know; until an owner of today writes it. */
  private boolean suspect;

  /** Somebody has edited the row just now. */
  private boolean meddled;

  private int names;

  ModelWorld(long seed) {
    random = new Random(seed);
    trust = random.nextInt(5) == 0;
    log.add("seed " + seed + (trust ? ", trusting" : ""));
  }

  @Nullable VerdictRow row() {
    return row;
  }

  List<ModelLineage> lineages() {
    return lineages;
  }

  boolean suspect() {
    return suspect;
  }

  /** One thing happens. */
  void step() {
    now = now.plusSeconds(random.nextInt(30 * 60));
    int what = random.nextInt(100);
    if (what < 12) {
      start();
    } else if (what < 50) {
      batch();
    } else if (what < 86) {
      write();
    } else if (what < 92) {
      end();
    } else if (what < 94) {
      wipe();
    } else {
      meddle();
    }
    checks.complete(lineages);
  }

  private void start() {
    String path = PATHS.get(random.nextInt(PATHS.size()));
    ModelRun before = newest(path);
    if (before != null && before.batches) {
      stop(before);
    }
    ModelLineage lineage = before == null ? null : before.lineage;
    if (lineage == null || lineage.wipes < wipes || random.nextInt(8) == 0) {
      lineage = newLineage(path);
    }
    begin(lineage);
  }

  private ModelLineage newLineage(String path) {
    boolean beginning = !trust && random.nextInt(4) == 0;
    Instant from = now;
    if (beginning) {
      from = Instant.EPOCH;
    } else if (random.nextBoolean()) {
      from = now.minusSeconds(random.nextInt(6 * 3600));
    }
    if (trust) {
      // A moved checkpoint: it goes on where the others are.
      from = lineages.stream().map(l -> l.position).min(Instant::compareTo).orElse(from);
    }
    ModelLineage lineage = new ModelLineage("L" + names++, path, wipes, beginning, from);
    lineages.add(lineage);
    return lineage;
  }

  private void begin(ModelLineage lineage) {
    Duration clock = Duration.ofSeconds(random.nextInt(240) - 120);
    if (random.nextInt(12) == 0) {
      clock = Duration.ofSeconds(random.nextInt(7200) - 3600);
    }
    ModelRun last = newest(lineage.path);
    if (lineage.wipes > 0 && last != null && last.lineage.wipes < lineage.wipes) {
      // Wiping took longer than clocks are apart.
      clock = Duration.ZERO;
    }
    ModelRun run = new ModelRun("R" + names++, lineage, now, clock, entry(), SKEW);
    // Of a lineage that is gone, the row keeps no trace once a third one owns it.
    runs.removeIf(r -> r.lineage.wipes < wipes && !r.lineage.path.equals(lineage.path));
    runs.add(run);
    log.add(now + " start " + run + " from " + lineage.from + " at " + lineage.position);
  }

  private QuerySettings entry() {
    Entries entry = Entries.of(FrontierRule.OFFSET);
    if (random.nextInt(10) == 0) {
      entry = entry.fieldZone("Europe/Berlin");
    }
    if (random.nextInt(4) == 0) {
      entry = entry.lag(Duration.ofMinutes(20));
    }
    return entry.onNewLineage(trust ? OnNewLineage.TRUST : OnNewLineage.REBUILD).settings();
  }

  /** The run will not commit any more; its process may go on to write its last report. */
  private void stop(ModelRun run) {
    run.batches = false;
    Instant at = now.plus(run.clock);
    switch (random.nextInt(4)) {
      case 0 -> run.end = new RunEnd(at, null);
      case 1 -> run.end = new RunEnd(at, "java.lang.RuntimeException: broken");
      case 2 -> gone.add(run.process());
      default -> log.add(run.id + " hangs");
    }
    log.add(now + " stop " + run);
  }

  private void batch() {
    ModelRun run = any(runs.stream().filter(r -> r.batches).toList());
    if (run == null) {
      return;
    }
    ModelLineage lineage = run.lineage;
    long behind = Duration.between(lineage.position, now).toSeconds();
    boolean all = random.nextInt(3) == 0;
    Instant reached = all ? now : now.minusSeconds((long) (behind * random.nextDouble()));
    lineage.position = reached.isAfter(lineage.position) ? reached : lineage.position;
    Instant planned = now.plus(run.clock);
    Instant says = lineage.position;
    if (random.nextInt(12) == 0) {
      says = now.plusSeconds(3600 + random.nextInt(24 * 3600));
    } else if (all && !planned.isAfter(now) && random.nextInt(3) == 0) {
      // The source's clock is ahead, and all it has is read.
      says = now.plusSeconds(random.nextInt(300));
    }
    lineage.newest =
        new CommittedBatch(
            lineage.nextBatchId(),
            planned,
            null,
            null,
            null,
            List.of(new SourcePosition("0", "{\"commit_ts\":\"" + says + "\"}")),
            true);
    run.judge(planned);
    log.add(now + " batch " + run.id + " read up to " + lineage.position + " says " + says);
  }

  private void write() {
    ModelRun run = any(runs);
    if (run != null) {
      write(run, random.nextInt(8) == 0, random.nextInt(8) == 0);
    }
  }

  /**
   * One round of the run's writer.
   *
   * @param lostAnswer whether it does not learn that its commit is durable
   * @param lostCommit whether the commit is lost, which it does not learn either
   */
  private void write(ModelRun run, boolean lostAnswer, boolean lostCommit) {
    Instant clock = now.plus(run.clock);
    RunReport report = run.report();
    VerdictRow before = row;
    Merged merged = merge.merge(before, run.acknowledged, report, clock);
    if (!(merged instanceof Merged.Mine mine)) {
      log.add(now + " " + run.id + ": " + merged);
      return;
    }
    boolean due = mine.urgency() == Merged.Urgency.NOW || random.nextBoolean();
    if (mine.urgency() == Merged.Urgency.NOTHING || !due || lostCommit) {
      return;
    }
    VerdictRow known = run.acknowledged;
    row = mine.row();
    versions.add(mine.row());
    log.add(now + " " + run.id + " writes " + mine.urgency() + (lostAnswer ? " (unknown)" : ""));
    log.add("    " + mine.row());
    checks.ordered(run, before, mine.row(), clock, owner(before), gone);
    if (!meddled) {
      checks.tainted(run, before, mine.row());
    }
    if (!lostAnswer) {
      run.acknowledged = mine.row();
    }
    checks.onlyForward(run, known, before, mine.row());
    checks.nothingLeft(merge.merge(mine.row(), run.acknowledged, report, clock));
    boolean ofToday = run.lineage.wipes == wipes && newest(run.lineage.path) == run;
    if (ofToday) {
      suspect = false;
    }
  }

  private @Nullable ModelRun owner(@Nullable VerdictRow of) {
    return of == null
        ? null
        : runs.stream().filter(r -> r.id.equals(of.runId())).findFirst().orElse(null);
  }

  private void end() {
    ModelRun run = any(runs.stream().filter(r -> r.batches).toList());
    if (run != null) {
      stop(run);
    }
  }

  /** The target table and the checkpoint of one path are deleted; nobody else feeds the table. */
  private void wipe() {
    if (trust || runs.isEmpty()) {
      return;
    }
    ModelRun last = runs.get(runs.size() - 1);
    String path = last.lineage.path;
    // No start tells which of two checkpoints is the newer where a clock was hours off.
    runs.removeIf(
        r -> !r.lineage.path.equals(path) || r.clock.abs().compareTo(Duration.ofMinutes(2)) > 0);
    runs.stream().filter(r -> r.batches).toList().forEach(this::stop);
    lineages.clear();
    wipes++;
    suspect = true;
    now = now.plusSeconds(600);
    log.add(now + " wiped, with the checkpoint at " + path);
    begin(newLineage(path));
  }

  /** Somebody restores, drops or edits the control table. */
  private void meddle() {
    ModelRun owner = owner(row);
    switch (random.nextInt(3)) {
      case 0 -> restore();
      case 1 -> {
        row = null;
        suspect = true;
        log.add(now + " dropped");
      }
      default -> {
        if (owner != null && row != null && row.equals(owner.acknowledged)) {
          edit(owner, row);
        }
      }
    }
  }

  private void restore() {
    if (!versions.isEmpty()) {
      row = versions.get(random.nextInt(versions.size()));
      suspect = true;
      log.add(now + " restored to " + row);
    }
  }

  /** What a live owner has been told is there is there again after its next round. */
  private void edit(ModelRun owner, VerdictRow said) {
    VerdictRowBuilder edited = said.toBuilder();
    switch (random.nextInt(4)) {
      case 0 -> edited.trackedFrom(Instant.EPOCH);
      case 1 -> edited.epochFrom(Instant.EPOCH);
      case 2 -> edited.finalizedUntil(null).heldValue(null);
      default -> edited.trackedFrom(null).runStartedAt(null);
    }
    row = edited.build();
    log.add(now + " edited to " + row);
    if (row.equals(said)) {
      return;
    }
    meddled = true;
    write(owner, false, false);
    meddled = false;
    checks.restored(said, row);
  }

  private @Nullable ModelRun newest(String path) {
    ModelRun found = null;
    for (ModelRun run : runs) {
      found = run.lineage.path.equals(path) ? run : found;
    }
    return found;
  }

  private @Nullable ModelRun any(List<ModelRun> of) {
    return of.isEmpty() ? null : of.get(random.nextInt(of.size()));
  }
}
