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

import io.tidegate.api.ErrorCode;
import io.tidegate.internal.errors.RefusedStartException;
import io.tidegate.internal.settings.RecoverySettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalTextTest {
  private final Told told = new Told();

  private String message(RecoverySettings settings) {
    StartDecision.Refused refused = (StartDecision.Refused) told.decide(settings, Told.look(4L));
    RefusedStartException error = RefusalText.error(refused, told.request(), settings);
    assertThat(error).isInstanceOf(IllegalArgumentException.class);
    assertThat(error.code()).isEqualTo(ErrorCode.TIDEGATE_START_REFUSED);
    return error.getMessage();
  }

  @Test
  void saysWhatWhyAndWhatToDo() {
    told.failed(4L)
        .attempt(4L, a -> a.pending(true))
        .attempt(
            4L,
            a ->
                a.pending(true)
                    .outcome(AttemptOutcome.FAILED)
                    .endedAt(Told.start(3).plusSeconds(9))
                    .errorClass("DIVIDE_BY_ZERO")
                    .error("org.apache.spark.SparkArithmeticException: Division by zero.\nat x"))
        .attempt(
            4L,
            a ->
                a.probe(true)
                    .outcome(AttemptOutcome.FAILED)
                    .endedAt(Told.start(4).plusSeconds(8))
                    .errorClass("DIVIDE_BY_ZERO"));
    assertThat(message(Told.settings()))
        .isEqualTo(
            "[TIDEGATE_START_REFUSED] The streaming query 'orders' with the checkpoint"
                + " file:/checkpoints/orders is not started: attempt 5 would follow 4 attempts in a"
                + " row that banked no progress, and the limit is 3. Its last attempts:\n"
                + "  - attempt 2, 2026-10-01T12:10:00Z to no recorded end, last seen"
                + " 2026-10-01T12:15:00Z, from reading 4: its driver was lost\n"
                + "  - attempt 3, 2026-10-01T12:20:00Z to 2026-10-01T12:20:09Z, from reading 4:"
                + " failed: org.apache.spark.SparkArithmeticException: Division by zero.\n"
                + "  - attempt 4 (a probe), 2026-10-01T12:30:00Z to 2026-10-01T12:30:08Z, from"
                + " reading 4: failed: DIVIDE_BY_ZERO\n"
                + "Starting it again would most likely end the same way. Correct what fails. One"
                + " attempt is let through as a probe from 2026-10-01T12:45:08Z on"
                + " (spark.tidegate.queries.orders.recovery.cooldown is PT15M). To start at once,"
                + " and to count afresh, set spark.tidegate.queries.orders.recovery.resume=after-4"
                + " (any value that this checkpoint has not seen before).");
  }

  @Test
  void saysThatNoProbeComes() {
    told.times(3, t -> t.failed(4L));
    assertThat(message(Told.settings(3, Duration.ZERO)))
        .contains(
            " No probe will be let through, because"
                + " spark.tidegate.queries.orders.recovery.cooldown is 0. To start at once");
    assertThat(message(Told.settings(0, Duration.ofMinutes(15))))
        .contains(" No probe will be let through at this bound. To start at once");
  }

  @Test
  void namesEveryWayToEnd() {
    told.attempt(4L, a -> a.runId(null).seenAt(null))
        .ended(4L, AttemptOutcome.EXEMPT)
        .ended(4L, AttemptOutcome.CONTEXT_STOPPING)
        .failed(null);
    String first = message(Told.settings(0, Duration.ZERO));
    assertThat(first)
        .contains(": failed with an exempt error\n")
        .contains(": ended because its SparkContext was stopped\n")
        .contains("attempt 4, 2026-10-01T12:30:00Z to 2026-10-01T12:35:00Z: failed\n")
        .doesNotContain("attempt 1,");
    told.stopped(4L).ended(4L, AttemptOutcome.OTHER).attempt(4L, a -> a.runId(null).seenAt(null));
    assertThat(message(Told.settings(0, Duration.ZERO)))
        .contains(": stopped\n")
        .contains(": ended in a way that this version does not know\n")
        .contains(
            "attempt 7, 2026-10-01T13:00:00Z to no recorded end, from reading 4: never came to a"
                + " run\n");
  }

  @Test
  void valueItProposesResumes() {
    told.times(3, t -> t.failed(4L));
    String message = message(Told.settings());
    String token = message.replaceAll("(?s).*resume=(\\S+) .*", "$1");
    RecoverySettings resumed =
        new RecoverySettings(
            true,
            3,
            RecoverySettings.Action.REFUSE,
            Duration.ZERO,
            List.of(),
            token,
            List.of(),
            null,
            null);
    assertThat(told.decide(resumed, Told.look(4L))).isInstanceOf(StartDecision.Allowed.class);
  }
}
