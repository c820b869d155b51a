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
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whole loops of starts against one row, as a supervisor makes them. */
class CrashLoopTest {
  private static final Duration HEARTBEAT = Duration.ofMinutes(5);

  private final Liveness liveness = new Liveness(process -> false);
  private final StartRules rules = new StartRules(liveness, HEARTBEAT);
  private final LineageMerge merge = new LineageMerge(liveness, HEARTBEAT);
  private final RecoverySettings settings = Told.settings();
  private @Nullable LineageRow row;
  private Instant now = Told.NOON;
  private int starts;

  private StartDecision start(String process, CheckpointLook look) {
    starts++;
    StartRequest request =
        new StartRequest(
            "orders", "orders", Told.CHECKPOINT, "id-" + starts, now, "app-" + starts, process);
    StartDecision decision = rules.decide(row, look, settings, request, Set.of(), now);
    row = decision.row();
    return decision;
  }

  private static Optional<Attempt> allowed(StartDecision decision) {
    return decision instanceof StartDecision.Allowed allowed
        ? Optional.of(allowed.attempt())
        : Optional.empty();
  }

  private void report(Attempt attempt, UnaryOperator<AttemptBuilder> as) {
    row =
        merge
            .merge(
                row,
                new AttemptReport(
                    Told.CHECKPOINT,
                    "orders",
                    Told.QUERY_ID,
                    as.apply(attempt.toBuilder()).build(),
                    true),
                now)
            .row();
  }

  private void pass(long seconds) {
    now = now.plusSeconds(seconds);
  }

  private static CheckpointLook pending(long reading) {
    return new CheckpointLook(true, Told.QUERY_ID, reading, true, null);
  }

  @Test
  void driverThatDiesAtOnceAgainAndAgainOnOtherMachinesIsRefusedInTheEnd() {
    // Nobody can tell that a driver elsewhere is gone until its heartbeat has run out.
    for (int i = 0; i < 200; i++) {
      Optional<Attempt> attempt = allowed(start("elsewhere-" + i, pending(4)));
      if (attempt.isEmpty()) {
        assertThat(Duration.between(Told.NOON, now)).isLessThan(Duration.ofMinutes(18));
        return;
      }
      pass(1);
      report(attempt.get(), a -> a.runId("run-" + starts));
      pass(29);
    }
    throw new AssertionError("never refused: " + row);
  }

  @Test
  void startThatNeverComesToARunInOneProcessIsRefusedInTheEnd() {
    for (int i = 0; i < 13; i++) {
      assertThat(allowed(start("here", Told.look(4L)))).as("start " + (i + 1)).isPresent();
      pass(1);
    }
    assertThat(allowed(start("here", Told.look(4L)))).isEmpty();
  }

  @Test
  void poisonIsRefusedAtTheLimitAndProbedOncePerCooldown() {
    int allowed = 0;
    int probes = 0;
    for (int minute = 0; minute < 120; minute++) {
      Optional<Attempt> attempt = allowed(start("p-" + minute, pending(4)));
      if (attempt.isPresent()) {
        allowed++;
        probes += attempt.get().probe() ? 1 : 0;
        report(
            attempt.get(),
            a -> a.runId("run-" + starts).outcome(AttemptOutcome.FAILED).endedAt(now));
      }
      pass(60);
    }
    // Attempts in the minutes 0, 1, 2, then one each 15 minutes: 17, 32, ..., 107.
    assertThat(allowed).isEqualTo(3 + probes);
    assertThat(probes).isEqualTo(7);
    assertThat(row.refusals()).isEqualTo(120 - 10);
    assertThat(row.attempts()).isEqualTo(10);
  }

  @Test
  void streamThatFailsForEverAndBanksEachTimeIsNeverRefused() {
    for (int i = 0; i < 100; i++) {
      Attempt attempt = allowed(start("p-" + i, pending(i))).orElseThrow();
      report(attempt, a -> a.runId("run-" + starts).outcome(AttemptOutcome.FAILED).endedAt(now));
      pass(60);
    }
  }

  @Test
  void idleStreamThatIsKilledAgainAndAgainIsNeverRefused() {
    for (int i = 0; i < 100; i++) {
      Attempt attempt = allowed(start("p-" + i, Told.look(4L))).orElseThrow();
      report(attempt, a -> a.runId("run-" + starts).witness(true));
      pass(3_600);
    }
  }

  @Test
  void scheduledJobThatFindsNothingIsNeverRefused() {
    for (int i = 0; i < 100; i++) {
      Attempt attempt = allowed(start("p-" + i, Told.look(4L))).orElseThrow();
      report(attempt, a -> a.runId("run-" + starts).outcome(AttemptOutcome.STOPPED).endedAt(now));
      pass(60);
    }
  }
}
