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

import io.tidegate.api.FrontierRule;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.errors.RefusedStartException;
import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.recovery.Attempt;
import io.tidegate.internal.recovery.AttemptOutcome;
import io.tidegate.internal.recovery.AttemptsJson;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.RecoverySettings;
import io.tidegate.internal.testing.Entries;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Starts are recorded before they are allowed, and refused by what the record says. */
class BoundedRestartsTest {
  private Rig rig = new Rig(entry(Entries.recovery(RecoverySettings.Action.REFUSE, null)));

  private static QuerySettings entry(RecoverySettings recovery) {
    return Entries.of(FrontierRule.OFFSET).name("orders").table("t").recovery(recovery).settings();
  }

  private void asks(FakeQuery query, Object asker) {
    rig.tracker
        .gate()
        .ask(
            new StartQuestion(
                String.valueOf(query.name),
                query.checkpoint,
                "app-1",
                asker,
                rig.checkpoints,
                new StartQuestion.Identity() {
                  @Override
                  public <T> Callable<T> as(Callable<T> call) {
                    return call;
                  }
                }));
  }

  private void asks(FakeQuery query) {
    asks(query, new Object());
  }

  /** A start is asked for, allowed, and becomes a run. */
  private FakeQuery attempt() {
    FakeQuery query = rig.query("orders");
    asks(query);
    rig.started(query);
    return query;
  }

  private void fails(FakeQuery query) {
    query.fail("java.lang.IllegalStateException: record 7");
  }

  private LineageRow record() {
    return rig.lineages.row("file:/checkpoints/orders");
  }

  private List<Attempt> history() {
    return AttemptsJson.read(record().history()).orElseThrow();
  }

  private Attempt last() {
    return history().get(history().size() - 1);
  }

  private void threeFailures() {
    for (int i = 0; i < 3; i++) {
      fails(attempt());
      rig.passes(Duration.ofSeconds(5));
    }
  }

  @Test
  void theFourthStartIsRefusedAndTheRowSaysSo() {
    threeFailures();
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.FAILED);

    assertThatThrownBy(this::attempt)
        .isInstanceOf(RefusedStartException.class)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[TIDEGATE_START_REFUSED]")
        .hasMessageContaining("'orders'")
        .hasMessageContaining("file:/checkpoints/orders")
        .hasMessageContaining("3 attempts in a row that banked no progress")
        .hasMessageContaining("record 7")
        .hasMessageContaining("spark.tidegate.queries.orders.recovery.resume=");
    rig.passes(Duration.ofSeconds(1));

    assertThat(rig.row("t").state()).isEqualTo(VerdictState.STOPPED);
    assertThat(rig.row("t").reasonCode()).isEqualTo("REFUSED");
    assertThat(rig.row("t").reason()).contains("banked no progress");
    assertThat(record().refusals()).isEqualTo(1);
    assertThat(record().attempts()).isEqualTo(3);
    assertThat(rig.metrics.startsRefused()).isEqualTo(1);
    rig.passes(Duration.ofMinutes(20), Duration.ofSeconds(30));
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.STOPPED);
    assertThat(rig.ends()).isTrue();
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.STOPPED);
  }

  @Test
  void theEndNamesARecordThatEndedWithTheContextAndDoesNotWaitForIt() {
    FakeQuery query = attempt();
    rig.batch(query, "10:30");
    rig.passes(Duration.ofSeconds(5));
    query.end();
    rig.lineages.failReads(() -> FakeLineages.Fault.STOPPED);
    Instant start = rig.time.now();

    rig.ends();

    assertThat(Duration.between(start, rig.time.now())).isLessThan(Duration.ofSeconds(2));
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ENDED);
    assertThat(rig.left()).containsExactly("the recovery record");
    assertThat(rig.tracker.cutOff()).isTrue();
  }

  @Test
  void aRefusedQueryIsNoEntryWithoutAMatch() {
    threeFailures();
    rig.application();
    assertThatThrownBy(this::attempt).isInstanceOf(RefusedStartException.class);
    try (Logged lines = new Logged("has matched no query")) {
      assertThat(rig.ends()).isTrue();
      assertThat(lines.warnings()).isEmpty();
    }
  }

  @Test
  void aStartIsNeverOlderThanTheEndBeforeIt() {
    fails(attempt());
    rig.lineages.failReads(
        () -> {
          rig.time.advance(Duration.ofMillis(10));
          return FakeTable.Fault.NONE;
        });
    attempt();

    assertThat(last().startedAt()).isAfterOrEqualTo(history().get(0).lastKnown());
  }

  @Test
  void anAttemptIsOnRecordBeforeItCanDie() {
    FakeQuery query = rig.query("orders");
    rig.checkpoints.plan(query.checkpoint, true);
    asks(query);

    assertThat(last().runId()).isNull();
    assertThat(last().baseline()).isZero();
    assertThat(last().pending()).isTrue();
    assertThat(last().application()).isEqualTo("app-1");
    assertThat(last().process()).isEqualTo("process");
    rig.started(query);
    rig.pass();
    assertThat(last().runId()).isEqualTo(query.runId.toString());
    assertThat(record().queryId()).isEqualTo(query.queryId.toString());
  }

  @Test
  void endsAndWitnessesAreRecordedAtOnce() {
    FakeQuery query = attempt();
    query.lastProgress =
        new TestProgress(
            query.queryId,
            query.runId,
            query.name,
            rig.time.now(),
            1,
            List.of(new SourceReport("fake", "1", "1", null)),
            null,
            null);
    rig.passes(Duration.ofSeconds(6));
    assertThat(last().witness()).isTrue();
    assertThat(last().ended()).isFalse();
    query.end();
    rig.passes(Duration.ofSeconds(1));
    assertThat(last().outcome()).isEqualTo(AttemptOutcome.STOPPED);

    fails(attempt());
    rig.passes(Duration.ofSeconds(1));
    assertThat(last().outcome()).isEqualTo(AttemptOutcome.FAILED);
    assertThat(last().error()).contains("record 7");
    assertThat(last().errorClass()).isEqualTo("java.lang.IllegalStateException");
  }

  @Test
  void exemptErrorsAreRecordedAsSuch() {
    FakeQuery query = attempt();
    query.failure = new QueryFailure("schema changed", List.of("ExemptCondition"), false, false);
    query.end();
    rig.passes(Duration.ofSeconds(1));

    assertThat(last().outcome()).isEqualTo(AttemptOutcome.EXEMPT);
  }

  @Test
  void aRunUnderWayWhenTheApplicationEndsWasStopped() {
    attempt();
    rig.pass();
    assertThat(rig.ends()).isTrue();

    assertThat(last().outcome()).isEqualTo(AttemptOutcome.STOPPED);
  }

  @Test
  void aRunThatFailsWhileTheApplicationEndsDoesNotCount() {
    FakeQuery query = attempt();
    FakeQuery before = attempt();
    fails(before);
    rig.pass();
    rig.tracker.end();
    query.fail("java.io.IOException: Filesystem closed");
    rig.passes(Duration.ofSeconds(2));

    assertThat(history())
        .extracting(Attempt::outcome)
        .containsExactly(AttemptOutcome.CONTEXT_STOPPING, AttemptOutcome.FAILED);
  }

  @Test
  void failuresThatAreNotWrittenYetCountToo() {
    for (int i = 0; i < 3; i++) {
      fails(attempt());
    }
    assertThatThrownBy(this::attempt).isInstanceOf(RefusedStartException.class);
    assertThat(history()).extracting(Attempt::outcome).containsOnly(AttemptOutcome.FAILED);
  }

  @Test
  void progressLetsItStartForEver() {
    for (int i = 0; i < 20; i++) {
      FakeQuery query = attempt();
      rig.commits(query, "10:10");
      fails(query);
      rig.passes(Duration.ofSeconds(5));
    }
    assertThat(record().attempts()).isEqualTo(20);
  }

  @Test
  void oneStartIsOneAttemptHoweverOftenItIsAnalysed() {
    FakeQuery query = rig.query("orders");
    Object asker = new Object();
    asks(query, asker);
    asks(query, asker);
    assertThat(record().attempts()).isEqualTo(1);

    rig.started(query);
    fails(query);
    asks(rig.query("orders"), asker);
    assertThat(record().attempts()).isEqualTo(2);
  }

  @Test
  void aLineageThatRunsHereIsNotAskedAbout() {
    attempt();
    asks(rig.query("orders"));

    assertThat(record().attempts()).isEqualTo(1);
  }

  @Test
  void aRunThatReplacesOneUnderWayGetsAnAttemptOfItsOwn() {
    FakeQuery first = attempt();
    FakeQuery second = rig.query("orders");
    asks(second);
    first.end();
    rig.started(second);
    rig.passes(Duration.ofSeconds(1));

    assertThat(history())
        .extracting(Attempt::runId)
        .containsExactly(first.runId.toString(), second.runId.toString());
  }

  @Test
  void aRecordThatCannotBeReadLetsItStartAndIsWrittenLater() {
    threeFailures();
    rig.lineages.failReads(() -> FakeTable.Fault.TRANSIENT);
    FakeQuery query = attempt();

    assertThat(rig.metrics.startsUnread()).isEqualTo(1);
    rig.lineages.failReads(() -> FakeTable.Fault.NONE);
    rig.passes(Duration.ofMinutes(2), Duration.ofSeconds(5));
    assertThat(record().attempts()).isEqualTo(4);
    assertThat(last().runId()).isEqualTo(query.runId.toString());
  }

  @Test
  void aRefusalThatCannotBeWrittenIsOneAllTheSame() {
    threeFailures();
    rig.lineages.failCommits(() -> FakeTable.Fault.TRANSIENT);

    assertThatThrownBy(this::attempt).isInstanceOf(RefusedStartException.class);
  }

  @Test
  void aRecordThatHangsLetsItStart() {
    threeFailures();
    CountDownLatch latch = new CountDownLatch(1);
    rig.lineages.failReads(
        () -> {
          try {
            latch.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return FakeTable.Fault.NONE;
        });
    try {
      attempt();
    } finally {
      latch.countDown();
    }
    assertThat(rig.metrics.startsUnread()).isEqualTo(1);
    assertThat(record().refusals()).isZero();
  }

  @Test
  void anUnreadableCheckpointLetsItStart() {
    threeFailures();
    rig.checkpoints.failWith("permission denied");
    attempt();

    assertThat(record().attempts()).isEqualTo(4);
    assertThat(last().baseline()).isNull();
  }

  @Test
  void aWipedCheckpointStartsAfresh() {
    threeFailures();
    rig.checkpoints.replace("file:/checkpoints/orders");
    asks(rig.query("orders"));

    assertThat(record().attempts()).isEqualTo(1);
  }

  @Test
  void aProbeIsLetThroughAfterTheCooldownAndClearsTheRow() {
    threeFailures();
    assertThatThrownBy(this::attempt).isInstanceOf(RefusedStartException.class);
    rig.passes(Duration.ofMinutes(15), Duration.ofSeconds(30));

    FakeQuery probe = attempt();
    rig.batch(probe, "10:10");
    rig.passes(Duration.ofSeconds(1));

    assertThat(last().probe()).isTrue();
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ACTIVE);
    assertThat(rig.row("t").reasonCode()).isNull();
  }

  @Test
  void aTokenResumesOnce() {
    threeFailures();
    FakeTable<LineageRow> before = rig.lineages;
    Rig resumed = new Rig(entry(Entries.recovery(RecoverySettings.Action.REFUSE, "fixed")));
    resumed.lineages.put(before.rows());
    rig = resumed;

    threeFailures();
    assertThat(record().attempts()).isEqualTo(6);
    assertThatThrownBy(this::attempt).isInstanceOf(RefusedStartException.class);
  }

  @Test
  void warningLetsItStart() {
    rig = new Rig(entry(Entries.recovery(RecoverySettings.Action.WARN, null)));
    threeFailures();
    attempt();

    assertThat(rig.metrics.startsWarned()).isEqualTo(1);
    assertThat(record().attempts()).isEqualTo(4);
  }

  @Test
  void placesThatTakeTooLongLeaveTheStartItsRecord() {
    rig = new Rig(entry(withPlaces()));
    CountDownLatch released = new CountDownLatch(1);
    rig.places =
        named -> {
          awaits(released);
          return 10;
        };

    try (Logged log = new Logged("recovery.places")) {
      attempt();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("'orders'", "did not answer within PT0.25S", "nothing is held against");
    } finally {
      released.countDown();
    }

    assertThat(last().baseline()).isEqualTo(0);
    assertThat(last().placeRows()).isNull();
    assertThat(rig.metrics.startsUnread()).isZero();
  }

  private static void awaits(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static RecoverySettings withPlaces() {
    RecoverySettings settings = Entries.recovery(RecoverySettings.Action.REFUSE, null);
    return new RecoverySettings(
        true,
        settings.limit(),
        settings.action(),
        settings.cooldown(),
        List.of("/lake/orders"),
        null,
        List.of(),
        null,
        null);
  }

  @Test
  void whatIsNotTrackedOrNotBoundedTouchesNoStorage() {
    asks(rig.query("stranger"));
    RecoverySettings off =
        new RecoverySettings(
            false,
            3,
            RecoverySettings.Action.REFUSE,
            Duration.ZERO,
            List.of(),
            null,
            List.of(),
            null,
            null);
    rig = new Rig(entry(off));
    fails(attempt());
    rig.passes(Duration.ofSeconds(5));

    assertThat(rig.lineages.reads()).isZero();
  }

  @Test
  void aRowWithALiveOwnerIsNotStopped() {
    threeFailures();
    rig.store.put(
        Map.of(
            "t",
            rig.row("t").toBuilder()
                .state(VerdictState.ACTIVE)
                .runStartedAt(rig.time.now())
                .aliveUntil(rig.time.now().plus(Duration.ofMinutes(15)))
                .runId("elsewhere")
                .process("another")
                .build()));
    rig.application();
    assertThatThrownBy(this::attempt).isInstanceOf(RefusedStartException.class);
    rig.passes(Duration.ofMinutes(1), Duration.ofSeconds(1));
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ACTIVE);

    rig.passes(Duration.ofMinutes(16), Duration.ofSeconds(5));
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.STOPPED);
  }

  @Test
  void aRefusalThatAProbeHasOvertakenIsForgotten() {
    threeFailures();
    rig.store.failCommits(() -> FakeTable.Fault.TRANSIENT);
    assertThatThrownBy(this::attempt).isInstanceOf(RefusedStartException.class);
    rig.passes(Duration.ofMinutes(16), Duration.ofSeconds(30));
    FakeQuery probe = attempt();
    rig.commits(probe, "10:10");
    rig.store.failCommits(() -> FakeTable.Fault.NONE);
    rig.passes(Duration.ofMinutes(2), Duration.ofSeconds(1));
    probe.end();
    rig.passes(Duration.ofMinutes(2), Duration.ofSeconds(1));
    assertThat(rig.ends()).isTrue();

    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ENDED);
    assertThat(rig.row("t").reasonCode()).isNull();
  }

  @Test
  void aCheckpointThatMovesAtEachStartIsToldOf() {
    for (int i = 0; i < 3; i++) {
      asks(rig.query("orders", "file:/checkpoints/" + i));
    }

    assertThat(rig.lineages.rows()).hasSize(3);
    try (Logged log = new Logged("starts with the checkpoint")) {
      asks(rig.query("orders", "file:/checkpoints/3"));
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("file:/checkpoints/3", "each of its 3 starts before had another one");
    }
  }

  @Test
  void quietLineagesCostOneCommitAHeartbeatTogether() {
    rig =
        new Rig(
            Entries.of(FrontierRule.OFFSET).name("a").label("a").table("ta").settings(),
            Entries.of(FrontierRule.OFFSET).name("b").label("b").table("tb").settings());
    for (String name : List.of("a", "b")) {
      FakeQuery query = rig.query(name);
      asks(query);
      rig.started(query);
    }
    rig.passes(Duration.ofSeconds(5));
    int commits = rig.lineages.commits();
    rig.passes(Duration.ofMinutes(51), Duration.ofSeconds(5));

    assertThat(rig.lineages.commits() - commits).isEqualTo(10);
  }
}
