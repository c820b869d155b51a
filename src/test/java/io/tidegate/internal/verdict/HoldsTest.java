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

import static io.tidegate.internal.verdict.Reported.at;
import static io.tidegate.internal.verdict.Reported.of;
import static io.tidegate.internal.verdict.Reported.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.HoldCode;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.verdict.Merged.Urgency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HoldsTest {
  private final OneRow table = new OneRow();

  @Test
  void aHoldIsWrittenWithItsCodeItsSentenceAndItsTime() {
    Reported run = run("r1", "10:00").reached("10:20");
    table.write(run, "10:21");
    run.held(HoldCode.NO_FIELD, "source 0: no field", "10:30");
    assertThat(table.urgency(run, "10:24")).isEqualTo(Urgency.HOLD);
    VerdictRow row = table.write(run, "10:24");
    assertThat(row.state()).isEqualTo(VerdictState.ACTIVE);
    assertThat(row.reasonCode()).isEqualTo("NO_FIELD");
    assertThat(row.reason()).isEqualTo("source 0: no field");
    assertThat(row.heldSince()).isEqualTo(at("10:30"));
    assertThat(row.finalizedUntil()).isEqualTo(at("10:00"));
    assertThat(table.urgency(run, "10:24")).isEqualTo(Urgency.NOTHING);
  }

  @Test
  void theSameCodeIsNotWrittenForItsSentence() {
    Reported run = run("r1", "10:00").held(HoldCode.NO_TIME, "found \"a\"", "10:01");
    table.write(run, "10:01");
    run.held(HoldCode.NO_TIME, "found \"b\"", "10:03");
    assertThat(table.urgency(run, "10:03")).isEqualTo(Urgency.NOTHING);
    VerdictRow row = table.write(run, "10:06");
    assertThat(row.reason()).isEqualTo("found \"a\"");
    assertThat(row.heldSince()).isEqualTo(at("10:01"));
  }

  @Test
  void anotherLineageHasItsOwnSentence() {
    table.write(run("r1", "10:00").held(HoldCode.NO_TIME, "found \"a\"", "10:01"), "10:01");
    Reported next = of("r2", "lineage-2", "file:/checkpoints/orders", "11:00");
    VerdictRow row = table.write(next.held(HoldCode.NO_TIME, "found \"b\"", "11:01"), "11:02");
    assertThat(row.reason()).isEqualTo("found \"b\"");
    assertThat(row.heldSince()).isEqualTo(at("11:01"));
  }

  @Test
  void aPassedHoldLeavesNothingBehind() {
    Reported run = run("r1", "10:00").held(HoldCode.IDLE, "nothing yet", "10:01");
    table.write(run, "10:01");
    VerdictRow row = table.write(run.reached("10:20"), "10:21");
    assertThat(row.reasonCode()).isNull();
    assertThat(row.reason()).isNull();
    assertThat(row.heldSince()).isNull();
  }

  @ParameterizedTest
  @EnumSource(HoldCode.class)
  void onlyCodesOfTheRowGoToTheRow(HoldCode code) {
    VerdictRow row = table.write(run("r1", "10:00").held(code, "a sentence", "10:01"), "10:01");
    boolean elsewhere =
        switch (code) {
          case CONFLICT, FENCED, AMBIGUOUS, STORE -> true;
          default -> false;
        };
    assertThat(row.reasonCode()).isEqualTo(elsewhere ? null : code.name());
    assertThat(code.inRow()).isEqualTo(!elsewhere);
  }

  @Test
  void aHoldDoesNotTakeBackWhatTheRunHasProven() {
    Reported run = run("r1", "10:00").reached("12:10").held(HoldCode.NO_TIME, "none", "12:20");
    VerdictRow row = table.write(run, "12:21");
    assertThat(row.finalizedUntil()).isEqualTo(at("12:00"));
    assertThat(row.reasonCode()).isEqualTo("NO_TIME");
  }
}
