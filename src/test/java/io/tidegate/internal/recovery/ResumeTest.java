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

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a resume by hand writes is what the next start goes by. */
class ResumeTest {
  private final Told told = new Told();

  private StartDecision start(LineageRow row) {
    return told.decide(row, Told.settings(3, Duration.ZERO), Told.look(4L), told.now());
  }

  @Test
  void aRefusedLineageStartsAgain() {
    told.failed(4L).failed(4L).failed(4L);
    assertThat(start(told.row())).isInstanceOf(StartDecision.Refused.class);
    LineageRow resumed = Resume.resume(told.row(), told.now());
    assertThat(start(resumed)).isInstanceOf(StartDecision.Allowed.class);
    assertThat(start(resumed).row().streak()).isZero();
    assertThat(resumed.resumedAfter()).isEqualTo(3);
    assertThat(resumed.updatedAt()).isEqualTo(told.now());
  }

  @Test
  void historyIsKept() {
    told.failed(4L).failed(4L);
    LineageRow resumed = Resume.resume(told.row(), told.now());
    assertThat(AttemptsJson.read(resumed.history())).contains(told.attempts);
    assertThat(resumed.attempts()).isEqualTo(2);
    assertThat(resumed.queryId()).isEqualTo(Told.QUERY_ID);
  }

  @Test
  void attemptsAfterItCountAgain() {
    told.failed(4L).failed(4L).failed(4L);
    LineageRow resumed = Resume.resume(told.row(), told.now());
    told.failed(4L).failed(4L).failed(4L);
    LineageRow later =
        new History(told.attempts, Tally.NONE, 3)
            .into(resumed.toBuilder())
            .attempts(told.attempts.size())
            .build();
    assertThat(start(later)).isInstanceOf(StartDecision.Refused.class);
  }

  @Test
  void whatEarlierAttemptsCameToIsForgiven() {
    told.failed(4L);
    LineageRow row = told.row().toBuilder().earlierStreak(7).earlierBad(7).streak(8).build();
    LineageRow resumed = Resume.resume(row, told.now());
    assertThat(resumed.earlierStreak()).isZero();
    assertThat(resumed.earlierBad()).isZero();
    assertThat(resumed.streak()).isZero();
  }

  @Test
  void aDamagedHistoryBeginsAnew() {
    LineageRow damaged = told.failed(4L).row().toBuilder().history("[{").build();
    LineageRow resumed = Resume.resume(damaged, told.now());
    assertThat(AttemptsJson.read(resumed.history()))
        .hasValueSatisfying(a -> assertThat(a).isEmpty());
    assertThat(start(resumed)).isInstanceOf(StartDecision.Allowed.class);
  }

  @Test
  void itIsDoneOnce() {
    told.failed(4L);
    LineageRow resumed = Resume.resume(told.row(), told.now());
    assertThat(Resume.resumed(told.row())).isFalse();
    assertThat(Resume.resumed(resumed)).isTrue();
    assertThat(Resume.resumed(resumed.toBuilder().attempts(2).build())).isFalse();
  }
}
