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

import io.tidegate.internal.testing.Entries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;

class StoreTroubleTest {
  private final Rig rig = new Rig(Entries.offset("orders", "t"));
  private final FakeQuery query = rig.started("orders");

  @Test
  void theFirstFailureIsAnErrorThenAWarningEveryTenMinutesThenOneInfo() {
    rig.store.failCommits(() -> FakeStore.Fault.TRANSIENT);

    try (Logged logged = new Logged()) {
      rig.passes(Duration.ofMinutes(35), Duration.ofSeconds(1));
      assertThat(logged.errors())
          .singleElement()
          .asString()
          .startsWith("[TIDEGATE_STORE_UNAVAILABLE] The control table memory:control")
          .contains("\tat io.tidegate");
      assertThat(logged.warnings()).hasSize(3).allMatch(line -> line.contains("in a row)"));
      assertThat(rig.metrics.failureStreak()).isGreaterThan(30);
      assertThat(rig.metrics.table("t").held().code()).isEqualTo("STORE");

      rig.store.failCommits(() -> FakeStore.Fault.NONE);
      rig.passes(Duration.ofMinutes(2));
      assertThat(logged.at(Level.INFO))
          .singleElement()
          .asString()
          .startsWith("The control table can be written again, after ");
      assertThat(rig.metrics.failureStreak()).isZero();
      assertThat(rig.metrics.table("t").held().code()).isEqualTo("IDLE");
    }
  }

  @Test
  void pausesGrowToAMinuteAndItNeverGivesUp() {
    List<Instant> tries = new ArrayList<>();
    rig.store.failCommits(
        () -> {
          tries.add(rig.time.now());
          return FakeStore.Fault.TRANSIENT;
        });

    rig.passes(Duration.ofHours(3));

    Duration first = Duration.between(tries.get(0), tries.get(1));
    Duration last = Duration.between(tries.get(tries.size() - 2), tries.get(tries.size() - 1));
    assertThat(first).isLessThanOrEqualTo(Duration.ofSeconds(1));
    assertThat(last).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(62));
    assertThat(tries).hasSizeBetween(180, 400);
  }

  @Test
  void theNewestValueWinsOnceItCanBeWritten() {
    rig.store.failReads(() -> FakeStore.Fault.TRANSIENT);
    rig.batch(query, "08:30");
    rig.batch(query, "09:30");
    rig.batch(query, "10:30");

    rig.store.failReads(() -> FakeStore.Fault.NONE);
    rig.passes(Duration.ofMinutes(2));

    assertThat(rig.store.commits()).isEqualTo(1);
    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aRefusalIsLoggedOnceAndTriedAgainQuietlyEveryTenMinutes() {
    rig.store.failCommits(() -> FakeStore.Fault.FATAL);

    try (Logged logged = new Logged()) {
      rig.passes(Duration.ofMinutes(45), Duration.ofSeconds(5));

      assertThat(logged.errors())
          .singleElement()
          .asString()
          .contains("[TIDEGATE_NOT_A_TABLE]")
          .contains("Found: a picture");
      assertThat(logged.warnings()).isEmpty();
      assertThat(rig.store.tries()).isEqualTo(5);
    }
  }

  @Test
  void aLostRaceIsMergedAgainAtOnce() {
    rig.pass();
    rig.store.beforeCommit(() -> rig.store.put(rig.store.rows()));

    rig.batch(query, "10:30");

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
    assertThat(rig.metrics.conflicts()).isEqualTo(1);
  }

  @Test
  void anUnknownOutcomeIsReadBeforeAnotherTry() {
    List<FakeStore.Fault> faults =
        new ArrayList<>(List.of(FakeStore.Fault.UNKNOWN_WRITTEN, FakeStore.Fault.NONE));
    rig.store.failCommits(() -> faults.remove(0));

    rig.pass();

    assertThat(rig.store.commits()).isEqualTo(1);
    assertThat(rig.store.tries()).isEqualTo(1);
    assertThat(rig.store.reads()).isEqualTo(2);
  }
}
