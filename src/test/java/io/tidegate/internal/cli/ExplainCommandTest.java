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
package io.tidegate.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.VerdictState;
import io.tidegate.internal.verdict.VerdictRow;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
  @TempDir private Path directory;
  private Typed typed;

  @BeforeEach
  void newTyped() {
    typed = new Typed(directory);
  }

  @Test
  void sayWhatHoldsAndWhatToDo() {
    typed.write(
        Typed.row("orders")
            .reasonCode("ZONE_NEEDED")
            .reason("Source 0: commit_ts is '2026-10-01 14:03' without an offset.")
            .heldSince(Typed.NOON.minus(Duration.ofMinutes(9)))
            .heldValue(Typed.NOON));
    assertThat(typed.on("explain", "-t", "orders")).isZero();
    assertThat(typed.out())
        .isEqualTo(
            """
            orders: final from 2026-10-01T08:00:00Z until 2026-10-01T11:00:00Z.
            The next period is held by ZONE_NEEDED, since 2026-10-01T11:51:00Z (9m 0s ago).

            What:       Source 0: commit_ts is '2026-10-01 14:03' without an offset.
            Meaning:    The time has no offset from UTC.
            What to do: Set offset.zone to the zone the source's server writes in.

            State:      ACTIVE
            Last seen:  2026-10-01T11:58:00Z (2m 0s ago)
            Basis:      watermark
            Frontier:   2026-10-01T11:37:00Z, rejected as too far ahead: 2026-10-01T12:00:00Z
            Query:      orders
            Checkpoint: file:/checkpoints/orders
            """);
  }

  @Test
  void aLostOwnerIsTheFirstThingToKnow() {
    typed.write(Typed.row("orders").aliveUntil(Typed.NOON.minusSeconds(60)));
    assertThat(typed.on("explain", "-t", "orders")).isZero();
    assertThat(typed.out())
        .contains("held by LOST, since 2026-10-01T11:59:00Z", "Look for a killed driver;");
  }

  @Test
  void nothingMayHoldIt() {
    typed.write(
        Typed.row("orders"),
        Typed.row("daily").state(VerdictState.ENDED),
        VerdictRow.builder("new").state(VerdictState.ACTIVE),
        Typed.row("early").trackedFrom(Typed.NOON).epochFrom(Typed.NOON));
    typed.on("explain", "-t", "early");
    assertThat(typed.out())
        .startsWith(
            "early: nothing is final yet; periods from 2026-10-01T12:00:00Z on will be.\n"
                + "Nothing holds it.");
    typed.on("explain", "-t", "orders");
    assertThat(typed.out())
        .contains("The next period: nothing holds it. It becomes final when the frontier has");
    typed.on("explain", "-t", "daily");
    assertThat(typed.out()).contains("Its query has ended, and goes on when it is started again.");
    typed.on("explain", "-t", "new");
    assertThat(typed.out()).startsWith("new: nothing is final yet.\nNothing holds it.");
  }

  @Test
  void aCodeOfANewerVersionIsShownAsItIs() {
    typed.write(Typed.row("orders").reasonCode("BRAND_NEW"));
    assertThat(typed.on("explain", "-t", "orders")).isZero();
    assertThat(typed.out()).contains("held by BRAND_NEW.", "A newer version of tidegate wrote");
  }

  @Test
  void anUnknownTableIsFive() {
    typed.write(Typed.row("orders"));
    assertThat(typed.on("explain", "-t", "order")).isEqualTo(5);
    assertThat(typed.err()).contains("It has: orders.");
  }
}
