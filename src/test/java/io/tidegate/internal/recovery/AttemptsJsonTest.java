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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptsJsonTest {
  private static final Instant START = Instant.parse("2026-10-01T12:00:00.123456789Z");
  private static final Attempt BARE = Attempt.builder(1, "a", START).build();
  private static final Attempt FULL =
      Attempt.builder(2, "b", START)
          .runId("run")
          .baseline(7L)
          .pending(false)
          .placeRows(8L)
          .probe(true)
          .endedAt(START.plusSeconds(9))
          .outcome(AttemptOutcome.FAILED)
          .witness(true)
          .errorClass("E")
          .error("java.lang.Error: \"quoted\" \u00e4\nsecond line")
          .application("app")
          .process("boot=x pidns=y pid=1 start=2")
          .seenAt(START.plusSeconds(3))
          .aliveUntil(START.plusSeconds(4))
          .build();

  @Test
  void readsWhatItWrote() {
    List<Attempt> attempts = List.of(BARE, FULL);
    assertThat(AttemptsJson.read(AttemptsJson.write(attempts))).contains(attempts);
    assertThat(AttemptsJson.read(AttemptsJson.write(List.of()))).contains(List.of());
  }

  @Test
  void leavesOutWhatIsNotThere() {
    assertThat(AttemptsJson.write(List.of(BARE)))
        .isEqualTo("[{\"number\":1,\"id\":\"a\",\"started_at\":\"2026-10-01T12:00:00.123456Z\"}]");
  }

  @Test
  void writesSnakeCase() {
    assertThat(AttemptsJson.write(List.of(FULL)))
        .isEqualTo(
            "[{\"number\":2,\"id\":\"b\",\"run_id\":\"run\","
                + "\"started_at\":\"2026-10-01T12:00:00.123456Z\",\"baseline\":7,"
                + "\"pending\":false,\"place_rows\":8,\"probe\":true,"
                + "\"ended_at\":\"2026-10-01T12:00:09.123456Z\",\"outcome\":\"FAILED\","
                + "\"witness\":true,\"error_class\":\"E\","
                + "\"error\":\"java.lang.Error: \\\"quoted\\\" \u00e4\",\"application\":\"app\","
                + "\"process\":\"boot=x pidns=y pid=1 start=2\","
                + "\"seen_at\":\"2026-10-01T12:00:03.123456Z\","
                + "\"alive_until\":\"2026-10-01T12:00:04.123456Z\"}]");
  }

  @Test
  void ignoresWhatANewerVersionAdds() {
    String text =
        "[{\"number\":1,\"id\":\"a\",\"started_at\":\"2026-10-01T12:00:00.123456Z\","
            + "\"mood\":{\"x\":[1]},\"error\":null}]";
    assertThat(AttemptsJson.read(text)).contains(List.of(BARE));
  }

  @Test
  void outcomeOfANewerVersionIsAnEndStill() {
    String text = AttemptsJson.write(List.of(FULL)).replace("\"FAILED\"", "\"EVAPORATED\"");
    assertThat(AttemptsJson.read(text).orElseThrow().get(0).outcome())
        .isEqualTo(AttemptOutcome.OTHER);
  }

  @Test
  void absentCellHoldsNone() {
    assertThat(AttemptsJson.read(null)).contains(List.of());
    assertThat(AttemptsJson.read(" ")).contains(List.of());
  }

  @Test
  void damageIsTold() {
    String whole = AttemptsJson.write(List.of(BARE, FULL));
    for (int length = 1; length < whole.length(); length++) {
      assertThat(AttemptsJson.read(whole.substring(0, length))).as("cut at " + length).isEmpty();
    }
    for (String damaged :
        List.of(
            whole + "]",
            whole.replace("\"number\":1", "\"number\":1.5"),
            whole.replace("\"number\":1", "\"number\":99999999999999999999"),
            whole.replace("\"number\":1", "\"number\":0"),
            whole.replace("\"baseline\":7", "\"baseline\":\"7\""),
            whole.replace("\"pending\":false", "\"pending\":0"),
            whole.replace("\"id\":\"a\",", ""),
            whole.replace("\"run_id\":\"run\"", "\"run_id\":[]"),
            whole.replace("\"outcome\":\"FAILED\",", ""),
            whole.replace("12:00:00", "25:00:00"),
            "[".repeat(100_000))) {
      assertThat(AttemptsJson.read(damaged)).as(damaged).isEmpty();
    }
  }

  @Test
  void texts() {
    List<String> texts = List.of("a", "\"b\"", "");
    assertThat(TextsJson.read(TextsJson.write(texts))).contains(texts);
    assertThat(TextsJson.read(null)).contains(List.of());
    assertThat(TextsJson.read("[1]")).isEmpty();
    assertThat(TextsJson.read("\"a\"")).isEmpty();
    assertThat(TextsJson.with(List.of("a", "b"), "a", 2)).containsExactly("b", "a");
    assertThat(TextsJson.with(List.of("a", "b"), "c", 2)).containsExactly("b", "c");
  }

  @Test
  void attemptIsChecked() {
    assertThatThrownBy(() -> Attempt.builder(0, "a", START).build())
        .hasMessage("An attempt has a number from 1 on and an id, not 0 and 'a'.");
    assertThatThrownBy(() -> Attempt.builder(1, "a", START).endedAt(START).build())
        .hasMessage(
            "An attempt's end has a time and an outcome, not 2026-10-01T12:00:00.123456789Z and"
                + " null.");
    assertThat(BARE.toBuilder().seenAt(Instant.EPOCH).build().lastKnown())
        .isEqualTo(BARE.startedAt());
  }
}
