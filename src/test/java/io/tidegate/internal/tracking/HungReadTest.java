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
import org.junit.jupiter.api.Test;

class HungReadTest {
  private static final Duration LIMIT = Duration.ofSeconds(61);

  private final Rig rig = new Rig(Entries.offset("orders", "t"));

  @Test
  void aHungReadIsGivenUpSaidAndTriedAgain() {
    rig.reads.hold(true);
    FakeQuery query = rig.started("orders");
    rig.commits(query, "10:30");
    try (Logged logged = new Logged()) {
      rig.passes(LIMIT);
      assertThat(logged.warnings())
          .singleElement()
          .asString()
          .endsWith("a read of the checkpoint did not return within PT1M");
    }
    assertThat(rig.reads.givenUp()).isEqualTo(1);
    assertThat(rig.row("t").reasonCode()).isEqualTo("CHECKPOINT_UNREADABLE");

    rig.reads.hold(false);
    rig.passes(Duration.ofSeconds(6));

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void aLateResultIsIgnored() {
    rig.reads.hold(true);
    FakeQuery query = rig.started("orders");
    rig.pass();
    rig.commits(query, "08:30");
    rig.passes(LIMIT);
    rig.passes(Duration.ofSeconds(6));
    assertThat(rig.reads.waiting()).as("the hung one and its successor").isEqualTo(2);

    rig.reads.letOneGo();
    rig.pass();
    assertThat(rig.finalUntil("t")).isNull();

    rig.reads.letOneGo();
    rig.pass();
    assertThat(rig.finalUntil("t")).isEqualTo("08:00");
  }

  @Test
  void aLateResultDoesNotPushOutThatOfTheLookAfterIt() {
    RunSlot slot = new RunSlot();
    Finding late =
        new Finding(
            null, FakeQuery.OFFSET_PLAN, "p", false, null, null, null, false, java.util.List.of());
    Finding newer =
        new Finding(
            null, FakeQuery.OFFSET_PLAN, "q", false, null, null, null, false, java.util.List.of());

    slot.found(new RunSlot.Found(2, newer));
    slot.found(new RunSlot.Found(1, late));

    assertThat(slot.takeFinding()).isEqualTo(new RunSlot.Found(2, newer));
  }

  @Test
  void aHungLastReadKeepsTheRunUntilItIsRead() {
    FakeQuery query = rig.started("orders");
    rig.pass();
    rig.commits(query, "10:30");
    rig.reads.hold(true);
    query.end();
    rig.passes(LIMIT);
    rig.reads.hold(false);

    rig.passes(Duration.ofSeconds(10));

    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }

  @Test
  void oneReadIsInFlightPerRun() {
    FakeQuery query = rig.started("orders");
    rig.pass();
    rig.reads.hold(true);

    rig.batch(query, "08:30");
    rig.batch(query, "09:30");
    rig.batch(query, "10:30");

    assertThat(rig.reads.waiting()).isEqualTo(1);
    rig.reads.hold(false);
    rig.reads.letOneGo();
    rig.pass();
    assertThat(rig.finalUntil("t")).isEqualTo("10:00");
  }
}
