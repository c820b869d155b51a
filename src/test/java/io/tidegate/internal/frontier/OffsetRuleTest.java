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
package io.tidegate.internal.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.FrontierRule;
import io.tidegate.api.HoldCode;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.testing.Entries;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OffsetRuleTest {
  private static final String PLANNED = "2026-10-02T00:00:00Z";

  private final FrontierRules rules = rules(Entries.of(FrontierRule.OFFSET));

  private static FrontierRules rules(Entries entry) {
    return new FrontierRules(entry.settings(), Duration.ofMinutes(5));
  }

  private static String ts(String time) {
    return "{\"commit_ts\":\"" + time + "\"}";
  }

  private Evaluation judged(@Nullable String... offsets) {
    return rules.evaluate(
        Batches.plan(offsets.length), false, Batches.offsets(PLANNED, offsets), Arrival.NOTHING);
  }

  private static Instant candidate(Evaluation evaluation) {
    assertThat(evaluation).isInstanceOf(Evaluation.Frontier.class);
    return ((Evaluation.Frontier) evaluation).candidate();
  }

  @ParameterizedTest(name = "{0} finalises until {1}")
  @CsvSource({
    "2026-10-01T14:03:22.117Z, 2026-10-01T14:00:00Z",
    "2026-10-01T14:37:00Z, 2026-10-01T14:00:00Z",
    // Others with exactly this time may still come.
    "2026-10-01T14:00:00.000Z, 2026-10-01T14:00:00Z",
    "2026-10-01T13:59:59.999Z, 2026-10-01T13:00:00Z",
    // Digits beyond the microsecond never round up into the next hour.
    "2026-10-01T13:59:59.999999999Z, 2026-10-01T13:00:00Z",
    "2026-10-01T14:00:00+00:30, 2026-10-01T13:00:00Z"
  })
  void thePeriodThatHoldsTheTimeIsNotFinal(String says, String until) {
    assertThat(candidate(judged(ts(says)))).isEqualTo(Instant.parse(until));
  }

  @Test
  void changesThatShareOneTimeMoveNothing() {
    FrontierRules minutes =
        rules(Entries.of(FrontierRule.OFFSET).granularity(Duration.ofMinutes(1)));
    for (String change : new String[] {"02", "03", "04"}) {
      Evaluation judged =
          minutes.evaluate(
              Batches.plan(1),
              false,
              Batches.offsets(
                  PLANNED,
                  "{\"lsn\":\"0x2A\",\"change_lsn\":\"0x"
                      + change
                      + "\",\"commit_ts\":\"2026-10-01T14:04:00.000Z\"}"),
              Arrival.NOTHING);
      assertThat(candidate(judged)).isEqualTo(Instant.parse("2026-10-01T14:04:00Z"));
    }
  }

  @Test
  void theSlowestSourceDecides() {
    assertThat(
            candidate(
                judged(
                    ts("2026-10-01T14:30:00Z"),
                    ts("2026-10-01T12:10:00Z"),
                    ts("2026-10-01T16:00:00Z"))))
        .isEqualTo(Instant.parse("2026-10-01T12:00:00Z"));
  }

  @Test
  void theFurthestSourceDecidesWhereCoverageBegins() {
    // What that source held before its first position may never have been read.
    Evaluation judged =
        judged(ts("2026-10-01T14:30:00Z"), ts("2026-10-01T12:10:00Z"), ts("2026-10-01T16:00:00Z"));
    assertThat(((Evaluation.Frontier) judged).coverageFrom())
        .isEqualTo(Instant.parse("2026-10-01T17:00:00Z"));
  }

  @Test
  void aSourceWhoseTimeLiesInTheFutureDoesNotPutCoverageOffForEver() {
    Evaluation.Frontier judged =
        (Evaluation.Frontier) judged(ts("2026-10-01T14:30:00Z"), ts("9999-12-31T00:00:00Z"));
    assertThat(judged.coverageFrom()).isBefore(Instant.parse("2027-01-01T00:00:00Z"));
  }

  @Test
  void aSourceReadTwiceHasTwoPositions() {
    assertThat(candidate(judged(ts("2026-10-01T14:30:00Z"), ts("2026-10-01T13:30:00Z"))))
        .isEqualTo(Instant.parse("2026-10-01T13:00:00Z"));
  }

  @Test
  void aSourceWithoutATimeHoldsTheOthers() {
    assertThat(judged(ts("2026-10-01T14:30:00Z"), null))
        .isEqualTo(
            new Evaluation.None(HoldCode.IDLE, "source 1: the source has no end offset yet"));
    assertThat(judged("{\"lsn\":1}", ts("2026-10-01T14:30:00Z")))
        .isEqualTo(
            new Evaluation.None(
                HoldCode.NO_FIELD,
                "source 0: the end offset has no field 'commit_ts': found {\"lsn\":1}"));
  }

  @Test
  void noBatchIsIdle() {
    assertThat(rules.evaluate(Batches.plan(1), false, null, Arrival.NOTHING))
        .isEqualTo(new Evaluation.None(HoldCode.IDLE, "no batch has been committed yet"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"reservoirVersion\":1,\"index\":1,\"isStartingVersion\":true,\"commit_ts\":\"T\"}",
        "{\"snapshot\":\"last\",\"commit_ts\":\"T\"}",
        "{\"scanSnapshot\":true,\"commit_ts\":\"T\"}",
        "{\"scan_all_files\":true,\"commit_ts\":\"T\"}"
      })
  void aSourceThatIsStillReadForTheFirstTimeHolds(String offset) {
    Evaluation judged = judged(offset.replace("\"T\"", "\"2026-10-01T14:30:00Z\""));
    assertThat(judged).isInstanceOf(Evaluation.None.class);
    assertThat(((Evaluation.None) judged).code()).isEqualTo(HoldCode.INCOMPLETE);
    assertThat(((Evaluation.None) judged).why())
        .startsWith("source 0: the end offset says that its source is still being read");
  }

  @Test
  void aFinishedFirstReadDoesNotHold() {
    assertThat(
            candidate(
                judged(
                    "{\"reservoirVersion\":2,\"index\":-1,\"isStartingVersion\":false,"
                        + "\"commit_ts\":\"2026-10-01T14:30:00Z\"}")))
        .isEqualTo(Instant.parse("2026-10-01T14:00:00Z"));
  }

  @Test
  void timeThatWentBackIsReportedUntilItIsPassed() {
    judged(ts("2026-10-01T14:30:00Z"));
    assertThat(judged(ts("2026-10-01T14:29:59Z")))
        .isEqualTo(
            new Evaluation.None(
                HoldCode.TIME_WENT_BACK,
                "source 0: its time went back from 2026-10-01T14:30:00Z to 2026-10-01T14:29:59Z"));
    assertThat(candidate(judged(ts("2026-10-01T14:30:00Z"))))
        .isEqualTo(Instant.parse("2026-10-01T14:00:00Z"));
  }

  @Test
  void eachSourceHasItsOwnTime() {
    judged(ts("2026-10-01T14:30:00Z"), ts("2026-10-01T10:30:00Z"));
    assertThat(candidate(judged(ts("2026-10-01T14:30:00Z"), ts("2026-10-01T11:30:00Z"))))
        .isEqualTo(Instant.parse("2026-10-01T11:00:00Z"));
    assertThat(judged(ts("2026-10-01T14:00:00Z"), ts("2026-10-01T12:30:00Z")))
        .isInstanceOf(Evaluation.None.class);
  }

  @Test
  void aWallClockWithoutAZoneNeedsOne() {
    Evaluation judged = judged(ts("2026-10-25T02:30:00.117"));
    assertThat(judged)
        .isEqualTo(
            new Evaluation.None(
                HoldCode.ZONE_NEEDED,
                "source 0: the field 'commit_ts' of the end offset holds a time without an offset"
                    + " from UTC: found \"2026-10-25T02:30:00.117\"; set offset.zone to the zone"
                    + " that the source's clock is in"));
  }

  @Test
  void aRepeatedHourNeverFinalisesMoreThanItsFirstPass() {
    FrontierRules berlin = rules(Entries.of(FrontierRule.OFFSET).fieldZone("Europe/Berlin"));
    String planned = "2026-10-25T12:00:00Z";
    assertThat(
            candidate(
                berlin.evaluate(
                    Batches.plan(1),
                    false,
                    Batches.says(planned, "2026-10-25T02:10:00"),
                    Arrival.NOTHING)))
        .isEqualTo(Instant.parse("2026-10-25T00:00:00Z"));
    assertThat(
            candidate(
                berlin.evaluate(
                    Batches.plan(1),
                    false,
                    Batches.says(planned, "2026-10-25T02:50:00"),
                    Arrival.NOTHING)))
        .isEqualTo(Instant.parse("2026-10-25T00:00:00Z"));
    // The second pass through the hour looks like time going back.
    Evaluation second =
        berlin.evaluate(
            Batches.plan(1), false, Batches.says(planned, "2026-10-25T02:05:00"), Arrival.NOTHING);
    assertThat(((Evaluation.None) second).code()).isEqualTo(HoldCode.TIME_WENT_BACK);
    assertThat(
            candidate(
                berlin.evaluate(
                    Batches.plan(1),
                    false,
                    Batches.says(planned, "2026-10-25T03:00:00"),
                    Arrival.NOTHING)))
        .isEqualTo(Instant.parse("2026-10-25T02:00:00Z"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "1790863402",
    "1790863402117",
    "1790863402117000",
    "1790863402117000000",
    "'\"1790863402117\"'",
    "1790863402.117",
    "'\"2026-10-01 14:03:22.1170000Z\"'",
    "'\"2026-10-01T14:03:22.117+0000\"'",
    "'\"2026-10-01T14:03:22.117+00\"'",
    "'\" 2026-10-01T14:03:22.117Z \"'"
  })
  void everyUnitOfOneInstantGivesOneHour(String value) {
    assertThat(candidate(judged("{\"commit_ts\":" + value + "}")))
        .isEqualTo(Instant.parse("2026-10-01T14:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"2026-10-01\"",
        "\"20261001140322117\"",
        "\"10/01/2026 2:03 PM\"",
        "\"2026-10-01T14:03:22.117Z[Europe/Berlin]\"",
        "\"2026-10-01T14:03:60Z\"",
        "\"2026-10-01T24:00:00Z\"",
        "0",
        "\"\"",
        "true"
      })
  void whatIsNoTimeHolds(String value) {
    Evaluation judged = judged("{\"commit_ts\":" + value + "}");
    assertThat(judged).isInstanceOf(Evaluation.None.class);
    assertThat(((Evaluation.None) judged).code()).isEqualTo(HoldCode.NO_TIME);
  }

  @ParameterizedTest(name = "{1} in {0} finalises until {2}")
  @CsvSource({
    "America/Lima, 1994-01-02T03:59:59Z, 1994-01-01T05:00:00Z",
    "Pacific/Apia, 2011-12-30T10:00:00Z, 2011-12-30T10:00:00Z",
    "Europe/Berlin, 2026-03-29T21:59:59Z, 2026-03-28T23:00:00Z",
    "Europe/Berlin, 2026-10-25T22:59:59Z, 2026-10-24T22:00:00Z"
  })
  void daysAreThoseOfTheEntrysZone(String zone, String says, String until) {
    FrontierRules days =
        rules(Entries.of(FrontierRule.OFFSET).granularity(Duration.ofDays(1)).zone(zone));
    CommittedBatch batch = Batches.says("2026-12-31T00:00:00Z", says);
    assertThat(candidate(days.evaluate(Batches.plan(1), false, batch, Arrival.NOTHING)))
        .isEqualTo(Instant.parse(until));
  }
}
