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

import io.tidegate.it.apps.RestartApp;
import io.tidegate.it.apps.RestartApp.How;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A supervisor starts a stream for ever: one that banks nothing is refused, a working one never.
 */
class RestartIT {
  private static SparkProcess attempt(Path directory, String name, How how, int lines) {
    return SparkProcess.named("RestartIT/" + name)
        .withPlugin()
        .conf("spark.tidegate.controlTable", directory.resolve("control").toString())
        .conf("spark.tidegate.queries." + name + ".table", "t." + name)
        .conf("spark.tidegate.frontier", "arrival")
        .conf("spark.tidegate.lag", "0s")
        .app(RestartApp.class)
        .args(directory, name, how, lines)
        .start();
  }

  private static Map<String, Object> verdict(Path directory, String name) {
    return ControlTables.row(directory.resolve("control"), "t." + name).orElseThrow();
  }

  @Test
  void poisonIsRefusedAtTheFourthStartUntilItIsResumed(@TempDir Path directory) throws Exception {
    for (int i = 1; i <= 3; i++) {
      try (SparkProcess app = attempt(directory, "poison", How.POISON, 1)) {
        assertThat(app.awaitExit()).as(app.stderr()).isEqualTo(1);
      }
      assertThat(verdict(directory, "poison")).containsEntry("state", "FAILED");
    }
    try (SparkProcess app = attempt(directory, "poison", How.POISON, 1)) {
      assertThat(app.awaitExit()).as(app.stderr()).isEqualTo(RestartApp.REFUSED);
      assertThat(app.stdout()).contains("REFUSED [TIDEGATE_START_REFUSED]").doesNotContain("batch");
    }
    assertThat(verdict(directory, "poison"))
        .containsEntry("state", "STOPPED")
        .containsEntry("reason_code", "REFUSED");
    resume(directory);
    try (SparkProcess app = attempt(directory, "poison", How.GOOD, 1)) {
      assertThat(app.awaitExit()).as(app.stderr()).isZero();
    }
    assertThat(verdict(directory, "poison")).containsEntry("state", "ENDED");
  }

  private static void resume(Path directory) throws Exception {
    Commands commands =
        new Commands(directory)
            .environment("TIDEGATE_CONTROL", directory.resolve("control").toString());
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
  void oneThatIsKilledInEachAttemptIsRefused(@TempDir Path directory) {
    for (int i = 1; i <= 3; i++) {
      try (SparkProcess app = attempt(directory, "halt", How.HALT, 1)) {
        assertThat(app.awaitExit()).as(app.stderr()).isEqualTo(137);
      }
    }
    try (SparkProcess app = attempt(directory, "halt", How.HALT, 1)) {
      assertThat(app.awaitExit()).as(app.stderr()).isEqualTo(RestartApp.REFUSED);
    }
  }
}
