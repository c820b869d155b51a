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
package io.tidegate.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.recovery.Attempt;
import io.tidegate.internal.recovery.AttemptOutcome;
import io.tidegate.it.apps.RestartApp;
import io.tidegate.it.apps.RestartApp.How;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stream whose driver dies, whichever way, is started again by whatever started it before. */
class RestartIT {
  private static final int KILLED = 137;
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path directory;

  private SparkProcess attempt(String name, How how, int lines) {
    return SparkProcess.named("RestartIT/" + name)
        .withPlugin()
        .conf("spark.tidegate.controlTable", control().toString())
        .conf("spark.tidegate.queries." + name + ".table", "t." + name)
        .conf("spark.tidegate.queries.bad.table", "t.bad")
        .conf("spark.tidegate.frontier", "arrival")
        .conf("spark.tidegate.lag", "0s")
        .app(RestartApp.class)
        .args(directory, name, how, lines)
        .start();
  }

  private Path control() {
    return directory.resolve("control");
  }

  private Map<String, Object> verdict(String name) {
    return ControlTables.row(control(), "t." + name).orElseThrow();
  }

  private List<Attempt> attempts(String name) {
    return RecordTables.attempts(control(), name + ".checkpoint");
  }

  private Attempt last(String name) {
    List<Attempt> attempts = attempts(name);
    return attempts.get(attempts.size() - 1);
  }

  private void attemptEnds(String name, How how, int lines, int code) {
    try (SparkProcess app = attempt(name, how, lines)) {
      assertThat(app.awaitExit()).as(app.stderr()).isEqualTo(code);
      assertThat(app.stderr()).doesNotContain("recovery record could not be read");
      if (code == RestartApp.REFUSED) {
        assertThat(app.stdout())
            .contains("REFUSED [TIDEGATE_START_REFUSED]")
            .doesNotContain("batch ");
      }
    }
  }

  @Test
  void poisonIsRefusedAtTheFourthStartUntilItIsResumed() throws Exception {
    for (int i = 1; i <= 3; i++) {
      attemptEnds("poison", How.POISON, 1, 1);
      assertThat(verdict("poison")).containsEntry("state", "FAILED");
    }
    attemptEnds("poison", How.POISON, 1, RestartApp.REFUSED);
    assertThat(verdict("poison"))
        .containsEntry("state", "STOPPED")
        .containsEntry("reason_code", "REFUSED");
    resume();
    attemptEnds("poison", How.GOOD, 1, 0);
    assertThat(verdict("poison")).containsEntry("state", "ENDED");
  }

  private void resume() throws Exception {
    Commands commands =
        new Commands(directory).environment("TIDEGATE_CONTROL", control().toString());
    Commands.Ended gate =
        commands.launch("wait", "-t", "t.poison", "--until", "2026-10-01T12:00:00Z");
    assertThat(gate.code()).as(gate.err()).isEqualTo(3);
    assertThat(gate.err()).contains("was refused a start. Held by REFUSED");
    Commands.Ended attempts = commands.launch("attempts", "-q", "poison");
    assertThat(attempts.out())
        .as(attempts.err())
        .contains("3 in all; 3 in a row ended badly and banked nothing", "Refused:    1 start")
        .contains("record 7 cannot be parsed");
    Commands.Ended resumed = commands.launch("resume", "-q", "poison");
    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(resumed.out()).contains("none of its 3 attempts so far counts");
  }

  @Test
  void oneThatIsKilledInEachAttemptIsRefused() {
    for (int i = 1; i <= 3; i++) {
      attemptEnds("halt", How.HALT, 1, KILLED);
    }
    attemptEnds("halt", How.HALT, 1, RestartApp.REFUSED);
  }

  @Test
  void oneThatBanksABatchBeforeItIsKilledIsNot() {
    for (int i = 1; i <= 8; i++) {
      attemptEnds("bank", How.BANK, 12, KILLED);
    }
    assertThat(attempts("bank"))
        .extracting(Attempt::baseline)
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
    attemptEnds("bank", How.GOOD, 12, 0);
  }

  @Test
  void aQuietOneThatIsKilledIsNot() {
    attemptEnds("quiet", How.GOOD, 1, 0);
    for (int i = 1; i <= 4; i++) {
      long number = i + 1;
      try (SparkProcess app = attempt("quiet", How.IDLE, 1)) {
        Awaitility.await()
            .atMost(LONG)
            .until(() -> last("quiet").number() == number && last("quiet").witness());
        app.kill();
      }
      assertThat(last("quiet").outcome()).isNull();
    }
    attemptEnds("quiet", How.GOOD, 1, 0);
    assertThat(RecordTables.row(control(), "quiet.checkpoint")).containsEntry("streak", 0L);
  }

  @Test
  void oneThatIsAskedToEndInItsFirstBatchIsNot() {
    for (int i = 1; i <= 4; i++) {
      try (SparkProcess app = attempt("deployed", How.LONG, 1)) {
        app.awaitOutput("batch 0");
        app.terminate();
        app.awaitExit();
        assertThat(last("deployed").outcome())
            .as(app.stderr())
            .isIn(AttemptOutcome.STOPPED, AttemptOutcome.CONTEXT_STOPPING);
      }
    }
    attemptEnds("deployed", How.GOOD, 1, 0);
  }

  @Test
  void oneThatIsDraggedDownByARefusalIsNot() {
    for (int i = 1; i <= 4; i++) {
      attemptEnds("beside", How.BESIDE, 1, KILLED);
      assertThat(last("beside").outcome()).isNull();
    }
    assertThat(RecordTables.row(control(), "bad.checkpoint")).containsEntry("attempts", 3L);
    attemptEnds("beside", How.GOOD, 1, 0);
  }
}
