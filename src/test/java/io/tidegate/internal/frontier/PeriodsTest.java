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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeriodsTest {
  private static final List<Duration> GRANULARITIES =
      List.of(
          Duration.ofDays(1),
          Duration.ofHours(12),
          Duration.ofHours(1),
          Duration.ofMinutes(15),
          Duration.ofMinutes(1));

  @ParameterizedTest(name = "{1} in {0} of {2}")
  @CsvSource({
    // A period holds its start; the instant before it belongs to the one before.
    "UTC, PT1H, 2026-10-01T14:00:00Z, 2026-10-01T14:00:00Z, 2026-10-01T15:00:00Z",
    "UTC, PT1H, 2026-10-01T13:59:59.999999999Z, 2026-10-01T13:00:00Z, 2026-10-01T14:00:00Z",
    "UTC, PT24H, 2026-10-01T14:00:00Z, 2026-10-01T00:00:00Z, 2026-10-02T00:00:00Z",
    // Before the epoch.
    "UTC, PT1H, 1969-12-31T23:59:59.5Z, 1969-12-31T23:00:00Z, 1970-01-01T00:00:00Z",
    // A quarter hour beside the world's hours.
    "Asia/Kathmandu, PT1H, 2026-10-01T14:03:22Z, 2026-10-01T13:15:00Z, 2026-10-01T14:15:00Z",
    // 23 and 25 hours.
    "Europe/Berlin, PT24H, 2026-03-29T12:00:00Z, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z",
    "Europe/Berlin, PT24H, 2026-10-25T22:30:00Z, 2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z",
    "Europe/Berlin, PT12H, 2026-10-25T22:30:00Z, 2026-10-25T22:00:00Z, 2026-10-25T23:00:00Z",
    "Europe/Berlin, PT12H, 2026-03-29T21:30:00Z, 2026-03-29T11:00:00Z, 2026-03-29T22:00:00Z",
    // The two hours between 02:00 and 03:00 are two periods.
    "Europe/Berlin, PT1H, 2026-10-25T00:30:00Z, 2026-10-25T00:00:00Z, 2026-10-25T01:00:00Z",
    "Europe/Berlin, PT1H, 2026-10-25T01:30:00Z, 2026-10-25T01:00:00Z, 2026-10-25T02:00:00Z",
    // Half an hour of daylight saving: the last period of the long day is half as long.
    "Australia/Lord_Howe, PT1H, 2026-04-05T13:15:00Z, 2026-04-05T13:00:00Z, 2026-04-05T13:30:00Z",
    "Australia/Lord_Howe, PT1H, 2026-04-05T13:30:00Z, 2026-04-05T13:30:00Z, 2026-04-05T14:30:00Z",
    // Midnight does not exist: the day begins at 01:00.
    "America/Lima, PT24H, 1994-01-01T12:00:00Z, 1994-01-01T05:00:00Z, 1994-01-02T04:00:00Z",
    "America/Sao_Paulo, PT24H, 2018-11-04T12:00:00Z, 2018-11-04T03:00:00Z, 2018-11-05T02:00:00Z",
    // A day that never was.
    "Pacific/Apia, PT24H, 2011-12-30T09:59:59Z, 2011-12-29T10:00:00Z, 2011-12-30T10:00:00Z",
    "Pacific/Apia, PT24H, 2011-12-30T10:00:00Z, 2011-12-30T10:00:00Z, 2011-12-31T10:00:00Z",
    "Pacific/Kwajalein, PT24H, 1993-08-21T11:59:59Z, 1993-08-20T12:00:00Z, 1993-08-21T12:00:00Z",
    "Pacific/Kwajalein, PT24H, 1993-08-21T12:00:00Z, 1993-08-21T12:00:00Z, 1993-08-22T12:00:00Z",
    // Local time goes from 00:01 back to 23:01: the day has begun for good.
    "America/St_Johns, PT24H, 2006-10-29T02:29:59Z, 2006-10-28T02:30:00Z, 2006-10-29T02:30:00Z",
    "America/St_Johns, PT24H, 2006-10-29T02:30:30Z, 2006-10-29T02:30:00Z, 2006-10-30T03:30:00Z",
    "America/St_Johns, PT24H, 2006-10-29T03:00:00Z, 2006-10-29T02:30:00Z, 2006-10-30T03:30:00Z",
    "America/St_Johns, PT1H, 2006-10-29T03:00:00Z, 2006-10-29T02:30:00Z, 2006-10-29T03:30:00Z",
    // Local mean time.
    "Europe/Berlin, PT1H, 1890-01-01T00:00:00Z, 1889-12-31T23:06:32Z, 1890-01-01T00:06:32Z",
    // Far out.
    "Europe/Berlin, PT24H, +10001-02-03T12:00:00Z, +10001-02-02T23:00:00Z, +10001-02-03T23:00:00Z",
    "UTC, PT24H, -9999-01-01T12:00:00Z, -9999-01-01T00:00:00Z, -9999-01-02T00:00:00Z",
  })
  void periodsHoldTheirStartAndEndBeforeTheNext(
      String zone, Duration granularity, Instant instant, Instant start, Instant next) {
    Periods periods = new Periods(granularity, ZoneId.of(zone));

    assertThat(periods.floor(instant)).isEqualTo(start);
    assertThat(periods.nextAfter(instant)).isEqualTo(next);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1H", "PT7H", "PT48H", "PT25M", "PT0.7S"})
  void aGranularityDividesADay(Duration granularity) {
    assertThatThrownBy(() -> new Periods(granularity, ZoneOffset.UTC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A granularity divides a day: " + granularity);
  }

  @Test
  void lawsHoldAtRandomInstantsInEveryZone() {
    long seed = 20261130;
    Random random = new Random(seed);
    long first = Instant.parse("-9999-01-01T00:00:00Z").getEpochSecond();
    long last = Instant.parse("+99999-12-31T00:00:00Z").getEpochSecond();
    for (ZoneId zone : allZones()) {
      for (int i = 0; i < 20; i++) {
        checkLaws(zone, Instant.ofEpochSecond(random.nextLong(first, last), random.nextInt(1000)));
      }
    }
  }

  @Test
  void lawsHoldAroundEveryTransition() {
    Random random = new Random(20261201);
    for (ZoneId zone : allZones()) {
      for (ZoneOffsetTransition transition : zone.getRules().getTransitions()) {
        Instant at = transition.getInstant();
        checkLaws(zone, at);
        checkLaws(zone, at.minusNanos(1));
        checkLaws(zone, at.plusSeconds(random.nextInt(-100_000, 100_000)));
      }
    }
  }

  @Test
  void aDayBeginsWhereAWalkThroughLocalTimeFirstReachesIt() {
    Random random = new Random(20261202);
    List<ZoneId> zones = allZones();
    for (int i = 0; i < 1500; i++) {
      ZoneId zone = zones.get(random.nextInt(zones.size()));
      List<ZoneOffsetTransition> transitions = zone.getRules().getTransitions();
      Instant near =
          transitions.isEmpty()
              ? Instant.ofEpochSecond(random.nextInt())
              : transitions.get(random.nextInt(transitions.size())).getInstant();
      Instant instant = near.plusSeconds(random.nextInt(-90_000, 90_000));

      assertThat(new Periods(Duration.ofDays(1), zone).floor(instant))
          .describedAs("%s in %s", instant, zone)
          .isEqualTo(walkToDayStart(instant, zone));
    }
  }

  /** The first second at which the latest local date reached up to the instant was reached. */
  private static Instant walkToDayStart(Instant instant, ZoneId zone) {
    LocalDate latest = LocalDate.MIN;
    Instant start = instant;
    int step = 30;
    for (Instant at = instant.minusSeconds(75 * 3600); !at.isAfter(instant); ) {
      LocalDate date = LocalDate.ofInstant(at, zone);
      if (date.isAfter(latest)) {
        latest = date;
        start = at;
      }
      at = at.plusSeconds(step);
    }
    LocalDate atInstant = LocalDate.ofInstant(instant, zone);
    if (atInstant.isAfter(latest)) {
      latest = atInstant;
      start = instant;
    }
    while (!LocalDate.ofInstant(start.minusSeconds(1), zone).isBefore(latest)) {
      start = start.minusSeconds(1);
    }
    return start;
  }

  private static void checkLaws(ZoneId zone, Instant instant) {
    for (Duration granularity : GRANULARITIES) {
      Periods periods = new Periods(granularity, zone);
      Supplier<String> what = () -> instant + " in " + zone + " by " + granularity;
      Instant floor = periods.floor(instant);
      Instant next = periods.nextAfter(instant);

      check(!floor.isAfter(instant), "a period holds its instant", what);
      check(next.isAfter(instant), "the next period is later", what);
      check(periods.floor(floor).equals(floor), "a period holds its start", what);
      check(periods.nextAfter(floor).equals(next), "one period follows", what);
      check(periods.floor(next).equals(next), "the next period holds its start", what);
      check(periods.floor(next.minusNanos(1)).equals(floor), "periods leave no gap", what);
      check(!periods.floor(instant.plusSeconds(1800)).isBefore(floor), "periods ascend", what);
      check(
          granularity.equals(Duration.ofDays(1))
              || Duration.between(floor, next).compareTo(granularity) <= 0,
          "no period is longer than the granularity",
          what);
    }
  }

  /** There are millions of these: an AssertJ assertion each would take most of the time. */
  private static void check(boolean holds, String law, Supplier<String> what) {
    if (!holds) {
      throw new AssertionError(law + ": " + what.get());
    }
  }

  /** One zone of each set of rules; many names share theirs. */
  private static List<ZoneId> allZones() {
    Map<ZoneRules, ZoneId> zones = new LinkedHashMap<>();
    ZoneId.getAvailableZoneIds().stream()
        .sorted()
        .map(ZoneId::of)
        .forEach(zone -> zones.putIfAbsent(zone.getRules(), zone));
    return List.copyOf(zones.values());
  }
}
