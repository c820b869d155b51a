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

import io.tidegate.api.VerdictState;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WhenItIsWrittenTest {
  private final Rig rig = new Rig(Entries.offset("orders", "t"));

  private static String broken() {
    return "{\"commit_ts\":\"soon\"}";
  }

  private void batchOf(FakeQuery query, String offsetJson) {
    rig.arrives(rig.commits(query, offsetJson, null));
    rig.pass();
  }

  @Test
  void aHoldIsWrittenAtMostOnceInTenMinutes() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "10:10");
    int commits = rig.store.commits();

    for (int second = 0; second < 590; second += 10) {
      batchOf(query, broken());
      batchOf(query, Rig.offset(Rig.at("10:10").plusSeconds(second)));
      rig.passes(Duration.ofSeconds(10));
    }
    int heartbeats = 1;
    assertThat(rig.store.commits()).isLessThanOrEqualTo(commits + 1 + heartbeats);

    batchOf(query, broken());
    rig.passes(Duration.ofMinutes(11));
    assertThat(rig.row("t").reasonCode()).isEqualTo("NO_TIME");
  }

  @Test
  void theFirstHoldIsWrittenAtOnce() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "10:10");

    batchOf(query, broken());

    assertThat(rig.row("t").reasonCode()).isEqualTo("NO_TIME");
    assertThat(rig.row("t").heldSince()).isEqualTo(rig.time.now());
  }

  @Test
  void aHoldThatIsOverIsClearedWithoutAnAdvance() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "10:10");
    batchOf(query, broken());
    batchOf(query, Rig.offset(Rig.at("10:11")));

    rig.passes(Duration.ofMinutes(12));

    assertThat(rig.row("t").reasonCode()).isNull();
    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aQuietRowIsRefreshedOnceAHeartbeat() {
    rig.started("orders");
    rig.pass();
    int commits = rig.store.commits();

    rig.passes(Duration.ofHours(1), Duration.ofSeconds(5));

    Instant seen = rig.row("t").seenAt();
    assertThat(Duration.between(seen, rig.time.now())).isLessThan(Duration.ofMinutes(6));
    assertThat(rig.row("t").aliveUntil()).isEqualTo(seen.plus(Duration.ofMinutes(15)));
    assertThat(rig.store.commits() - commits).isBetween(10, 12);
  }

  @Test
  void anAdvanceIsAHeartbeatToo() {
    FakeQuery query = rig.started("orders");
    for (int hour = 1; hour < 10; hour++) {
      rig.batch(query, "0" + hour + ":30");
      rig.passes(Duration.ofMinutes(4), Duration.ofSeconds(5));
    }

    assertThat(rig.store.commits()).isEqualTo(9);
  }

  @Test
  void aGracefulEndIsWrittenInTheLastFlushOnly() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "10:10");
    query.end();
    int commits = rig.store.commits();
    rig.passes(Duration.ofMinutes(20), Duration.ofSeconds(5));
    assertThat(rig.store.commits()).isEqualTo(commits);
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ACTIVE);

    assertThat(rig.ends()).isTrue();

    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ENDED);
    assertThat(rig.store.commits()).as("long after its end").isEqualTo(commits + 1);
  }

  @Test
  void aGracefulEndIsWrittenWhenASecondLineageWaitsForTheRow() {
    FakeQuery first = rig.started("orders");
    rig.batch(first, "10:10");
    FakeQuery second = rig.started(rig.query("orders", "file:/checkpoints/second"));
    try (Logged logged = new Logged()) {
      rig.passes(Duration.ofMinutes(3));
      assertThat(logged.errors())
          .singleElement()
          .asString()
          .contains("t is not written (CONFLICT)");
    }
    assertThat(rig.row("t").runId()).isEqualTo(first.runId.toString());

    first.end();
    rig.passes(Duration.ofMinutes(2));

    assertThat(rig.row("t").runId()).isEqualTo(second.runId.toString());
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ACTIVE);
    assertThat(rig.row("t").epoch()).isEqualTo(2);
    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void anEndOfOneTableGoesWithTheCommitOfAnother() {
    Rig two = new Rig(Entries.offset("a", "ta"), Entries.offset("b", "tb"));
    FakeQuery a = two.started("a");
    FakeQuery b = two.started("b");
    two.pass();
    a.end();
    two.pass();
    int commits = two.store.commits();

    two.batch(b, "10:10");

    assertThat(two.store.commits()).isEqualTo(commits + 1);
    assertThat(two.row("ta").state()).isEqualTo(VerdictState.ENDED);
  }

  @Test
  void anAvailableNowLoopCostsACommitOrTwoPerPeriodAndKeepsMemoryBounded() {
    UUID last = null;
    for (int minute = 0; minute < 100; minute++) {
      FakeQuery query = rig.started("orders");
      last = query.runId;
      rig.pass();
      rig.arrives(rig.commits(query, Rig.offset(Rig.at("08:00").plusSeconds(60L * minute)), null));
      rig.pass();
      query.end();
      rig.pass();
      rig.tracker.terminated(query.runId, null);
      rig.pass();
      rig.forget(query);
      rig.time.advance(Duration.ofSeconds(2));
    }

    int periods = 2;
    int heartbeats = 1;
    assertThat(rig.store.commits()).isLessThanOrEqualTo(2 * periods + heartbeats);
    assertThat(rig.tracker.trackedRuns()).isLessThanOrEqualTo(2);
    assertThat(rig.ends()).isTrue();
    VerdictRow row = rig.row("t");
    assertThat(row.state()).isEqualTo(VerdictState.ENDED);
    assertThat(row.runId()).isEqualTo(last.toString());
    assertThat(rig.finalUntil("t")).isEqualTo("09:00");
  }

  @Test
  void anEndedRunNeverTakesTheRowBackFromItsSuccessor() {
    Rig two = new Rig(Entries.offset("orders", "t"), Entries.offset("other", "o"));
    FakeQuery other = two.started("other");
    FakeQuery before = two.started("orders");
    two.batch(before, "08:30");
    before.end();
    two.ends();
    two.application();
    two.started(other);
    // The first run finds nothing to write: the row already says that it has ended.
    FakeQuery first = two.started("orders");
    two.pass();
    first.end();
    two.pass();
    two.time.advance(Duration.ofSeconds(10));
    FakeQuery second = two.started("orders");
    two.pass();
    two.batch(second, "09:30");

    two.batch(other, "09:30");
    two.batch(second, "10:30");

    assertThat(two.row("t").runId()).isEqualTo(second.runId.toString());
    assertThat(two.finalUntil("t")).isEqualTo("10:00");
    assertThat(two.row("t").state()).isEqualTo(VerdictState.ACTIVE);
  }

  @Test
  void aFailureThatIsLearntLateNeverTakesTheRowBackFromTheSuccessor() {
    FakeQuery before = rig.started("orders");
    rig.batch(before, "08:30");
    before.end();
    rig.ends();
    rig.application();
    FakeQuery first = rig.started("orders");
    rig.pass();
    rig.reads.hold(true);
    first.fail("java.lang.IllegalStateException: boom");
    rig.pass();
    rig.reads.hold(false);
    rig.time.advance(Duration.ofSeconds(10));
    FakeQuery second = rig.started("orders");
    rig.pass();
    rig.batch(second, "09:30");

    rig.reads.letOneGo();
    rig.pass();
    rig.batch(second, "10:30");

    assertThat(rig.row("t").runId()).isEqualTo(second.runId.toString());
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ACTIVE);
    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aCommitWhoseOutcomeWasUnknownStillFencesOffANewerRun() {
    FakeQuery old = rig.started("orders");
    rig.store.failCommits(() -> FakeStore.Fault.UNKNOWN_WRITTEN);
    rig.batch(old, "08:30");
    rig.store.failCommits(() -> FakeStore.Fault.NONE);
    Tracker zombie = rig.tracker;
    rig.time.advance(Duration.ofMinutes(1));

    rig.application();
    FakeQuery fresh = rig.started("orders");
    rig.batch(fresh, "09:30");
    rig.time.advance(Duration.ofMinutes(6));
    zombie.runOnce();
    rig.batch(fresh, "10:30");

    assertThat(rig.row("t").runId()).isEqualTo(fresh.runId.toString());
    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aRestoredTableGetsItsValueBackWithTheNextWrite() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "08:30");
    var older = rig.store.rows();
    rig.batch(query, "09:30");
    rig.store.put(older);

    rig.passes(Duration.ofMinutes(6));

    assertThat(rig.finalUntil("t")).isEqualTo("09:00");
  }

  @Test
  void anErrorThatAStoppingContextExplainsIsNoFailure() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "08:30");
    query.failure =
        new QueryFailure(
            "Job 7 cancelled because SparkContext was shut down", List.of(), false, true);
    query.end();

    assertThat(rig.ends()).isTrue();

    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ENDED);
  }

  @Test
  void theSameErrorInAnApplicationThatGoesOnIsAFailure() {
    FakeQuery query = rig.started("orders");
    rig.batch(query, "08:30");
    query.failure = new QueryFailure("java.lang.InterruptedException", List.of(), false, false);
    query.end();

    rig.passes(Duration.ofSeconds(2));

    assertThat(rig.row("t").state()).isEqualTo(VerdictState.FAILED);
  }
}
