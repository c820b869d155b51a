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
import static io.tidegate.internal.verdict.Reported.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.api.HoldCode;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.verdict.Merged.Urgency;
import org.junit.jupiter.api.Test;

class WhenARowIsWrittenTest {
  private final OneRow table = new OneRow();

  @Test
  void aMovedVerdictAtOnceAndAnUnmovedOneWithTheHeartbeat() {
    Reported run = run("r1", "10:00").reached("12:10");
    table.write(run, "12:11");
    assertThat(table.urgency(run.reached("12:15"), "12:15")).isEqualTo(Urgency.NOTHING);
    assertThat(table.urgency(run, "12:16")).isEqualTo(Urgency.HEARTBEAT);
    VerdictRow row = table.write(run, "12:16");
    assertThat(row.seenAt()).isEqualTo(at("12:16"));
    assertThat(row.aliveUntil()).isEqualTo(at("12:31"));
    assertThat(table.urgency(run.reached("13:00"), "13:00")).isEqualTo(Urgency.NOW);
  }

  @Test
  void anActiveStateIsNotWrittenForItsOwnSake() {
    table.write(run("r1", "10:00").reached("12:10").ended("12:20"), "12:21");
    assertThat(table.urgency(run("r2", "12:22").reached("12:23"), "12:24"))
        .isEqualTo(Urgency.NOTHING);
    VerdictRow row = table.write(run("r2", "12:22").reached("12:24"), "12:25");
    assertThat(row.state()).isEqualTo(VerdictState.ACTIVE);
  }

  @Test
  void aGracefulEndWaitsForTheLastFlush() {
    Reported run = run("r1", "10:00").reached("12:10");
    table.write(run, "12:11");
    run.ended("12:13");
    assertThat(table.urgency(run, "12:14")).isEqualTo(Urgency.AT_THE_END);
    VerdictRow row = table.write(run, "13:14");
    assertThat(row.state()).isEqualTo(VerdictState.ENDED);
    assertThat(row.seenAt()).isEqualTo(at("12:13"));
    assertThat(row.aliveUntil()).isEqualTo(at("12:13"));
    assertThat(row.updatedAt()).isEqualTo(at("13:14"));
    assertThat(table.urgency(run, "13:14")).isEqualTo(Urgency.NOTHING);
    assertThat(table.urgency(run, "19:00")).isEqualTo(Urgency.NOTHING);
  }

  @Test
  void anEndedRowIsRefreshedOnlyWhenItWasSeenAHeartbeatBeforeTheEnd() {
    table.write(run("r1", "10:00").reached("12:10").ended("12:20"), "12:21");
    Reported soon = run("r2", "12:22").reached("12:23").ended("12:24");
    assertThat(table.urgency(soon, "18:00")).isEqualTo(Urgency.NOTHING);
    Reported later = run("r3", "12:22").reached("12:23").ended("12:25");
    assertThat(table.urgency(later, "12:26")).isEqualTo(Urgency.AT_THE_END);
    table.write(later, "12:26");
    assertThat(table.urgency(later, "12:26")).isEqualTo(Urgency.NOTHING);
  }

  @Test
  void aLastVerdictIsNotHeldBackByTheEnd() {
    Reported run = run("r1", "10:00").reached("12:10");
    table.write(run, "12:11");
    run.reached("13:10").ended("13:11");
    assertThat(table.urgency(run, "13:12")).isEqualTo(Urgency.NOW);
    VerdictRow row = table.write(run, "13:12");
    assertThat(row.finalizedUntil()).isEqualTo(at("13:00"));
    assertThat(row.state()).isEqualTo(VerdictState.ENDED);
  }

  @Test
  void aFailureAtOnceAndOnce() {
    Reported run = run("r1", "10:00").reached("12:10");
    table.write(run, "12:11");
    run.failed("12:13", "java.lang.RuntimeException: broken");
    assertThat(table.urgency(run, "12:14")).isEqualTo(Urgency.NOW);
    VerdictRow row = table.write(run, "12:14");
    assertThat(row.state()).isEqualTo(VerdictState.FAILED);
    assertThat(row.reasonCode()).isEqualTo("QUERY_FAILED");
    assertThat(row.reason()).isEqualTo("java.lang.RuntimeException: broken");
    assertThat(row.heldSince()).isEqualTo(at("12:13"));
    assertThat(row.seenAt()).isEqualTo(at("12:13"));
    assertThat(row.finalizedUntil()).isEqualTo(at("12:00"));
    assertThat(table.urgency(run, "12:14")).isEqualTo(Urgency.NOTHING);
    assertThat(table.urgency(run, "18:14")).isEqualTo(Urgency.NOTHING);
  }

  @Test
  void theNextFailureIsWrittenThoughTheRowSaysFailed() {
    table.write(run("r1", "10:00").failed("10:01", "first"), "10:02");
    Reported next = run("r2", "10:03").failed("10:04", "second");
    assertThat(table.urgency(next, "10:05")).isEqualTo(Urgency.NOW);
    VerdictRow row = table.write(next, "10:05");
    assertThat(row.reason()).isEqualTo("second");
    assertThat(row.heldSince()).isEqualTo(at("10:04"));
  }

  @Test
  void aFailureHidesNoHoldThatWasThereBefore() {
    Reported run = run("r1", "10:00").held(HoldCode.NO_FIELD, "no field", "10:01");
    table.write(run, "10:02");
    assertThat(table.write(run.failed("10:04", "broken"), "10:05").reasonCode())
        .isEqualTo("QUERY_FAILED");
  }

  @Test
  void aCodeThatComesBackDoesNotOutrankAMove() {
    Reported run = run("r1", "10:00").reached("12:10");
    table.write(run, "12:11");
    run.reached("13:10").held(HoldCode.NO_TIME, "none", "13:20");
    assertThat(table.urgency(run, "13:21")).isEqualTo(Urgency.NOW);
  }

  @Test
  void laterConstantsAreMoreUrgent() {
    assertThat(Urgency.values())
        .containsExactly(
            Urgency.NOTHING, Urgency.AT_THE_END, Urgency.HOLD, Urgency.HEARTBEAT, Urgency.NOW);
  }

  @Test
  void aReportWithAProofSaysWhatItCovers() {
    Proof proof = new Proof(at("12:10"), at("12:10"), at("12:00"), 0, "[]");
    Owner owner = run("r1", "10:00").report().owner();
    assertThatThrownBy(
            () -> new RunReport("t", owner, "b", false, false, null, proof, null, null, null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A proof comes with the coverage of the first frontier.");
    assertThatThrownBy(() -> new Proof(at("12:10"), at("12:10"), at("13:00"), 0, "[]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A candidate is never after its frontier.");
  }
}
