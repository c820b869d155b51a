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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tracker with its real threads and clocks. */
class WriterThreadTest {
  private static final Duration LONG = Duration.ofSeconds(10);

  private final FakeStore store = new FakeStore();
  private final FakeCheckpoints checkpoints = new FakeCheckpoints();
  private final Workers readers = new Workers("test-reader", 2, 4);
  private final Map<UUID, FakeQuery> known = new ConcurrentHashMap<>();
  private final TidegateMetrics metrics = new TidegateMetrics();
  private WriterThread writer;
  private Tracker tracker;

  @BeforeAll
  static void quiet() {
    Logged.nothing();
  }

  private void run(TableStore<VerdictRow> control, QuerySettings... entries) {
    TidegateSettings settings = Entries.application(List.of(entries));
    tracker =
        new Tracker(
            settings,
            new TrackerParts(
                control,
                Rig.recovery(new FakeLineages()),
                Rig.noMarkers(),
                checkpoints,
                (queryId, runId) -> Optional.ofNullable(known.get(runId)),
                readers,
                SystemTime.INSTANCE,
                new Random(1),
                metrics,
                Redactor.standard(),
                "process",
                process -> false));
    writer = WriterThread.start(tracker, SystemTime.INSTANCE);
  }

  @AfterEach
  void close() {
    if (writer != null) {
      writer.close();
      await().atMost(LONG).until(() -> writerThreads().findAny().isEmpty());
    }
    readers.close();
  }

  private FakeQuery query(String name) {
    FakeQuery query =
        new FakeQuery(
            FakeCheckpoints.lineage("file:/checkpoints/" + name),
            UUID.randomUUID(),
            name,
            "file:/checkpoints/" + name);
    known.put(query.runId, query);
    return query;
  }

  private void start(FakeQuery query) {
    tracker.started(
        query.queryId, query.runId, query.name, Instant.now(), (q, r) -> Optional.of(query));
    writer.wake();
  }

  private Progress commit(FakeQuery query, Instant upTo) {
    long id = checkpoints.nextBatch(query.checkpoint);
    checkpoints.commit(
        query.checkpoint, FakeCheckpoints.offsetBatch(id, Instant.now(), Rig.offset(upTo)));
    Progress progress =
        new TestProgress(
            query.queryId,
            query.runId,
            query.name,
            Instant.now(),
            id,
            List.of(Rig.source(Rig.offset(upTo))),
            null,
            null);
    query.lastProgress = progress;
    return progress;
  }

  private Instant until(String table) {
    VerdictRow row = store.row(table);
    return row == null ? null : row.finalizedUntil();
  }

  @Test
  void noNewestValueIsLostHoweverManyProduce() throws InterruptedException {
    int producers = 6;
    int batches = 2_000;
    List<QuerySettings> entries = new ArrayList<>();
    for (int i = 0; i < producers; i++) {
      entries.add(Entries.offset("q" + i, "t" + i));
    }
    run(store, entries.toArray(QuerySettings[]::new));
    Instant first = Instant.parse("2020-01-01T00:30:00Z");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < producers; i++) {
      FakeQuery query = query("q" + i);
      start(query);
      threads.add(
          new Thread(
              () -> {
                for (int n = 0; n < batches; n++) {
                  Progress progress = commit(query, first.plus(Duration.ofHours(n)));
                  query.lastProgress = null; // nothing but the slot tells of it
                  tracker.progressed(query.runId, progress);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    Instant last = Instant.parse("2020-01-01T00:00:00Z").plus(Duration.ofHours(batches - 1));
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              for (int i = 0; i < producers; i++) {
                assertThat(until("t" + i)).isEqualTo(last);
              }
            });
    assertThat(metrics.slotsOverwritten()).isPositive();
    assertThat(store.commits()).isLessThan(producers * batches / 4);
  }

  @Test
  void anErrorInAPassDoesNotEndTheThread() {
    AtomicInteger left = new AtomicInteger(1);
    store.failReads(
        () -> {
          if (left.getAndDecrement() > 0) {
            throw new NoSuchMethodError("of another version");
          }
          return FakeStore.Fault.NONE;
        });
    try (Logged logged = new Logged()) {
      run(store, Entries.offset("orders", "t"));
      FakeQuery query = query("orders");
      commit(query, Instant.parse("2026-01-01T10:30:00Z"));
      start(query);

      await()
          .atMost(LONG)
          .untilAsserted(
              () -> assertThat(until("t")).isEqualTo(Instant.parse("2026-01-01T10:00:00Z")));
      assertThat(logged.errors()).containsExactly("A pass of the writer failed; it goes on.");
    }
  }

  @Test
  void anInterruptDoesNotMakeItSpinOrFailForEver() {
    TimedStore<VerdictRow> timed = new TimedStore<>(store, readers, LONG);
    run(timed, Entries.offset("orders", "t"));
    FakeQuery query = query("orders");
    start(query);
    await().atMost(LONG).until(() -> store.row("t") != null);

    Thread thread = writerThread();
    thread.interrupt();
    await().atMost(LONG).until(() -> !thread.isInterrupted());
    tracker.progressed(query.runId, commit(query, Instant.parse("2026-01-01T10:30:00Z")));

    await()
        .atMost(LONG)
        .untilAsserted(
            () -> assertThat(until("t")).isEqualTo(Instant.parse("2026-01-01T10:00:00Z")));
    assertThat(thread.isInterrupted()).isFalse();
  }

  private static Thread writerThread() {
    return writerThreads().findFirst().orElseThrow();
  }

  private static Stream<Thread> writerThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("tidegate-writer") && thread.isAlive());
  }

  @Test
  void finishWorksOnAnInterruptedThread() {
    run(store, Entries.offset("orders", "t"));
    FakeQuery query = query("orders");
    start(query);
    commit(query, Instant.parse("2026-01-01T10:30:00Z"));
    query.end();
    Thread.currentThread().interrupt();

    boolean written = writer.finish(LONG);

    assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
    assertThat(written).isTrue();
    assertThat(until("t")).isEqualTo(Instant.parse("2026-01-01T10:00:00Z"));
  }

  @Test
  void finishRespectsItsDeadlineWhileTheStoreHangs() {
    CountDownLatch gate = new CountDownLatch(1);
    store.failReads(
        () -> {
          try {
            gate.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return FakeStore.Fault.TRANSIENT;
        });
    Workers calls = new Workers("test-store", 1, 2);
    try {
      run(new TimedStore<>(store, calls, Duration.ofSeconds(60)), Entries.offset("orders", "t"));
      FakeQuery query = query("orders");
      start(query);
      long start = System.nanoTime();

      boolean written = writer.finish(Duration.ofMillis(200));

      assertThat(written).isFalse();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
      assertThat(tracker.unwritten()).containsExactly("t");
    } finally {
      gate.countDown();
      calls.close();
    }
  }

  @Test
  void theThreadEndsOnceTheEndIsDone() {
    run(store, Entries.offset("orders", "t"));
    Thread thread = writerThread();

    assertThat(writer.finish(LONG)).isTrue();

    await().atMost(LONG).until(() -> !thread.isAlive());
  }
}
