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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkersTest {
  private final Workers workers = new Workers("worked-on", 1, 3);
  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void close() {
    gate.countDown();
    workers.close();
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("worked-on"))
        .count();
  }

  private Object hang() throws InterruptedException {
    gate.await();
    return "late";
  }

  private void hangOnce() {
    assertThatThrownBy(() -> workers.call(this::hang, TimeUnit.MILLISECONDS.toNanos(30)))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void aHungCallIsReplacedAndThreadsAreBounded() throws Exception {
    hangOnce();
    assertThat(workers.<String>call(() -> "next", Duration.ofSeconds(5).toNanos()))
        .isEqualTo("next");
    hangOnce();
    hangOnce();
    hangOnce();
    hangOnce();
    assertThat(threads()).isLessThanOrEqualTo(3);

    gate.countDown();
    assertThat(workers.<String>call(() -> "again", Duration.ofSeconds(5).toNanos()))
        .isEqualTo("again");
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(threads()).isLessThanOrEqualTo(1));
  }

  @Test
  void aTaskGivenUpBeforeItBeganNeverRuns() throws Exception {
    hangOnce();
    hangOnce();
    hangOnce();
    AtomicInteger ran = new AtomicInteger();
    List<ReadExecutor.Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      tickets.add(workers.execute(ran::incrementAndGet));
    }
    assertThat(workers.waiting()).isEqualTo(100);

    tickets.forEach(ReadExecutor.Ticket::giveUp);

    assertThat(workers.waiting()).as("nothing is kept of what nobody waits for").isZero();
    gate.countDown();
    assertThat(workers.<String>call(() -> "next", Duration.ofSeconds(5).toNanos()))
        .isEqualTo("next");
    assertThat(ran).hasValue(0);
  }

  @Test
  void threadsAreDaemonsWithoutTheirCallersClassLoader() throws Exception {
    Thread thread = workers.call(Thread::currentThread, Duration.ofSeconds(5).toNanos());

    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getContextClassLoader()).isSameAs(Workers.class.getClassLoader());
  }

  @Test
  void threadsKnowNothingOfWhoFirstAsked() throws Exception {
    InheritableThreadLocal<String> active = new InheritableThreadLocal<>();
    active.set("the session of whoever asked first");

    assertThat(workers.<String>call(() -> "" + active.get(), Duration.ofSeconds(5).toNanos()))
        .isEqualTo("null");
  }

  /** A store whose calls hang until the gate opens. */
  private final class Hanging implements TableStore<VerdictRow> {
    @Override
    public OwnTable table() {
      return new OwnTable(OwnTable.Kind.CONTROL, "memory:control");
    }

    @Override
    public TableSnapshot<VerdictRow> read() {
      await(gate);
      throw new IllegalStateException("nobody waits");
    }

    @Override
    public CommitOutcome<VerdictRow> commit(TableSnapshot<VerdictRow> base, List<VerdictRow> rows) {
      await(gate);
      return new CommitOutcome.Conflict<>();
    }

    private void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void aHungCommitIsOfUnknownOutcomeAndAHungReadUnavailable() throws Exception {
    FakeStore fake = new FakeStore();
    TableSnapshot<VerdictRow> base = fake.read();
    TimedStore<VerdictRow> timed = new TimedStore<>(new Hanging(), workers, Duration.ofMillis(30));

    CommitOutcome<VerdictRow> outcome = timed.commit(base, List.of());

    assertThat(outcome).isInstanceOf(CommitOutcome.Unknown.class);
    assertThat(((CommitOutcome.Unknown) outcome).cause())
        .hasMessageContaining(
            "A commit to the control table memory:control did not return within PT0.03S");
    assertThatThrownBy(timed::read)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.retryable()).isTrue())
        .hasMessageContaining("A read of the control table memory:control did not return");
  }

  @Test
  void eachCallAsksHowLongItMayTake() {
    AtomicReference<Duration> limit = new AtomicReference<>(Duration.ofMillis(20));
    TimedStore<VerdictRow> timed = new TimedStore<>(new Hanging(), workers, limit::get);

    assertThatThrownBy(timed::read).hasMessageContaining("did not return within PT0.02S");
    limit.set(Duration.ofMillis(30));
    assertThatThrownBy(timed::read).hasMessageContaining("did not return within PT0.03S");
  }

  @Test
  void anErrorInsideTheStoreIsAnOutcomeAndNoThrow() throws Exception {
    FakeStore fake = new FakeStore();
    TableSnapshot<VerdictRow> base = fake.read();
    fake.failCommits(
        () -> {
          throw new NoClassDefFoundError("gone");
        });
    TimedStore<VerdictRow> timed = new TimedStore<>(fake, workers, Duration.ofSeconds(5));

    CommitOutcome<VerdictRow> outcome =
        timed.commit(base, List.of(VerdictRow.builder("t").build()));

    assertThat(outcome).isInstanceOf(CommitOutcome.Unknown.class);
    assertThat(((CommitOutcome.Unknown) outcome).cause()).hasMessageContaining("gone");
  }

  @Test
  void anInterruptedCallerIsToldSo() {
    TimedStore<VerdictRow> timed = new TimedStore<>(new Hanging(), workers, Duration.ofSeconds(30));
    Thread.currentThread().interrupt();

    assertThatThrownBy(timed::read).isInstanceOf(StoreException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
