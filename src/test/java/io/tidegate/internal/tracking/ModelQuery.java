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

import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.QueryPlan.Trigger;
import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.TumblingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One run of a stream, as Spark does it: a pending batch first, offsets, sink, commit, report; and
 * what its query object shows of that.
 */
final class ModelQuery implements QueryHandle {
  private static final Duration IDLE_REPORTS = Duration.ofSeconds(10);
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(20);
  private static final int ENOUGH = 4;

  private enum Phase {
    STARTING,
    WAITING,
    ASKING,
    PLANNED,
    SUNK,
    COMMITTED
  }

  final ModelStream stream;
  final ModelDriver driver;
  final UUID runId;
  final Instant trulyStarted;
  final Trigger trigger;

  /** Its driver is gone, or nobody looks at it any more. */
  boolean dead;

  /** Its start was not seen: it counts from when it was first seen. */
  boolean adopted;

  /** It may still plan batches. */
  boolean active = true;

  private final ModelSetup setup;
  private final List<ModelSource> sources;
  private final ModelRules rules;
  private final Random random;
  private final int limit;
  private final boolean truthful;
  private final @Nullable Instant[] marks;
  private @Nullable Instant watermark;
  private Phase phase = Phase.STARTING;
  private int @Nullable [] pinned;
  private Instant triggeredAt;
  private boolean clockWasSet;
  private ModelStream.@Nullable Batch batch;
  private List<@Nullable String> latest = new ArrayList<>();
  private @Nullable Instant lastReport;
  private Instant lastBatch;
  private @Nullable QueryFailure failure;
  private @Nullable Progress lastProgress;
  private @Nullable TrackedRun run;

  ModelQuery(
      UUID runId,
      ModelStream stream,
      ModelDriver driver,
      ModelSetup setup,
      List<ModelSource> sources,
      ModelRules rules,
      Random random,
      boolean truthful,
      Instant now) {
    this.runId = runId;
    this.stream = stream;
    this.driver = driver;
    this.setup = setup;
    this.sources = sources;
    this.rules = rules;
    this.random = random;
    this.truthful = truthful;
    this.trulyStarted = now;
    this.triggeredAt = now;
    this.lastBatch = now;
    this.trigger =
        setup.kind() == ModelSetup.Kind.ARRIVAL && random.nextInt(3) == 0
            ? Trigger.AVAILABLE_NOW
            : Trigger.PROCESSING_TIME;
    this.limit =
        setup.poisons() || random.nextBoolean() ? 1 + random.nextInt(2) : Integer.MAX_VALUE / 2;
    this.marks = new Instant[sources.size()];
    ModelStream.Batch newest = stream.newest();
    this.watermark = newest == null ? null : newest.after;
  }

  void track(TrackedRun tracked) {
    run = tracked;
  }

  TrackedRun run() {
    return Objects.requireNonNull(run);
  }

  /** The next thing that Spark does. */
  void advance(Instant now) {
    switch (phase) {
      case STARTING -> {
        pinned = trigger == Trigger.AVAILABLE_NOW ? shown(now) : null;
        phase = Phase.WAITING;
      }
      case WAITING -> {
        triggeredAt = driver.wall(now);
        clockWasSet = driver.clockIsSet();
        phase = Phase.ASKING;
      }
      case ASKING -> ask(now);
      case PLANNED -> {
        sink(Objects.requireNonNull(batch), false);
        phase = Phase.SUNK;
      }
      case SUNK -> {
        commit(Objects.requireNonNull(batch));
        lastBatch = now;
        phase = Phase.COMMITTED;
      }
      case COMMITTED -> {
        report(now);
        phase = Phase.WAITING;
      }
    }
  }

  /** Whether a batch with an invented time has been committed and not yet been reported. */
  boolean committedPoison() {
    return phase == Phase.COMMITTED && Objects.requireNonNull(batch).poisoned;
  }

  /** Whether it has just reported a trigger that began while the clock was set. */
  boolean reportedSetClock() {
    return phase == Phase.WAITING && clockWasSet;
  }

  /** Whether the last trigger found nothing to do. */
  boolean idle() {
    return phase == Phase.WAITING && batch == null && lastReport != null;
  }

  ModelSetup setup() {
    return setup;
  }

  private int[] shown(Instant now) {
    return sources.stream().mapToInt(source -> source.shown(now)).toArray();
  }

  private void ask(Instant now) {
    ModelStream.Batch pending = stream.pending();
    if (pending != null) {
      // Planned by an earlier run: nobody asks the sources.
      batch = pending;
      latest = new ArrayList<>();
      sources.forEach(source -> latest.add(null));
      phase = Phase.PLANNED;
      return;
    }
    int[] start = stream.position();
    int[] there = pinned == null ? shown(now) : pinned;
    int[] end = new int[start.length];
    boolean found = stream.batches.isEmpty();
    for (int i = 0; i < start.length; i++) {
      end[i] = Math.max(start[i], Math.min(there[i], start[i] + limit));
      if (waits(sources.get(i), there[i] - start[i], now)) {
        end[i] = start[i];
      }
      found |= end[i] > start[i];
    }
    ModelStream.Batch newest = stream.newest();
    boolean cleansUp =
        setup.window() != null && newest != null && !Objects.equals(watermark, newest.during);
    List<@Nullable String> reported = new ArrayList<>();
    for (int i = 0; i < start.length; i++) {
      reported.add(latest(sources.get(i), there[i], end[i], now));
    }
    latest = reported;
    boolean beats =
        setup.kind() == ModelSetup.Kind.OFFSET
            && setup.beats()
            && !truthful
            && random.nextInt(3) == 0;
    if (found || cleansUp || beats) {
      plan(start, end, now);
    } else {
      batch = null;
      report(now);
      phase = Phase.WAITING;
      active = trigger != Trigger.AVAILABLE_NOW;
    }
  }

  private boolean waits(ModelSource source, int found, Instant now) {
    return source.kind == ModelSource.Kind.DELAYED
        && pinned == null
        && found < ENOUGH
        && Duration.between(lastBatch, now).compareTo(LONGEST_DELAY) < 0;
  }

  private @Nullable String latest(ModelSource source, int there, int end, Instant now) {
    return switch (source.kind) {
      case KAFKA, DELAYED, COMMITTED -> plain(there);
      case SELF_LIMITED -> plain(end);
      case SILENT -> null;
      case FADING -> plain(there / 2);
    };
  }

  private static String plain(int position) {
    return "{\"n\":" + position + "}";
  }

  private void plan(int[] start, int[] end, Instant now) {
    Instant planned = driver.wall(now);
    if (!driver.table.ownedBy(stream)) {
      stream.poison = null;
    }
    boolean invents =
        setup.poisons() && !truthful && stream.poison == null && random.nextInt(12) == 0;
    if (invents && driver.table.ownedBy(this)) {
      stream.poison = planned.plus(ModelRules.SKEW).plusMillis(1 + random.nextInt(20 * 60_000));
    }
    boolean poisoned = false;
    List<String> offsets = new ArrayList<>();
    for (int i = 0; i < end.length; i++) {
      if (setup.kind() != ModelSetup.Kind.OFFSET) {
        offsets.add(plain(end[i]));
        continue;
      }
      Instant time = sources.get(i).timeOf(end[i], now);
      if (stream.poison != null && time.isBefore(stream.poison)) {
        time = stream.poison;
        poisoned = true;
      } else {
        stream.poison = null;
      }
      offsets.add("{\"n\":" + end[i] + ",\"commit_ts\":\"" + time + "\"}");
    }
    ModelStream.Batch newest = stream.newest();
    long id = newest == null ? 0 : newest.id + 1;
    batch = new ModelStream.Batch(id, start, end, offsets, planned, watermark, poisoned);
    stream.batches.add(batch);
    phase = Phase.PLANNED;
  }

  /** The rows that a batch hands to the sink are in the table; what it keeps is what is left. */
  private List<ModelSource.Row> sink(ModelStream.Batch of, boolean only) {
    List<ModelSource.Row> left = new ArrayList<>();
    List<ModelSource.Row> all = new ArrayList<>(stream.kept);
    for (int i = 0; i < of.end.length; i++) {
      all.addAll(sources.get(i).rows.subList(of.start[i], of.end[i]));
    }
    for (ModelSource.Row row : all) {
      if (handedOn(row, of)) {
        row.written |= !only;
      } else {
        left.add(row);
      }
    }
    return left;
  }

  private boolean handedOn(ModelSource.Row row, ModelStream.Batch of) {
    if (setup.trap() == ModelSetup.Trap.KEEPS_ROWS) {
      return stream.kept.contains(row);
    }
    TumblingWindow window = setup.window();
    return window == null
        || (of.during != null && !window.floor(row.time).plus(window.length()).isAfter(of.during));
  }

  private void commit(ModelStream.Batch of) {
    stream.kept = sink(of, true);
    if (setup.watermarked()) {
      for (int i = 0; i < marks.length; i++) {
        for (ModelSource.Row row : sources.get(i).rows.subList(of.start[i], of.end[i])) {
          Instant mark = row.time.minus(setup.delay());
          marks[i] = marks[i] == null || mark.isAfter(marks[i]) ? mark : marks[i];
        }
      }
      moveWatermark();
      of.after = watermark;
    }
    of.committed = true;
  }

  /** The least of the operators' watermarks once each has one, or the greatest; if it advances. */
  private void moveWatermark() {
    boolean max = setup.trap() == ModelSetup.Trap.MAX_POLICY;
    Instant all = null;
    for (int i = 0; i < marks.length; i++) {
      Instant mark = marks[i];
      if (mark == null && !max && setup.watermarked(i)) {
        return;
      }
      if (mark != null && setup.watermarked(i)) {
        all = all == null || (max ? mark.isAfter(all) : mark.isBefore(all)) ? mark : all;
      }
    }
    watermark = all != null && (watermark == null || all.isAfter(watermark)) ? all : watermark;
  }

  private void report(Instant now) {
    ModelStream.Batch of = batch;
    if (of == null && lastReport != null && now.isBefore(lastReport.plus(IDLE_REPORTS))) {
      return;
    }
    lastReport = now;
    List<String> end = stream.newest() == null ? null : stream.newest().offsets;
    List<String> start = of == null ? end : of.id == 0 ? null : previous(of);
    List<SourceReport> reports = new ArrayList<>();
    Instant greatest = null;
    for (int i = 0; i < sources.size(); i++) {
      ModelSource source = sources.get(i);
      reports.add(rules.source.apply(source.report(at(start, i), at(end, i), latest.get(i))));
      if (of != null && setup.watermarked()) {
        for (ModelSource.Row row : source.rows.subList(of.start[i], of.end[i])) {
          greatest = greatest == null || row.time.isAfter(greatest) ? row.time : greatest;
        }
      }
    }
    long id = of == null ? stream.batches.size() : of.id;
    Instant mark = of == null ? watermark : of.during;
    Instant shownMark = !setup.watermarked() ? null : mark == null ? Instant.EPOCH : mark;
    Instant at = rules.trigger.began(triggeredAt, driver.wall(now));
    lastProgress =
        new TestProgress(stream.id, runId, "orders", at, id, reports, shownMark, greatest);
    if (of != null && random.nextBoolean()) {
      run().slot().offer(lastProgress);
    }
  }

  private List<String> previous(ModelStream.Batch of) {
    return stream.batches.get((int) of.id - 1).offsets;
  }

  private static @Nullable String at(@Nullable List<String> offsets, int index) {
    return offsets == null ? null : offsets.get(index);
  }

  void end() {
    active = false;
  }

  void fail() {
    failure = new QueryFailure("java.lang.IllegalStateException: broken", List.of(), false, false);
    active = false;
  }

  @Override
  public Optional<String> name() {
    return Optional.of("orders");
  }

  @Override
  public QueryPlan plan() {
    return rules.plan.apply(setup.plan(trigger));
  }

  @Override
  public Optional<String> checkpoint() {
    return Optional.of(stream.path);
  }

  @Override
  public boolean active() {
    return active;
  }

  @Override
  public Optional<QueryFailure> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public Optional<Progress> lastProgress() {
    return Optional.ofNullable(lastProgress);
  }

  /** Its newest progress, in short. */
  String shownAs() {
    Progress shown = lastProgress;
    if (shown == null) {
      return "no progress";
    }
    StringBuilder text = new StringBuilder(shown.triggeredAt() + " batch " + shown.batchId());
    for (SourceReport source : shown.sources()) {
      text.append(' ')
          .append(source.description())
          .append(source.start())
          .append("..")
          .append(source.end())
          .append('<')
          .append(source.latest());
    }
    return text.append(" watermark ").append(shown.watermark()).toString();
  }

  @Override
  public String toString() {
    return "run "
        + runId.getLeastSignificantBits()
        + "/"
        + stream.id.getLeastSignificantBits()
        + stream.path.substring(5)
        + " "
        + driver.process
        + (trigger == Trigger.AVAILABLE_NOW ? " once " : " ")
        + phase;
  }
}
