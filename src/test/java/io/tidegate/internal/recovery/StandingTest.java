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
import static org.assertj.core.api.Assertions.tuple;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What people are shown of a lineage is what its next start would go by. */
class StandingTest {
  private final Told told = new Told();

  private Optional<Standing> standing(LineageRow row, long reading) {
    return Standing.of(
        row, Told.look(reading), Set.of("app-3"), new Liveness(told.gone::contains), told.now());
  }

  @Test
  void eachAttemptHasItsJudgement() {
    told.stopped(0L).failed(5L).lost(5L).failed(5L);
    Standing standing = standing(told.row(), 5).orElseThrow();
    assertThat(standing.attempts())
        .extracting(Standing.Line::ending, Standing.Line::banked)
        .containsExactly(
            tuple("ended well", true),
            tuple("failed", false),
            tuple("ended because another query was refused", false),
            tuple("failed", false));
    assertThat(standing.streak()).isEqualTo(2);
    assertThat(standing.bad()).isEqualTo(2);
    StartDecision decision = told.decide(Told.settings(), Told.look(5L));
    assertThat(standing.streak()).isEqualTo(decision.row().streak());
  }

  @Test
  void whatIsBeforeAResumeIsMarked() {
    told.failed(5L).failed(5L);
    LineageRow resumed = Resume.resume(told.row(), told.now());
    assertThat(standing(resumed, 5).orElseThrow().attempts())
        .extracting(Standing.Line::resumed)
        .containsExactly(true, true);
    assertThat(standing(resumed, 5).orElseThrow().streak()).isZero();
    assertThat(standing(told.row(), 5).orElseThrow().attempts())
        .extracting(Standing.Line::resumed)
        .containsExactly(false, false);
  }

  @Test
  void aDamagedHistoryHasNone() {
    assertThat(standing(told.row().toBuilder().history("{").build(), 5)).isEmpty();
  }
}
