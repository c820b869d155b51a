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
package io.tidegate.internal.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidegate.api.HoldCode;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.verdict.VerdictRow;
import io.tidegate.internal.verdict.VerdictRowBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a gate answers, and with it the one predicate. */
class GateTest {
  private static final Instant NOON = Instant.parse("2026-10-01T12:00:00Z");
  private static final Period LAST_HOUR = hours(-1, 0);

  private static Period hours(int from, int to) {
    return new Period(NOON.plus(Duration.ofHours(from)), NOON.plus(Duration.ofHours(to)));
  }

  /** Claims from ten o'clock until eleven. */
  private static VerdictRowBuilder row() {
    return VerdictRow.builder("sales.orders")
        .trackedFrom(NOON.minus(Duration.ofHours(2)))
        .epochFrom(NOON.minus(Duration.ofHours(2)))
        .finalizedUntil(NOON.minus(Duration.ofHours(1)))
        .state(VerdictState.ACTIVE)
        .seenAt(NOON)
        .aliveUntil(NOON.plus(Duration.ofMinutes(15)));
  }

  private static Answer ask(VerdictRowBuilder row, Period period, @Nullable Duration maxAge) {
    return new Gate(period, maxAge).ask(TableStatus.of(row.build(), NOON));
  }

  private static Answer ask(VerdictRowBuilder row, Period period) {
    return ask(row, period, null);
  }

  @ParameterizedTest
  @CsvSource({"-2,-1,true", "-1,0,false", "-2,0,false", "-3,-1,false", "-3,-2,false"})
  void periodIsFinalInsideTheClaimOnly(int from, int to, boolean isFinal) {
    assertThat(Claim.of(row().build()).covers(hours(from, to))).isEqualTo(isFinal);
  }

  @Test
  void predicateIsTheDocumentedOne() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      int start = random.nextInt(8);
      int end = start + 1 + random.nextInt(4);
      int from = random.nextInt(8);
      int until = random.nextInt(8);
      Claim claim = new Claim(hours(from, 99).start(), hours(until, 99).start());
      assertThat(claim.covers(hours(start, end)))
          .as("from %s until %s: %s to %s", from, until, start, end)
          .isEqualTo(from <= start && end <= until);
    }
  }

  @Test
  void nothingIsFinalWhereNothingIsClaimed() {
    assertThat(new Claim(null, NOON).covers(LAST_HOUR)).isFalse();
    assertThat(new Claim(NOON.minus(Duration.ofHours(2)), null).covers(LAST_HOUR)).isFalse();
  }

  @Test
  void periodHasALength() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Period(NOON, NOON))
        .withMessageContaining("starts before it ends");
  }

  @ParameterizedTest
  @EnumSource(VerdictState.class)
  void whatIsFinalIsFinalInEveryState(VerdictState state) {
    VerdictRowBuilder row = row().state(state).seenAt(NOON.minus(Duration.ofDays(9)));
    Answer answer = ask(row, hours(-2, -1), Duration.ofMinutes(1));
    assertThat(answer.kind()).isEqualTo(Answer.Kind.FINAL);
    assertThat(answer.text())
        .isEqualTo(
            "sales.orders: 2026-10-01T10:00:00Z/2026-10-01T11:00:00Z is final, the table is from"
                + " 2026-10-01T10:00:00Z until 2026-10-01T11:00:00Z.");
  }

  @Test
  void openPeriodIsWaitedForWithWhatHoldsIt() {
    VerdictRowBuilder held =
        row().reasonCode("NO_TIME").reason("commit_ts is empty.").heldSince(NOON);
    Answer answer = ask(held, LAST_HOUR);
    assertThat(answer.kind()).isEqualTo(Answer.Kind.NOT_YET);
    assertThat(answer.text())
        .endsWith("State ACTIVE. Held by NO_TIME since 2026-10-01T12:00:00Z: commit_ts is empty.");
  }

  @ParameterizedTest
  @EnumSource(
      value = VerdictState.class,
      names = {"ENDED", "FAILED"})
  void anEndedOrFailedStreamIsWaitedFor(VerdictState state) {
    assertThat(ask(row().state(state), LAST_HOUR).kind()).isEqualTo(Answer.Kind.NOT_YET);
  }

  @Test
  void aRefusedStreamIsNotWaitedFor() {
    VerdictRowBuilder row =
        row().state(VerdictState.STOPPED).reasonCode("REFUSED").reason("the limit is 3");
    Answer answer = ask(row, LAST_HOUR);
    assertThat(answer.kind()).isEqualTo(Answer.Kind.STOPPED);
    assertThat(answer.text())
        .endsWith("The stream was refused a start. Held by REFUSED: the limit is 3");
  }

  @Test
  void whatCannotBeVouchedForIsNotWaitedFor() {
    Answer answer = ask(row(), hours(-3, -2));
    assertThat(answer.kind()).isEqualTo(Answer.Kind.NOT_COVERED);
    assertThat(answer.text())
        .endsWith(
            "It will not be: the stream can vouch for 2026-10-01T10:00:00Z onwards only, and the"
                + " period starts before that.");
  }

  @Test
  void aPeriodBeforeTheFirstVerdictIsNotCoveredEither() {
    VerdictRowBuilder row = row().finalizedUntil(null).trackedFrom(NOON).epochFrom(NOON);
    assertThat(ask(row, LAST_HOUR).kind()).isEqualTo(Answer.Kind.NOT_COVERED);
  }

  @Test
  void aRebuiltClaimIsWaitedForWhereItWillReachBack() {
    VerdictRowBuilder rebuilding = row().trackedFrom(NOON.minus(Duration.ofHours(1)));
    assertThat(ask(rebuilding.epochFrom(null), hours(-2, -1)).kind())
        .isEqualTo(Answer.Kind.NOT_YET);
    assertThat(ask(rebuilding.epochFrom(Instant.EPOCH), hours(-2, -1)).kind())
        .isEqualTo(Answer.Kind.NOT_YET);
    assertThat(ask(rebuilding.epochFrom(NOON), hours(-2, -1)).kind())
        .isEqualTo(Answer.Kind.NOT_COVERED);
  }

  @Test
  void anOwnerOutOfSightIsStaleWhereThatMatters() {
    VerdictRowBuilder row = row().seenAt(NOON.minus(Duration.ofMinutes(30)));
    assertThat(ask(row, LAST_HOUR, null).kind()).isEqualTo(Answer.Kind.NOT_YET);
    assertThat(ask(row, LAST_HOUR, Duration.ofMinutes(30)).kind()).isEqualTo(Answer.Kind.NOT_YET);
    Answer stale = ask(row, LAST_HOUR, Duration.ofMinutes(29));
    assertThat(stale.kind()).isEqualTo(Answer.Kind.STALE);
    assertThat(stale.text())
        .contains("has not been seen for longer than PT29M: last 2026-10-01T11:30:00Z.");
  }

  @Test
  void anOwnerThatWasNeverSeenIsStale() {
    assertThat(ask(row().seenAt(null), LAST_HOUR, Duration.ofDays(1)).kind())
        .isEqualTo(Answer.Kind.STALE);
  }

  @Test
  void anActiveRowWhoseTimeHasPassedIsLost() {
    VerdictRowBuilder row =
        row()
            .seenAt(NOON.minus(Duration.ofMinutes(15)))
            .aliveUntil(NOON)
            .reasonCode("FUTURE")
            .reason("A clock is ahead.");
    TableStatus status = TableStatus.of(row.build(), NOON);
    assertThat(status.state()).isEqualTo(SeenState.LOST);
    assertThat(status.held())
        .hasValueSatisfying(
            held -> {
              assertThat(held.code()).isEqualTo(HoldCode.LOST.name());
              assertThat(held.since()).isEqualTo(NOON);
              assertThat(held.reason())
                  .isEqualTo(
                      "The owner has not been seen since 2026-10-01T11:45:00Z, no end of it is"
                          + " recorded, and its time to show itself ran out at"
                          + " 2026-10-01T12:00:00Z. Before that its verdict was held by FUTURE: A"
                          + " clock is ahead.");
            });
    assertThat(TableStatus.of(row.build(), NOON.minusMillis(1)).state())
        .isEqualTo(SeenState.ACTIVE);
    assertThat(TableStatus.of(row.state(VerdictState.ENDED).build(), NOON).state())
        .isEqualTo(SeenState.ENDED);
  }
}
