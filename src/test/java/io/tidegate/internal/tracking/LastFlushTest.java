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
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LastFlushTest {
  private final Rig rig = new Rig(Entries.offset("a", "ta"), Entries.offset("b", "tb"));

  @Test
  void readsEveryCheckpointOnceMoreAndWritesWhatIsMissing() {
    FakeQuery a = rig.started("a");
    FakeQuery b = rig.started("b");
    rig.pass();
    rig.commits(a, "10:30");
    rig.commits(b, "11:30");
    a.end();
    int commits = rig.store.commits();

    assertThat(rig.ends()).isTrue();

    assertThat(rig.finalUntil("ta")).isEqualTo("10:00");
    assertThat(rig.finalUntil("tb")).as("of a query that still runs").isEqualTo("11:00");
    assertThat(rig.row("ta").state()).isEqualTo(VerdictState.ENDED);
    assertThat(rig.row("tb").state()).isEqualTo(VerdictState.ENDED);
    assertThat(rig.store.commits() - commits).isLessThanOrEqualTo(2);
    assertThat(rig.left()).isEmpty();
  }

  @Test
  void refreshesSeenAtWhereItIsOlderThanAHeartbeat() {
    FakeQuery a = rig.started("a");
    rig.batch(a, "10:30");
    rig.passes(Duration.ofMinutes(4));
    rig.store.failCommits(() -> FakeStore.Fault.TRANSIENT);
    rig.passes(Duration.ofMinutes(4));
    rig.store.failCommits(() -> FakeStore.Fault.NONE);
    Instant before = rig.row("ta").seenAt();

    rig.ends();

    assertThat(rig.row("ta").seenAt()).isAfter(before.plus(Duration.ofMinutes(7)));
  }

  @Test
  void namesTheTablesThatAreLeftWhenItExpires() {
    FakeQuery a = rig.started("a");
    FakeQuery b = rig.started("b");
    rig.pass();
    rig.commits(a, "10:30");
    rig.commits(b, "10:30");
    rig.store.failCommits(() -> FakeStore.Fault.TRANSIENT);
    Instant start = rig.time.now();

    assertThat(rig.ends()).isFalse();

    assertThat(rig.left()).containsExactly("ta", "tb");
    assertThat(Duration.between(start, rig.time.now())).isLessThan(Duration.ofSeconds(11));
  }

  @Test
  void namesATableWhoseCheckpointCannotBeRead() {
    rig.started("a");
    rig.pass();
    rig.checkpoints.failWith("storage is away");

    assertThat(rig.ends()).isFalse();

    assertThat(rig.left()).containsExactly("ta");
  }

  @Test
  void namesAllTablesBeforeItsFirstPass() {
    rig.started("a");

    rig.tracker.end();

    assertThat(rig.left()).containsExactly("ta");
  }

  @Test
  void triesAgainQuicklyAfterAFailure() {
    FakeQuery a = rig.started("a");
    rig.pass();
    rig.store.failCommits(() -> FakeStore.Fault.TRANSIENT);
    rig.batch(a, "10:30");
    rig.passes(Duration.ofMinutes(10));
    rig.store.failCommits(() -> FakeStore.Fault.NONE);

    assertThat(rig.ends()).isTrue();

    assertThat(rig.finalUntil("ta")).isEqualTo("10:00");
  }

  @Test
  void doesNotWaitForAControlTableThatRefuses() {
    FakeQuery a = rig.started("a");
    rig.pass();
    rig.store.failCommits(() -> FakeStore.Fault.FATAL);
    rig.batch(a, "10:30");
    int tries = rig.store.tries();
    Instant start = rig.time.now();

    rig.ends();

    assertThat(Duration.between(start, rig.time.now())).isLessThan(Duration.ofSeconds(2));
    assertThat(rig.store.tries()).isEqualTo(tries + 1);
    assertThat(rig.left()).containsExactly("ta");
  }

  @Test
  void doesNotWaitForATableThatEndedWithTheContext() {
    FakeQuery a = rig.started("a");
    rig.pass();
    rig.batch(a, "10:30");
    rig.commits(a, "11:30");
    a.end();
    rig.store.failReads(() -> FakeStore.Fault.STOPPED);
    Instant start = rig.time.now();

    try (Logged logged = new Logged()) {
      rig.ends();

      assertThat(logged.errors()).as("the application's end tells it once").isEmpty();
    }
    assertThat(Duration.between(start, rig.time.now())).isLessThan(Duration.ofSeconds(2));
    assertThat(rig.left()).contains("ta");
    assertThat(rig.tracker.cutOff()).isTrue();
  }

  @Test
  void anEntryThatMatchedNothingIsOneWarningWithTheNamesSeen() {
    rig.started("a");
    rig.started("B");
    rig.pass();

    try (Logged logged = new Logged()) {
      rig.ends();
      rig.pass();

      assertThat(logged.warnings())
          .containsExactly(
              "The entry spark.tidegate.queries.b (name 'b') has matched no query. Names seen: B, a."
                  + " Names are matched exactly and case-sensitively; set queryName(...) in the"
                  + " application, or correct the entry's name.");
    }
  }
}
