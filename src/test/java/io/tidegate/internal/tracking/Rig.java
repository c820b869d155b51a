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

import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.PlaceCounter;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.FakeTime;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A tracker over fakes, and the steps its tests are told in. */
final class Rig {
  static {
    Logged.nothing();
  }

  final FakeTime time = new FakeTime();
  final FakeStore store = new FakeStore();
  final FakeLineages lineages = new FakeLineages();
  final FakeCheckpoints checkpoints = new FakeCheckpoints();
  final ManualReads reads = new ManualReads();
  final FakeSink files = new FakeSink();
  final FakeSink posts = new FakeSink();
  final ManualReads markerCalls = new ManualReads();
  final TidegateSettings settings;
  TidegateMetrics metrics = new TidegateMetrics();
  PlaceCounter places = Rig::noPlaces;
  Tracker tracker;
  private final Map<UUID, FakeQuery> known = new HashMap<>();
  private int runs;

  Rig(QuerySettings... entries) {
    settings = Entries.application(Arrays.asList(entries));
    tracker = application();
  }

  private static final Workers STARTS = new Workers("test-start", 2, 4);
  private static final Workers COUNTERS = new Workers("test-places", 2, 4);

  /** What bounds restarts, over a lineage table in memory and without places. */
  static RecoveryParts recovery(FakeLineages lineages) {
    return recovery(lineages, Rig::noPlaces);
  }

  private static long noPlaces(List<String> places) throws IOException {
    throw new IOException("no places here");
  }

  private static RecoveryParts recovery(FakeLineages lineages, PlaceCounter places) {
    return new RecoveryParts(lineages, lineages, STARTS, Duration.ofMillis(500), places, COUNTERS);
  }

  /** Where done markers go that nobody asks for. */
  static DoneParts noMarkers() {
    FakeSink none = new FakeSink();
    ManualReads calls = new ManualReads();
    return new DoneParts(none, calls, none, calls);
  }

  /** A new application over the same tables and checkpoints; the one before it has crashed. */
  Tracker application() {
    return application(store);
  }

  Tracker application(TableStore<VerdictRow> control) {
    known.clear();
    metrics = new TidegateMetrics();
    tracker =
        new Tracker(
            settings,
            new TrackerParts(
                control,
                recovery(lineages, named -> places.rows(named)),
                new DoneParts(files, markerCalls, posts, markerCalls),
                checkpoints,
                (queryId, runId) -> Optional.ofNullable(known.get(runId)),
                reads,
                time,
                new Random(7),
                metrics,
                new Redactor(Pattern.compile("secret"), Pattern.compile("hunter2")),
                "process",
                process -> false));
    return tracker;
  }

  /** A query of its own lineage; its checkpoint is named after it. */
  FakeQuery query(@Nullable String name) {
    return query(name, "file:/checkpoints/" + name);
  }

  FakeQuery query(@Nullable String name, String checkpoint) {
    UUID lineage = FakeCheckpoints.lineage(checkpoint);
    FakeQuery query = new FakeQuery(lineage, new UUID(7, runs++), name, checkpoint);
    known.put(query.runId, query);
    return query;
  }

  FakeQuery started(String name) {
    return started(query(name));
  }

  FakeQuery started(FakeQuery query) {
    tracker.started(
        query.queryId, query.runId, query.name, time.now(), (q, r) -> Optional.of(query));
    return query;
  }

  /** The query is no longer known to Spark. */
  void forget(FakeQuery query) {
    known.remove(query.runId);
  }

  static Instant at(String time) {
    return Instant.parse("2026-10-01T" + time + ":00Z");
  }

  /** A source that had something to read. */
  static SourceReport source(@Nullable String endOffset) {
    return new SourceReport("fake", null, endOffset, null);
  }

  static String offset(Instant time) {
    return "{\"commit_ts\":\"" + time + "\"}";
  }

  /** A batch commits; nobody is told but the query itself. */
  Progress commits(FakeQuery query, String upTo) {
    return commits(query, offset(at(upTo)), null);
  }

  Progress commits(FakeQuery query, String offsetJson, @Nullable Instant watermark) {
    long id = checkpoints.nextBatch(query.checkpoint);
    checkpoints.commit(query.checkpoint, FakeCheckpoints.offsetBatch(id, time.now(), offsetJson));
    return progress(query, id, offsetJson, watermark, null);
  }

  Progress progress(
      FakeQuery query,
      long id,
      @Nullable String offsetJson,
      @Nullable Instant watermark,
      @Nullable Instant greatest) {
    Progress progress =
        new TestProgress(
            query.queryId,
            query.runId,
            query.name,
            time.now(),
            id,
            List.of(source(offsetJson)),
            watermark,
            greatest);
    query.lastProgress = progress;
    return progress;
  }

  /** A batch commits, its event arrives and the writer looks at it. */
  void batch(FakeQuery query, String upTo) {
    arrives(commits(query, upTo));
    pass();
  }

  void arrives(Progress progress) {
    tracker.progressed(progress.runId(), progress);
  }

  void pass() {
    tracker.runOnce();
  }

  /** Time goes by while the writer does what it does. */
  void passes(Duration duration, Duration step) {
    for (Duration gone = Duration.ZERO; gone.compareTo(duration) < 0; gone = gone.plus(step)) {
      time.advance(step);
      pass();
    }
  }

  void passes(Duration duration) {
    passes(duration, Duration.ofSeconds(1));
  }

  /** The application ends; whether everything was done within the deadline. */
  boolean ends() {
    tracker.end();
    Instant deadline = time.now().plus(settings.flushTimeout());
    while (!tracker.done() && time.now().isBefore(deadline)) {
      time.advance(Tracker.POLL);
      pass();
    }
    return tracker.done();
  }

  /** The end of what is final, as a time of day; null where there is none. */
  @Nullable String finalUntil(String table) {
    VerdictRow row = store.row(table);
    Instant until = row == null ? null : row.finalizedUntil();
    return until == null ? null : until.toString().substring(11, 16);
  }

  VerdictRow row(String table) {
    return store.row(table);
  }

  List<String> left() {
    return tracker.unwritten();
  }
}
