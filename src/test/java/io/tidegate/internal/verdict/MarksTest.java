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
package io.tidegate.internal.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the row says of its done markers. */
class MarksTest {
  private static Instant at(String time) {
    return time == null ? null : Instant.parse("2026-10-01T" + time + ":00Z");
  }

  private static VerdictRow row(String from, String until, String done) {
    Instant start = "begin".equals(from) ? Instant.EPOCH : at(from);
    return VerdictRow.builder("t")
        .trackedFrom(start)
        .finalizedUntil(at(until))
        .doneUntil(at(done))
        .build();
  }

  @ParameterizedTest(name = "{index}: {7}")
  @CsvSource({
    // before: from, until, done; next until; delivered; settled; expected; why
    "     ,      ,      , 09:00, 10:00,      , 09:00, a new row begins with its claim",
    "     ,      ,      , begin, 10:00,      , 10:00, a claim from the beginning has no first period",
    "     ,      ,      , 09:00,      ,      ,      , nothing is final yet",
    "09:00, 12:00,      , 09:00, 13:00,      , 12:00, switched on later begins with the verdict",
    "09:00, 12:00, 11:00, 09:00, 13:00,      , 11:00, nothing is known to be delivered since",
    "09:00, 12:00, 11:00, 09:00, 13:00, 12:00, 12:00, it moves",
    "09:00, 12:00, 11:00, 09:00, 13:00, 10:00, 11:00, it never moves back",
    "12:00, 12:00, 11:00, 12:00, 12:00, 11:00, 11:00, a withdrawn claim leaves it"
  })
  void theRowSaysHowFarTheyAre(
      String beforeFrom,
      String beforeUntil,
      String beforeDone,
      String from,
      String until,
      String delivered,
      String expected,
      String why) {
    VerdictRow before = beforeUntil == null ? null : row(beforeFrom, beforeUntil, beforeDone);
    VerdictRow next = row(from, until, beforeDone);

    assertThat(new Marks(at(delivered), true).on(before, next).doneUntil())
        .as(why)
        .isEqualTo(at(expected));
  }
}
