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
package io.tidegate.internal.done;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.frontier.Periods;
import io.tidegate.internal.model.MarkerPattern;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which periods are due a marker, and that each has a path of its own. */
class DuePeriodsTest {
  private static final Periods HOURS = new Periods(Duration.ofHours(1), ZoneOffset.UTC);

  private static Instant at(String time) {
    return Instant.parse("2026-10-01T" + time + ":00Z");
  }

  @ParameterizedTest
  @CsvSource({
    "10:00, 08:00, 12:00, 10:00, 2",
    "12:00, 08:00, 12:00, , 0",
    "13:00, 08:00, 12:00, , 0",
    "10:00, 11:00, 12:00, 11:00, 1",
    "08:00, 10:30, 12:00, 11:00, 1",
    "10:30, 08:00, 12:00, 10:00, 2",
    "10:00, 12:00, 11:00, , 0",
    "10:00, 08:00, 12:40, 10:00, 2",
  })
  void wholePeriodsInsideOfTheClaimThatEndAfterWhatIsDelivered(
      String delivered, String from, String until, String first, int count) {
    DuePeriods due = DuePeriods.of(HOURS, at(delivered), at(from), at(until), 100);

    assertThat(due.first()).isEqualTo(first == null ? null : at(first));
    assertThat(due.count()).isEqualTo(count);
    assertThat(due.cut()).isFalse();
  }

  @Test
  void nothingIsDueWithoutAClaim() {
    assertThat(DuePeriods.of(HOURS, at("10:00"), null, at("12:00"), 9)).isEqualTo(DuePeriods.NONE);
    assertThat(DuePeriods.of(HOURS, at("10:00"), at("08:00"), null, 9)).isEqualTo(DuePeriods.NONE);
  }

  @Test
  void theBoundLeavesOutTheOldest() {
    DuePeriods due = DuePeriods.of(HOURS, Instant.EPOCH, Instant.EPOCH, at("12:00"), 3);

    assertThat(due).isEqualTo(new DuePeriods(at("09:00"), 3, true));
  }

  @Test
  void goesBackByPeriodsOfTheZone() {
    Periods days = new Periods(Duration.ofDays(1), ZoneId.of("Europe/Berlin"));

    assertThat(DuePeriods.back(days, Instant.parse("2026-10-26T23:00:00Z"), 2))
        .isEqualTo(Instant.parse("2026-10-24T22:00:00Z"));
  }

  /** Delivered step by step, each period comes once, in order, without gaps. */
  @Test
  void whateverTheStepsEachPeriodComesOnce() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      Periods periods = periods(random);
      Instant from =
          periods.floor(Instant.ofEpochSecond(1_000_000_000L + random.nextInt(900_000_000)));
      Instant delivered = from;
      Instant until = from;
      List<Instant> starts = new ArrayList<>();
      for (int step = 0; step < 20; step++) {
        for (int i = random.nextInt(4); i > 0; i--) {
          until = periods.nextAfter(until);
        }
        DuePeriods due = DuePeriods.of(periods, delivered, from, until, 100);
        Instant start = due.first();
        for (int i = 0; i < due.count(); i++) {
          starts.add(start);
          start = periods.nextAfter(start);
          delivered = start;
        }
      }
      Instant expected = from;
      for (Instant start : starts) {
        assertThat(start).as("seed %s", seed).isEqualTo(expected);
        expected = periods.nextAfter(start);
      }
      assertThat(expected).as("seed %s", seed).isEqualTo(until);
    }
  }

  /**
   * A pattern that is taken for one that tells periods apart does so, over changes of clocks too.
   */
  @Test
  void noTwoPeriodsHaveOnePathWhereThePatternTellsThemApart() {
    List<MarkerPattern> patterns =
        List.of(
            new MarkerPattern("/{yyyy}/{MM}/{dd}"),
            new MarkerPattern("/{yyyy}/{MM}/{dd}/{HH}"),
            new MarkerPattern("/{yyyy}/{MM}/{dd}/{HH}/{mm}"),
            new MarkerPattern("/{start}"),
            new MarkerPattern("/{end}"));
    int told = 0;
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Periods periods = periods(random);
      Instant from = periods.floor(Instant.ofEpochSecond(random.nextInt(1_900_000_000)));
      for (MarkerPattern pattern : patterns) {
        if (!pattern.tellsApart(periods.granularity(), periods.zone())) {
          continue;
        }
        told++;
        Map<String, Instant> paths = new HashMap<>();
        Instant start = from;
        for (int i = 0; i < 500; i++) {
          Instant end = periods.nextAfter(start);
          Instant other = paths.put(pattern.path("t", start, end, periods.zone()), start);
          assertThat(other).as("seed %s, %s, %s", seed, pattern, start).isNull();
          start = end;
        }
      }
    }
    assertThat(told).isGreaterThan(400);
  }

  private static Periods periods(Random random) {
    List<String> zones =
        List.of(
            "UTC", "Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia", "+05:45", "Asia/Beirut");
    List<Duration> lengths =
        List.of(
            Duration.ofDays(1), Duration.ofHours(1), Duration.ofHours(6), Duration.ofMinutes(15));
    return new Periods(
        lengths.get(random.nextInt(lengths.size())),
        ZoneId.of(zones.get(random.nextInt(zones.size()))));
  }
}
