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

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.done.Delivery;
import io.tidegate.internal.done.DoneMarker;
import io.tidegate.internal.done.MarkerSink;
import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.FakeTime;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/**
 * One schedule: queries that commit, a table that fails, events that are lost, applications that
 * crash, end, start again and, as zombies, wake up. Everything follows from the seed.
 */
final class Simulation {
  private static final Instant FIRST = FakeTime.START.minus(Duration.ofDays(4));
  private static final Duration SKEW = Duration.ofSeconds(1);
  private static final Set<String> EXPECTED_HOLDS =
      Set.of("IDLE", "NO_WATERMARK", "QUERY_FAILED", "CHECKPOINT_UNREADABLE", "UNKNOWN_PLAN");

  private final Random random;
  private final FakeTime time = new FakeTime();
  private final FakeStore store = new FakeStore();
  private final FakeCheckpoints checkpoints = new FakeCheckpoints();
  private final List<Lineage> lineages = new ArrayList<>();
  private final Map<String, Instant> greatest = new HashMap<>();
  private final List<Application> zombies = new ArrayList<>();
  private final TidegateSettings settings;
  private final Set<String> marked = new HashSet<>();
  private final MarkerSink markers = this::mark;
  private final List<String> story = new ArrayList<>();
  private Application application;
  private FakeStore.Fault weather = FakeStore.Fault.NONE;
  private static final List<QueryPlan> PLANS =
      List.of(
          FakeQuery.OFFSET_PLAN,
          FakeQuery.OFFSET_PLAN,
          FakeQuery.WATERMARK_PLAN,
          FakeQuery.WINDOWS_PLAN);
  private int othersCommits;
  private int checkedCommits;

  /** One checkpoint and how far its source has got. */
  private static final class Lineage {
    private final String name;
    private final String path;
    private final QueryPlan plan;
    private final boolean watermark;
    private Instant reached = FIRST;
    private Instant before = null;

    Lineage(String name, QueryPlan plan) {
      this.name = name;
      this.path = "file:/checkpoints/" + name;
      this.plan = plan;
      this.watermark = plan.watermarks() > 0;
    }
  }

  /** One driver. */
  private final FakeLineages lineageTable = new FakeLineages();

  private final class Application {
    private final Map<UUID, FakeQuery> known = new HashMap<>();
    private final Map<Lineage, FakeQuery> running = new HashMap<>();
    private final List<Runnable> lateEvents = new ArrayList<>();
    private final ManualReads reads = new ManualReads();
    private final ManualReads markerCalls = new ManualReads();
    private final Tracker tracker =
        new Tracker(
            settings,
            new TrackerParts(
                store,
                Rig.recovery(lineageTable),
                new DoneParts(markers, markerCalls, markers, markerCalls),
                checkpoints,
                (queryId, runId) -> Optional.ofNullable(known.get(runId)),
                reads,
                time,
                new Random(random.nextLong()),
                new TidegateMetrics(),
                Redactor.standard(),
                "process",
                process -> false));
  }

  Simulation(long seed) {
    random = new Random(seed);
    List<QuerySettings> entries = new ArrayList<>();
    int queries = 1 + random.nextInt(3);
    for (int i = 0; i < queries; i++) {
      Lineage lineage = new Lineage("q" + i, PLANS.get(random.nextInt(PLANS.size())));
      lineages.add(lineage);
      entries.add(
          Entries.of(lineage.watermark ? FrontierRule.WATERMARK : FrontierRule.OFFSET)
              .label(lineage.name)
              .name(lineage.name)
              .table("t_" + lineage.name)
              .done(DoneMarkersTest.BOTH)
              .settings());
    }
    settings = Entries.application(SKEW, entries);
    store.failCommits(this::commitFault);
    store.failReads(this::readFault);
    application = new Application();
  }

  /** Runs the schedule; throws an {@link AssertionError} where an invariant does not hold. */
  void run() {
    int steps = 40 + random.nextInt(60);
    for (int i = 0; i < steps; i++) {
      step();
      checkAlways();
    }
    heal();
    checkNothingLost();
    zombiesWake();
    checkAlways();
    checkNothingLost();
  }

  // ---- faults

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private FakeStore.Fault commitFault() {
    if (weather == FakeStore.Fault.NONE || oneIn(4)) {
      return FakeStore.Fault.NONE;
    }
    if (weather == FakeStore.Fault.HUNG || weather == FakeStore.Fault.UNKNOWN_LOST) {
      time.advance(Duration.ofSeconds(random.nextInt(61)));
    }
    return weather;
  }

  private FakeStore.Fault readFault() {
    boolean bad = weather == FakeStore.Fault.TRANSIENT || weather == FakeStore.Fault.FATAL;
    return bad && oneIn(2) ? weather : FakeStore.Fault.NONE;
  }

  private void anotherApplicationCommits() {
    Map<String, VerdictRow> rows = new HashMap<>(store.rows());
    rows.put("other", VerdictRow.builder("other").epoch(++othersCommits).build());
    store.put(rows);
  }

  /** A marker is delivered, or not; never one of a period that is not final in the table. */
  private Delivery mark(QuerySettings entry, DoneMarker marker) {
    String table = marker.row().tableName();
    Instant from = store.row(table).trackedFrom();
    Instant until = store.row(table).finalizedUntil();
    if (from == null
        || until == null
        || marker.start().isBefore(from)
        || marker.end().isAfter(until)) {
      throw failure(
          "MarkedOnlyWhenFinal", table + " " + marker.period() + " beside " + from + "/" + until);
    }
    if (weather != FakeStore.Fault.NONE && oneIn(3)) {
      return oneIn(2)
          ? new Delivery.Later("is not taken", Duration.ofSeconds(random.nextInt(90)), null)
          : throwing();
    }
    marked.add(table + " " + marker.end());
    return new Delivery.Done();
  }

  private static Delivery throwing() {
    throw new IllegalStateException("simulated");
  }

  private void markersHang() {
    if (oneIn(2)) {
      told("markers hang");
      application.markerCalls.hold(true);
    } else {
      told("markers go on");
      letGo(application.markerCalls);
    }
  }

  private void checkMarked() {
    for (Lineage lineage : lineages) {
      VerdictRow row = store.row("t_" + lineage.name);
      if (row == null || row.finalizedUntil() == null) {
        continue;
      }
      Instant end = row.trackedFrom().plus(Duration.ofHours(1));
      for (; !end.isAfter(row.finalizedUntil()); end = end.plus(Duration.ofHours(1))) {
        if (!marked.contains(row.tableName() + " " + end)) {
          throw failure("EachFinalPeriodIsMarked", row.tableName() + " " + end);
        }
      }
    }
  }

  // ---- steps

  private void step() {
    int dice = random.nextInt(100);
    if (dice < 30) {
      commits(lineages.get(random.nextInt(lineages.size())));
    } else if (dice < 60) {
      told("pass");
      application.tracker.runOnce();
    } else if (dice < 72) {
      Duration by =
          oneIn(8) ? Duration.ofMinutes(6) : Duration.ofMillis(25 + random.nextInt(9_000));
      told("time " + by);
      time.advance(by);
    } else if (dice < 78) {
      lateEvent();
    } else if (dice < 83) {
      ends(lineages.get(random.nextInt(lineages.size())));
    } else if (dice < 86) {
      readsHang();
    } else if (dice < 88) {
      markersHang();
    } else if (dice < 91) {
      weatherChanges();
    } else if (dice < 94) {
      told("another application commits");
      store.beforeCommit(this::anotherApplicationCommits);
    } else if (dice < 96) {
      crash();
    } else if (dice < 98) {
      zombiesWake();
    } else {
      applicationEnds();
      startAgain();
    }
  }

  private void told(String what) {
    story.add(what);
  }

  private FakeQuery start(Lineage lineage, boolean lossy) {
    UUID id = FakeCheckpoints.lineage(lineage.path);
    UUID run = new UUID(random.nextLong(), random.nextLong());
    FakeQuery query = new FakeQuery(id, run, lineage.name, lineage.path);
    query.plan = lineage.plan;
    time.advance(Duration.ofMillis(1 + random.nextInt(500)));
    application.known.put(run, query);
    application.running.put(lineage, query);
    boolean dropped = lossy && oneIn(6);
    told("start " + lineage.name + " run " + run + (dropped ? ", untold" : ""));
    if (!dropped) {
      application.tracker.started(id, run, lineage.name, time.now(), (q, r) -> Optional.of(query));
    }
    return query;
  }

  private void commits(Lineage lineage) {
    FakeQuery query = application.running.get(lineage);
    if (query == null) {
      query = start(lineage, true);
      if (oneIn(3)) {
        return;
      }
    }
    Instant to = lineage.reached.plus(Duration.ofSeconds(random.nextInt(3_000)));
    lineage.reached = to.isAfter(time.now()) ? lineage.reached : to;
    long id = checkpoints.nextBatch(lineage.path);
    Progress progress;
    if (lineage.watermark) {
      Instant after = id == 0 ? null : lineage.reached;
      checkpoints.commit(
          lineage.path, FakeCheckpoints.watermarkBatch(id, time.now(), lineage.before, after));
      progress =
          progress(
              query,
              id,
              null,
              lineage.before == null ? Instant.EPOCH : lineage.before,
              lineage.reached.plusSeconds(random.nextInt(600)));
      lineage.before = after;
    } else {
      String offset = Rig.offset(lineage.reached);
      checkpoints.commit(lineage.path, FakeCheckpoints.offsetBatch(id, time.now(), offset));
      progress = progress(query, id, offset, null, null);
    }
    query.lastProgress = progress;
    told("commit " + lineage.name + " batch " + id + " up to " + lineage.reached);
    deliver(progress);
  }

  private Progress progress(
      FakeQuery query, long id, String offset, Instant watermark, Instant greatestTime) {
    return new TestProgress(
        query.queryId,
        query.runId,
        query.name,
        time.now(),
        id,
        List.of(Rig.source(offset)),
        watermark,
        greatestTime);
  }

  private void deliver(Progress progress) {
    Tracker tracker = application.tracker;
    int fate = random.nextInt(8);
    if (fate < 4) {
      tracker.progressed(progress.runId(), progress);
    }
    if (fate == 3) {
      tracker.progressed(progress.runId(), progress);
    }
    if (fate == 4 || fate == 5) {
      application.lateEvents.add(() -> tracker.progressed(progress.runId(), progress));
    }
    if (oneIn(10)) {
      tracker.idled(progress.queryId(), progress.runId());
    }
  }

  private void lateEvent() {
    if (!application.lateEvents.isEmpty()) {
      told("a late event");
      application.lateEvents.remove(random.nextInt(application.lateEvents.size())).run();
    }
  }

  private void ends(Lineage lineage) {
    FakeQuery query = application.running.remove(lineage);
    if (query == null) {
      return;
    }
    boolean failed = oneIn(3);
    told("end " + lineage.name + (failed ? ", failed" : ""));
    if (failed) {
      query.fail("java.lang.IllegalStateException: simulated");
    } else {
      query.end();
    }
    Tracker tracker = application.tracker;
    Runnable event = () -> tracker.terminated(query.runId, failed ? "simulated" : null);
    if (oneIn(2)) {
      event.run();
    } else if (oneIn(2)) {
      application.lateEvents.add(event);
    }
    if (oneIn(2)) {
      application.known.remove(query.runId);
    }
  }

  private void readsHang() {
    if (oneIn(2)) {
      told("reads hang");
      application.reads.hold(true);
    } else {
      told("reads go on");
      letReadsGo(application);
    }
    checkpoints.failWith(oneIn(5) ? "storage is away" : null);
  }

  private static void letReadsGo(Application of) {
    letGo(of.reads);
  }

  private static void letGo(ManualReads calls) {
    calls.hold(false);
    while (calls.waiting() > 0) {
      calls.letOneGo();
    }
  }

  private void weatherChanges() {
    FakeStore.Fault[] faults = FakeStore.Fault.values();
    weather = oneIn(2) ? FakeStore.Fault.NONE : faults[random.nextInt(faults.length)];
    told("weather " + weather);
    if (oneIn(2)) {
      store.wakeHung();
    }
  }

  private void crash() {
    told("crash");
    zombies.add(application);
    startAgain();
  }

  private void startAgain() {
    time.advance(SKEW.multipliedBy(2).plusSeconds(random.nextInt(10)));
    application = new Application();
  }

  private void zombiesWake() {
    if (zombies.isEmpty()) {
      return;
    }
    told("a zombie wakes");
    Application zombie = zombies.remove(random.nextInt(zombies.size()));
    letReadsGo(zombie);
    for (int i = 0; i < 4; i++) {
      zombie.tracker.runOnce();
      time.advance(Duration.ofSeconds(random.nextInt(90)));
    }
  }

  private boolean applicationEnds() {
    told("the application ends");
    application.running.values().forEach(FakeQuery::end);
    application.tracker.end();
    Instant deadline = time.now().plus(settings.flushTimeout());
    while (!application.tracker.done() && time.now().isBefore(deadline)) {
      application.tracker.runOnce();
      time.advance(Tracker.POLL.multipliedBy(1 + random.nextInt(10)));
    }
    return application.tracker.done();
  }

  /** The storm is over: everything starts once more and ends gracefully. */
  private void heal() {
    told("heal");
    weather = FakeStore.Fault.NONE;
    checkpoints.failWith(null);
    store.wakeHung();
    letReadsGo(application);
    letGo(application.markerCalls);
    boolean restarted = oneIn(2);
    if (restarted) {
      crash();
    }
    for (Lineage lineage : lineages) {
      FakeQuery query = application.running.get(lineage);
      if (query == null) {
        start(lineage, false);
      } else {
        application.tracker.idled(query.queryId, query.runId);
      }
    }
    if (oneIn(2)) {
      application.tracker.runOnce();
    } else {
      for (int i = 0; i < 5; i++) {
        application.tracker.runOnce();
        time.advance(Duration.ofSeconds(random.nextInt(60)));
      }
    }
    if (!applicationEnds() || !application.tracker.unwritten().isEmpty()) {
      throw failure("EndsInTime", "left: " + application.tracker.unwritten());
    }
    checkAlways();
    checkMarked();
  }

  // ---- invariants

  private static Instant proven(CommittedBatch batch, Lineage lineage) {
    if (batch == null) {
      return null;
    }
    Instant reached;
    if (!lineage.watermark) {
      reached = Instant.parse(batch.sources().get(0).offsetJson().substring(14).replace("\"}", ""));
    } else if (lineage.plan.window() == null) {
      reached = batch.watermarkAfter();
    } else {
      Instant during = batch.watermarkDuring();
      reached = during == null ? null : lineage.plan.window().floor(during);
    }
    return reached == null ? null : reached.truncatedTo(ChronoUnit.HOURS);
  }

  private void checkAlways() {
    for (; checkedCommits < store.commits(); checkedCommits++) {
      Map<String, VerdictRow> rows = store.rowsAt(checkedCommits);
      oneRowPerTable(rows);
      for (Lineage lineage : lineages) {
        VerdictRow row = rows.get("t_" + lineage.name);
        neverBackwards("t_" + lineage.name, row);
        neverAheadOfTheCheckpoint(lineage, row);
        noFalseAlarm(row);
      }
    }
  }

  private void oneRowPerTable(Map<String, VerdictRow> rows) {
    for (Map.Entry<String, VerdictRow> row : rows.entrySet()) {
      boolean ours = lineages.stream().anyMatch(l -> row.getKey().equals("t_" + l.name));
      if (!row.getKey().equals(row.getValue().tableName())
          || (!ours && !row.getKey().equals("other"))) {
        throw failure("OneRowPerTable", rows.keySet().toString());
      }
    }
    VerdictRow other = rows.get("other");
    if (othersCommits > 0 && other != null && other.epoch() > othersCommits) {
      throw failure("OthersRowsUntouched", other.toString());
    }
  }

  private void neverBackwards(String table, VerdictRow row) {
    Instant before = greatest.get(table);
    Instant now = row == null ? null : row.finalizedUntil();
    if (before != null && (now == null || now.isBefore(before))) {
      throw failure("NeverBackwards", table + " from " + before + " to " + now);
    }
    if (now != null) {
      greatest.put(table, now);
    }
  }

  private void neverAheadOfTheCheckpoint(Lineage lineage, VerdictRow row) {
    if (row == null || row.finalizedUntil() == null) {
      return;
    }
    Instant bound = proven(checkpoints.newest(lineage.path), lineage);
    if (bound == null || row.finalizedUntil().isAfter(bound)) {
      throw failure(
          "NeverAheadOfTheCheckpoint",
          row.tableName() + ": " + row.finalizedUntil() + " > " + bound);
    }
  }

  /** No source goes back and no time lies in the future: neither is ever said. */
  private void noFalseAlarm(VerdictRow row) {
    String code = row == null ? null : row.reasonCode();
    if (code != null && !EXPECTED_HOLDS.contains(code)) {
      throw failure("NoFalseAlarm", row.toString());
    }
  }

  private void checkNothingLost() {
    for (Lineage lineage : lineages) {
      Instant proof = proven(checkpoints.newest(lineage.path), lineage);
      VerdictRow row = store.row("t_" + lineage.name);
      if (row == null) {
        throw failure("NothingLost", lineage.name + " has no row");
      }
      if (proof == null ? row.finalizedUntil() != null : !proof.equals(row.finalizedUntil())) {
        throw failure(
            "NothingLost",
            lineage.name + ": proven " + proof + ", written " + row.finalizedUntil());
      }
    }
  }

  private AssertionError failure(String invariant, String what) {
    return new AssertionError(invariant + ": " + what + "\nafter\n  " + String.join("\n  ", story));
  }
}
