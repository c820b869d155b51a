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
import io.tidegate.internal.testing.Entries;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A decision that was given up and goes on with an old look wipes nothing. */
class LateLookTest {
  private static final Instant NOW = Instant.parse("2026-10-01T10:00:00Z");

  @Test
  void theAttemptItIsAboutStaysAsItIs() {
    Attempt failed =
        Attempt.builder(1, "id", NOW)
            .runId("run")
            .outcome(AttemptOutcome.FAILED)
            .endedAt(NOW.plusSeconds(3))
            .build();
    LineageRow row =
        LineageRow.builder("/cp")
            .queryId("lineage")
            .attempts(1)
            .history(AttemptsJson.write(List.of(failed)))
            .build();
    CheckpointLook beforeTheFirstRun = new CheckpointLook(true, null, 0L, false, null);

    StartDecision decision =
        new StartRules(new Liveness(process -> false), Duration.ofMinutes(5))
            .decide(
                row,
                beforeTheFirstRun,
                Entries.recovery(RecoverySettings.Action.REFUSE, null),
                new StartRequest("q", "q", "/cp", "id", NOW, "app", "process"),
                Set.of(),
                NOW.plusSeconds(9));

    assertThat(decision).isEqualTo(new StartDecision.Allowed(row, failed, List.of()));
  }
}
