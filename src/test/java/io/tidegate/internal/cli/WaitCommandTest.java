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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exit codes, which scripts go by, and how long it takes to get one. */
class WaitCommandTest {
  private static final String OPEN = "2026-10-01T11:00:00Z/2026-10-01T12:00:00Z";
  private static final String FINAL = "2026-10-01T10:00:00Z/2026-10-01T11:00:00Z";

  @TempDir private Path directory;
  private Typed typed;

  @BeforeEach
  void oneTable() {
    typed = new Typed(directory).write(Typed.row("orders"), Typed.row("items"));
  }

  private int wait(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "wait";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return typed.on(all);
  }

  @Test
  void finalIsZeroAtOnce() {
    assertThat(wait("-t", "orders", "--period", FINAL)).isZero();
    assertThat(typed.out()).startsWith("orders: " + FINAL + " is final, ").endsWith(".\n");
    assertThat(typed.err()).isEmpty();
    assertThat(typed.pauses()).isEmpty();
  }

  @Test
  void finalIsZeroOnceItIs() {
    typed
        .whileWaiting(() -> {})
        .whileWaiting(() -> typed.write(Typed.row("orders").finalizedUntil(Typed.NOON)));
    assertThat(wait("-t", "orders", "--period", OPEN, "--poll", "30s")).isZero();
    assertThat(typed.pauses()).containsExactly(Duration.ofSeconds(30), Duration.ofSeconds(30));
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void timedOutIsOne() {
    assertThat(wait("-t", "orders", "--period", OPEN, "--timeout", "25s")).isEqualTo(1);
    assertThat(typed.pauses())
        .containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(5));
    assertThat(typed.err()).contains("orders: " + OPEN + " is not final, ", "Timed out.");
    assertThat(typed.out()).isEmpty();
  }

  @Test
  void noTimeoutAsksOnce() {
    assertThat(wait("-t", "orders", "--period", OPEN, "--timeout", "0")).isEqualTo(1);
    assertThat(typed.pauses()).isEmpty();
  }

  @Test
  void stoppedIsThreeAtOnce() {
    typed.write(
        Typed.row("orders").state(VerdictState.STOPPED).reasonCode("REFUSED").reason("limit 3"));
    assertThat(wait("-t", "orders", "--period", OPEN)).isEqualTo(3);
    assertThat(typed.err()).contains("was refused a start. Held by REFUSED: limit 3");
    assertThat(typed.pauses()).isEmpty();
    assertThat(wait("-t", "orders", "--period", FINAL)).isZero();
  }

  @Test
  void stoppedWhileWaitingIsThree() {
    typed.whileWaiting(() -> typed.write(Typed.row("orders").state(VerdictState.STOPPED)));
    assertThat(wait("-t", "orders", "--period", OPEN)).isEqualTo(3);
    assertThat(typed.pauses()).hasSize(1);
  }

  @Test
  void staleIsFour() {
    assertThat(wait("-t", "orders", "--period", OPEN, "--max-age", "1m")).isEqualTo(4);
    assertThat(typed.pauses()).isEmpty();
    assertThat(wait("-t", "orders", "--period", OPEN, "--max-age", "150s")).isEqualTo(4);
    assertThat(typed.pauses()).as("until the owner is too long out of sight").hasSize(4);
  }

  @Test
  void notCoveredIsSix() {
    assertThat(wait("-t", "orders", "--period", "2026-10-01T07:00Z/PT1H")).isEqualTo(6);
    assertThat(typed.err()).contains("can vouch for 2026-10-01T08:00:00Z onwards only");
    assertThat(typed.pauses()).isEmpty();
  }

  @Test
  void unreadableIsFiveAtFirst() {
    assertThat(wait("-t", "ordres", "--period", FINAL)).isEqualTo(5);
    assertThat(typed.err()).contains("'ordres'. It has: orders, items.");
    assertThat(
            typed.run("wait", "-t", "orders", "--period", FINAL, "--control", directory + "/typo"))
        .isEqualTo(5);
    assertThat(typed.pauses()).isEmpty();
  }

  @Test
  void aTableThatCannotBeReadForAWhileIsAskedAgain() {
    typed
        .whileWaiting(this::damage)
        .whileWaiting(
            () -> {
              repair();
              typed.write(Typed.row("orders").finalizedUntil(Typed.NOON));
            });
    assertThat(wait("-t", "orders", "--period", OPEN)).isZero();
    assertThat(typed.pauses()).hasSize(2);
  }

  @Test
  void aTableThatCannotBeReadAtTheEndIsFive() {
    typed.whileWaiting(this::damage);
    assertThat(wait("-t", "orders", "--period", OPEN, "--timeout", "20s")).isEqualTo(5);
    assertThat(typed.err()).contains("cannot be read: ", "HADOOP_CONF_DIR");
    assertThat(typed.pauses()).hasSize(2);
  }

  /** One more commit, which is not whole. */
  private Path damaged() {
    return typed.control().resolve("_delta_log").resolve("00000000000000000001.json");
  }

  private void damage() {
    try {
      Files.writeString(damaged(), "{");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void repair() {
    try {
      Files.delete(damaged());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void allTablesHaveToBeFinal() {
    typed.write(Typed.row("items").finalizedUntil(Typed.NOON));
    assertThat(wait("-t", "orders", "-t", "items", "--period", FINAL)).isZero();
    assertThat(typed.out().lines()).hasSize(2);
    assertThat(wait("-t", "orders", "-t", "items", "--period", OPEN, "--timeout", "0"))
        .isEqualTo(1);
    assertThat(typed.err()).contains("orders: ").doesNotContain("items: ");
  }

  @Test
  void oneThatIsStoppedStopsAll() {
    typed.write(Typed.row("items").state(VerdictState.STOPPED));
    assertThat(wait("-t", "orders", "-t", "items", "--period", OPEN)).isEqualTo(3);
    assertThat(typed.err().lines()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-10-01T11:00:00Z,hour,0",
    "2026-10-01T09:00:00Z,hour,0",
    "2026-10-01T08:00:00Z,hour,6",
    "2026-10-01T08:30:00Z,hour,6",
    "2026-10-01T08:30:00Z,PT15M,0",
    "2026-10-01T11:01:00Z,minute,1",
    "2026-10-01T11:00:00Z,day,6",
    "2026-10-01T13:00:00+02:00,hour,0",
    "2026-10-01 11:00:00+00:00,hour,0",
  })
  void untilIsTheEndOfOnePeriod(String until, String granularity, int code) {
    assertThat(
            wait("-t", "orders", "--until", until, "--granularity", granularity, "--timeout", "0"))
        .isEqualTo(code);
  }

  @Test
  void thePeriodOfUntilIsAnHourUnlessSaidOtherwise() {
    assertThat(wait("-t", "orders", "--until", "2026-10-01T09:00:00Z")).isZero();
    assertThat(typed.out()).contains("2026-10-01T08:00:00Z/2026-10-01T09:00:00Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--until 2026-10-01T11:00:00 | '2026-10-01T11:00:00' has no zone. Give an instant with",
        "--until 2026-10-01 | '2026-10-01' has no zone.",
        "--until noon | 'noon' is not a time.",
        "--period 2026-10-01T11:00Z | is not START/END",
        "--period 2026-10-01T11:00/2026-10-01T12:00Z | '2026-10-01T11:00' has no zone",
        "--period 2026-10-01T11:00Z/2026-10-01T11:00Z | ends before it starts, or as it does",
        "--period 2026-10-01T11:00Z/P1X | 'P1X' is not a duration",
        "--timeout 5 | '5' has no unit. Allowed: ",
        "--granularity week | is not a granularity",
        "--period 2026-10-01T11:00Z/PT1H --until 2026-10-01T11:00Z | mutually exclusive",
        "--frobnicate | Unknown option",
        "--timeout 0 | Missing required argument",
      })
  void aWrongQuestionIsTwo(String arguments, String message) {
    assertThat(wait(("-t orders " + arguments).split(" "))).isEqualTo(2);
    assertThat(typed.err()).contains(message).contains("'tidegate wait --help' shows");
    assertThat(typed.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-10-01T10:00Z[Etc/UTC]/2026-10-01T13:00+02:00[Europe/Berlin]"})
  void namesOfZonesMayHoldSlashes(String period) {
    assertThat(wait("-t", "orders", "--period", period)).isZero();
  }

  @Test
  void progressIsForTerminals() {
    typed.onTerminal();
    assertThat(wait("-t", "orders", "--period", OPEN, "--timeout", "15s")).isEqualTo(1);
    assertThat(typed.err()).contains("\r\u001b[Korders: " + OPEN, "(15s left)", "(5s left)");
  }
}
