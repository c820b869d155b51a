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
package io.tidegate.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.settings.RecoverySettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StartRulesTest {
  private static final Duration COOLDOWN = Duration.ofMinutes(15);

  private final Told told = new Told();

  private StartDecision decide(int limit, long reading) {
    return told.decide(Told.settings(limit, COOLDOWN), Told.look(reading));
  }

  private static StartDecision.Allowed allowed(StartDecision decision) {
    assertThat(decision).isInstanceOf(StartDecision.Allowed.class);
    return (StartDecision.Allowed) decision;
  }

  private static StartDecision.Refused refused(StartDecision decision) {
    assertThat(decision).isInstanceOf(StartDecision.Refused.class);
    return (StartDecision.Refused) decision;
  }

  private static RecoverySettings settings(
      boolean enabled,
      RecoverySettings.Action action,
      @Nullable String resume,
      @Nullable Integer maxAttempts,
      @Nullable Duration maxElapsed) {
    return new RecoverySettings(
        enabled, 3, action, COOLDOWN, List.of(), resume, List.of(), maxAttempts, maxElapsed);
  }

  private static RecoverySettings resume(String token) {
    return settings(true, RecoverySettings.Action.REFUSE, token, null, null);
  }

  private static RecoverySettings caps(
      @Nullable Integer maxAttempts, @Nullable Duration maxElapsed) {
    return settings(true, RecoverySettings.Action.REFUSE, null, maxAttempts, maxElapsed);
  }

  @Test
  void firstStartIsAllowedAndOnRecord() {
    StartDecision.Allowed allowed =
        allowed(told.decide(null, Told.settings(), Told.look(null), Told.NOON));
    assertThat(allowed.warnings()).isEmpty();
    assertThat(allowed.probe()).isFalse();
    assertThat(allowed.attempt())
        .isEqualTo(
            Attempt.builder(1, "attempt-1", Told.NOON)
                .application("app-1")
                .process("process-1")
                .seenAt(Told.NOON)
                .aliveUntil(Told.NOON.plus(Duration.ofMinutes(15)))
                .build());
    assertThat(allowed.row())
        .isEqualTo(
            LineageRow.builder(Told.CHECKPOINT)
                .queryName("orders")
                .attempts(1)
                .history(AttemptsJson.write(List.of(allowed.attempt())))
                .seenAt(Told.NOON)
                .aliveUntil(Told.NOON.plus(Duration.ofMinutes(15)))
                .updatedAt(Told.NOON)
                .build());
  }

  @Test
  void baselineIsWhatTheCheckpointSaysNow() {
    CheckpointLook look = new CheckpointLook(true, Told.QUERY_ID, 7L, true, 900L);
    Attempt attempt = allowed(told.decide(Told.settings(), look)).attempt();
    assertThat(attempt.baseline()).isEqualTo(7);
    assertThat(attempt.pending()).isTrue();
    assertThat(attempt.placeRows()).isEqualTo(900);
  }

  @Test
  void limitIsReachedNotPassed() {
    told.failed(4L).failed(4L);
    assertThat(allowed(decide(3, 4)).row().streak()).isEqualTo(2);
    told.failed(4L);
    StartDecision.Refused refused = refused(decide(3, 4));
    assertThat(refused.reason())
        .isEqualTo(
            "attempt 4 would follow 3 attempts in a row that banked no progress, and the limit is"
                + " 3");
    assertThat(refused.row().streak()).isEqualTo(3);
    allowed(decide(4, 4));
    allowed(decide(3, 5));
  }

  @Test
  void refusalIsCountedAndIsNoAttempt() {
    told.times(3, t -> t.failed(4L));
    LineageRow before = told.row();
    StartDecision.Refused refused = refused(decide(3, 4));
    assertThat(refused.row())
        .isEqualTo(
            before.toBuilder()
                .streak(3)
                .refusals(1)
                .refusedAt(told.now())
                .refusedReason(refused.reason())
                .refusedApplications("[\"app-4\"]")
                .updatedAt(told.now())
                .build());
    assertThat(refused.lastAttempts()).containsExactlyElementsOf(told.attempts);
  }

  @Test
  void limitOfZeroRefusesEveryReplayAfterABadEndWithoutAProbe() {
    allowed(decide(0, 0));
    told.failed(4L);
    assertThat(refused(decide(0, 5)).nextProbe()).isNull();
    assertThat(refused(decide(0, 5)).reason())
        .isEqualTo("attempt 2 is a replay, and a limit of 0 allows none (it takes 1 or more)");
    told.stopped(5L);
    allowed(decide(-1, 6));
    refused(decide(-1, 5));
  }

  @Test
  void boundIsConsultedOnlyAfterABadEnd() {
    told.times(5, t -> t.failed(4L)).stopped(4L);
    refused(decide(3, 4));
    allowed(decide(3, 5));
  }

  @Test
  void neutralAttemptThatBankedIsProgressToo() {
    told.times(3, t -> t.failed(4L)).ended(4L, AttemptOutcome.CONTEXT_STOPPING);
    refused(decide(3, 4));
    allowed(decide(3, 5));
  }

  @Test
  void probeIsLetThroughWhenTheCooldownHasPassedSinceTheLastEnd() {
    told.times(3, t -> t.failed(4L));
    Instant due = Told.start(3).plus(Duration.ofMinutes(5)).plus(COOLDOWN);
    RecoverySettings settings = Told.settings();
    StartDecision.Refused refused =
        refused(told.decide(told.row(), settings, Told.look(4L), due.minusNanos(1_000)));
    assertThat(refused.nextProbe()).isEqualTo(due);
    StartDecision.Allowed probe = allowed(told.decide(told.row(), settings, Told.look(4L), due));
    assertThat(probe.probe()).isTrue();
    assertThat(probe.warnings())
        .containsExactly(
            "The streaming query 'orders' (file:/checkpoints/orders) is refused: attempt 4 would"
                + " follow 3 attempts in a row that banked no progress, and the limit is 3. This"
                + " attempt is let through as a probe, because the cooldown has passed since the"
                + " last one.");
  }

  @Test
  void cooldownRunsFromTheLastSignOfLifeWhereThereIsNoEnd() {
    told.failed(4L).failed(4L).failed(4L);
    Instant seen = Told.start(4).plus(Duration.ofMinutes(2));
    told.attempt(4L, a -> a.seenAt(seen));
    assertThat(refused(decide(3, 4)).nextProbe()).isEqualTo(seen.plus(COOLDOWN));
  }

  @Test
  void probeThatBankedNothingIsRefusedUntilTheCooldownAgain() {
    told.times(3, t -> t.failed(4L));
    told.attempt(4L, a -> a.probe(true).outcome(AttemptOutcome.FAILED).endedAt(Told.start(5)));
    StartDecision.Refused refused = refused(decide(3, 4));
    assertThat(refused.nextProbe()).isEqualTo(Told.start(5).plus(COOLDOWN));
    assertThat(refused.row().streak()).isEqualTo(4);
    assertThat(allowed(decide(3, 5)).probe()).isFalse();
  }

  @Test
  void cooldownOfZeroMeansNever() {
    told.times(3, t -> t.failed(4L));
    RecoverySettings settings = Told.settings(3, Duration.ZERO);
    Instant later = told.now().plus(Duration.ofDays(999));
    assertThat(refused(told.decide(told.row(), settings, Told.look(4L), later)).nextProbe())
        .isNull();
  }

  @Test
  void endFarInTheFutureDoesNotPutTheProbeOff() {
    told.times(3, t -> t.failed(4L));
    told.attempt(
        4L,
        a -> a.outcome(AttemptOutcome.FAILED).endedAt(Told.start(4).plus(Duration.ofDays(300))));
    Instant now = told.now().minusSeconds(1);
    assertThat(refused(told.decide(told.row(), Told.settings(), Told.look(4L), now)).nextProbe())
        .isEqualTo(Told.start(3).plus(Duration.ofMinutes(5)).plus(COOLDOWN));
  }

  @Test
  void attemptThatIsAliveIsSkippedNowAndJudgedLater() {
    Instant until = Told.start(4).plus(Duration.ofMinutes(5));
    told.failed(4L).failed(4L).attempt(4L, a -> a.aliveUntil(until));
    CheckpointLook look = new CheckpointLook(true, Told.QUERY_ID, 4L, true, null);
    LineageRow row = allowed(told.decide(Told.settings(), look)).row();
    assertThat(row.streak()).isEqualTo(2);
    refused(told.decide(told.row(), Told.settings(), look, until));
  }

  @Test
  void liveOneThatBankedOrWasIdleIsNotHeldUp() {
    // A probe that recovered, and whose driver is gone without anybody knowing yet.
    told.times(3, t -> t.failed(4L)).attempt(4L, a -> a.aliveUntil(Told.start(9)));
    refused(decide(3, 4));
    assertThat(allowed(decide(3, 5)).probe()).isFalse();
    Attempt idle = told.attempts.get(3).toBuilder().witness(true).build();
    told.attempts.set(3, idle);
    assertThat(allowed(decide(3, 4)).probe()).isFalse();
    CheckpointLook pending = new CheckpointLook(true, Told.QUERY_ID, 4L, true, null);
    refused(told.decide(Told.settings(), pending));
  }

  @Test
  void startThatIsOnRecordAlreadyIsTheOneThatWasAllowed() {
    told.times(2, t -> t.failed(4L));
    StartDecision.Allowed first = allowed(decide(3, 4));
    StartDecision.Allowed again =
        allowed(told.decide(first.row(), Told.settings(0, COOLDOWN), Told.look(4L), told.now()));
    assertThat(again.row()).isEqualTo(first.row());
    assertThat(again.attempt()).isEqualTo(first.attempt());
  }

  @Test
  void goodEndInTheFutureCoversNothing() {
    told.attempt(
            4L,
            a ->
                a.witness(true)
                    .outcome(AttemptOutcome.STOPPED)
                    .endedAt(Told.start(1).plus(Duration.ofDays(300))))
        .times(3, t -> t.failed(4L));
    refused(decide(3, 4));
  }

  @Test
  void attemptThatStartsAsAGoodOneEndsIsNotBesideIt() {
    told.attempt(4L, a -> a.witness(true).outcome(AttemptOutcome.STOPPED).endedAt(Told.start(2)))
        .attempt(4L, a -> a.outcome(AttemptOutcome.FAILED).endedAt(Told.start(2)));
    assertThat(decide(3, 4).row().streak()).isEqualTo(1);
  }

  @Test
  void disabledStillRecords() {
    told.times(30, t -> t.failed(4L));
    RecoverySettings settings = settings(false, RecoverySettings.Action.REFUSE, null, 1, null);
    StartDecision.Allowed allowed = allowed(told.decide(settings, Told.look(4L)));
    assertThat(allowed.warnings()).isEmpty();
    assertThat(allowed.row().attempts()).isEqualTo(31);
    assertThat(allowed.row().streak()).isEqualTo(30);
  }

  @Test
  void warnOnlyStartsAndSaysSo() {
    told.times(3, t -> t.failed(4L));
    StartDecision decision =
        told.decide(settings(true, RecoverySettings.Action.WARN, null, null, null), Told.look(4L));
    assertThat(decision).isInstanceOf(StartDecision.Warned.class);
    StartDecision.Warned warned = (StartDecision.Warned) decision;
    assertThat(warned.attempt().number()).isEqualTo(4);
    assertThat(warned.row().attempts()).isEqualTo(4);
    assertThat(warned.row().refusals()).isZero();
    assertThat(warned.reason()).endsWith("and the limit is 3");
    assertThat(warned.warnings())
        .containsExactly(
            "The streaming query 'orders' (file:/checkpoints/orders) would be refused: attempt 4"
                + " would follow 3 attempts in a row that banked no progress, and the limit is 3."
                + " It starts because spark.tidegate.queries.orders.recovery.action is warn.");
  }

  @Test
  void checkpointThatCannotBeReadIsNoEvidence() {
    told.times(5, t -> t.failed(4L));
    StartDecision.Allowed allowed = allowed(told.decide(Told.settings(), CheckpointLook.unknown()));
    assertThat(allowed.attempt().baseline()).isNull();
    assertThat(allowed.warnings())
        .singleElement()
        .asString()
        .endsWith(
            "It starts because its checkpoint could not be read in time, so that its last attempt"
                + " cannot be judged.");
    refused(decide(3, 4));
  }

  @Test
  void anotherCheckpointAtThePathBeginsAfresh() {
    told.times(5, t -> t.failed(4L));
    LineageRow row = told.row().toBuilder().tokens("[\"x\"]").refusals(8).build();
    for (String id : new String[] {"query-b", null}) {
      CheckpointLook look = new CheckpointLook(true, id, 0L, false, null);
      LineageRow next = allowed(told.decide(row, Told.settings(), look, told.now())).row();
      assertThat(next.queryId()).isNull();
      assertThat(next.attempts()).isEqualTo(1);
      assertThat(next.refusals()).isZero();
      assertThat(next.tokens()).isNull();
    }
  }

  @Test
  void rowThatWasNeverBoundIsKept() {
    told.times(3, t -> t.failed(4L));
    LineageRow row = told.row().toBuilder().queryId(null).build();
    refused(told.decide(row, Told.settings(), Told.look(4L), told.now()));
  }

  @Test
  void idThatCannotBeReadIsNoOtherCheckpoint() {
    told.times(3, t -> t.failed(4L));
    refused(told.decide(Told.settings(), new CheckpointLook(false, null, 4L, false, null)));
  }

  @Test
  void resumeTakesEffectOncePerValueAndKeepsTheHistory() {
    told.times(3, t -> t.failed(4L));
    LineageRow resumed =
        allowed(told.decide(told.row(), resume("x"), Told.look(4L), told.now())).row();
    assertThat(resumed.tokens()).isEqualTo("[\"x\"]");
    assertThat(resumed.resumedAfter()).isEqualTo(3);
    assertThat(resumed.streak()).isZero();
    assertThat(AttemptsJson.read(resumed.history()).orElseThrow()).hasSize(4);
    told.times(3, t -> t.failed(4L));
    LineageRow used = told.row().toBuilder().tokens(resumed.tokens()).resumedAfter(3L).build();
    assertThat(refused(told.decide(used, resume("x"), Told.look(4L), told.now())).row().streak())
        .isEqualTo(3);
    allowed(told.decide(used, resume("y"), Told.look(4L), told.now()));
  }

  @Test
  void newestTokensAreRemembered() {
    LineageRow row = told.row();
    for (int i = 1; i <= 51; i++) {
      LineageRow next = allowed(told.decide(row, resume("t" + i), Told.look(4L), told.now())).row();
      row = next.toBuilder().history(null).build();
    }
    List<String> tokens = TextsJson.read(row.tokens()).orElseThrow();
    assertThat(tokens).hasSize(50).startsWith("t2").endsWith("t51");
  }

  @Test
  void newestApplicationsWithARefusalAreRemembered() {
    told.times(3, t -> t.failed(4L));
    String[] many = new String[20];
    Arrays.setAll(many, i -> "old-" + i);
    LineageRow row =
        told.row().toBuilder().refusedApplications(TextsJson.write(List.of(many))).build();
    LineageRow next = refused(told.decide(row, Told.settings(), Told.look(4L), told.now())).row();
    assertThat(TextsJson.read(next.refusedApplications()).orElseThrow())
        .hasSize(20)
        .startsWith("old-1")
        .endsWith("app-4");
    LineageRow again = refused(told.decide(next, Told.settings(), Told.look(4L), told.now())).row();
    assertThat(again.refusedApplications()).isEqualTo(next.refusedApplications());
    assertThat(again.refusals()).isEqualTo(2);
  }

  @Test
  void maxAttemptsCapsBadOnesWhetherTheyBankOrNot() {
    told.failed(1L).failed(2L);
    allowed(told.decide(caps(3, null), Told.look(3L)));
    told.failed(3L);
    StartDecision.Refused refused = refused(told.decide(caps(3, null), Told.look(4L)));
    assertThat(refused.nextProbe()).isNull();
    assertThat(refused.reason())
        .isEqualTo(
            "3 attempts have ended badly since the last good end, whether they banked progress or"
                + " not, and recovery.maxAttempts is 3");
    told.stopped(4L);
    allowed(told.decide(caps(3, null), Told.look(5L)));
  }

  @Test
  void maxElapsedCapsTheTimeSinceTheFirstBadEnd() {
    told.stopped(0L).failed(1L).ended(2L, AttemptOutcome.EXEMPT).failed(2L);
    Instant since = Told.start(2).plus(Duration.ofMinutes(5));
    RecoverySettings caps = caps(null, Duration.ofHours(1));
    Instant cap = since.plus(Duration.ofHours(1));
    allowed(told.decide(told.row(), caps, Told.look(3L), cap.minusNanos(1_000)));
    StartDecision.Refused refused = refused(told.decide(told.row(), caps, Told.look(3L), cap));
    assertThat(refused.nextProbe()).isNull();
    assertThat(refused.reason())
        .isEqualTo(
            "no attempt has ended well since one ended badly at 2026-10-01T12:15:00Z, and"
                + " recovery.maxElapsed is PT1H");
  }

  @Test
  void resumeClearsTheCaps() {
    told.times(3, t -> t.failed(4L));
    RecoverySettings settings =
        settings(true, RecoverySettings.Action.REFUSE, "x", 3, Duration.ofSeconds(1));
    allowed(told.decide(settings, Told.look(4L)));
  }

  @Test
  void damagedHistoryNeverStopsAStart() {
    told.times(3, t -> t.failed(4L));
    for (String damaged : List.of("{", "7", "[7]", "[{}]", "[{\"number\":0}]")) {
      LineageRow row =
          told.row().toBuilder().history(damaged).earlierStreak(9).earlierBad(9).build();
      StartDecision.Allowed allowed =
          allowed(told.decide(row, Told.settings(), Told.look(4L), told.now()));
      assertThat(allowed.warnings())
          .containsExactly(
              "The recovery record of file:/checkpoints/orders is damaged. Its attempts are counted"
                  + " afresh from this one on.");
      assertThat(allowed.row().attempts()).isEqualTo(4);
      assertThat(allowed.row().earlierStreak()).isZero();
      assertThat(AttemptsJson.read(allowed.row().history()).orElseThrow())
          .containsExactly(allowed.attempt());
    }
  }
}
