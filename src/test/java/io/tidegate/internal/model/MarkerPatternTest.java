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
package io.tidegate.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkerPatternTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant START = Instant.parse("2026-10-01T22:30:00Z");

  private static String path(String pattern, String table, ZoneId zone) {
    return new MarkerPattern(pattern).path(table, START, START.plusSeconds(1_800), zone);
  }

  @Test
  void startAndEndAreInUtcAndSafeInNames() {
    assertThat(path("s3a://lake/done/{table}/{start}-{end}._SUCCESS", "sales.orders", BERLIN))
        .isEqualTo("s3a://lake/done/sales.orders/20261001T223000Z-20261001T230000Z._SUCCESS");
  }

  @Test
  void partsAreOfTheLocalTimeInTheZone() {
    String pattern = "/done/{yyyy}/{MM}/{dd}/{HH}/{mm}/_SUCCESS";
    assertThat(path(pattern, "t", ZoneOffset.UTC)).isEqualTo("/done/2026/10/01/22/30/_SUCCESS");
    assertThat(path(pattern, "t", BERLIN)).isEqualTo("/done/2026/10/02/00/30/_SUCCESS");
  }

  @ParameterizedTest
  @CsvSource({
    "sales.orders, sales.orders",
    "'a b', a%20b",
    "a/b, a%2Fb",
    "../../etc, ..%2F..%2Fetc",
    "., %2E",
    ".., %2E%2E",
    "100%, 100%25",
    "a:b, a%3Ab",
    "grün, gr%C3%BCn",
    "$1{start}, %241%7Bstart%7D",
    "'a\\b', a%5Cb"
  })
  void aTableIsOneSegmentAndNothingElse(String table, String segment) {
    assertThat(path("/done/{table}/{start}", table, BERLIN))
        .isEqualTo("/done/" + segment + "/20261001T223000Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/done/{strt}|holds the unknown placeholder {strt}",
        "/done/{}|holds the unknown placeholder {}",
        "/done/{{start}|holds a brace without its partner",
        "/done/{start}}|holds a brace without its partner",
        "done/{start}|is not the absolute path of a file",
        "{start}|is not the absolute path of a file",
        "s3a://{table}/{start}|is not the absolute path of a file",
        "/done/{start}/|is not the absolute path of a file",
        "/|is not the absolute path of a file",
        "/done/../{start}|holds a `..`",
        "/done/./{start}|holds a `.`",
        "/done/{start}/..|holds a `..`",
      })
  void whatIsNoPatternIsRefused(String text, String why) {
    assertThatThrownBy(() -> new MarkerPattern(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(why);
  }

  @Test
  void aControlCharacterIsRefused() {
    assertThatThrownBy(() -> new MarkerPattern("/done/\n{start}"))
        .hasMessage("holds a control character");
  }

  @ParameterizedTest
  @CsvSource({
    "/d/{start}, PT1H, Europe/Berlin, true",
    "/d/{end}, PT1S, Europe/Berlin, true",
    "/d/{yyyy}/{MM}/{dd}, P1D, Europe/Berlin, true",
    "/d/{yyyy}/{MM}/{dd}, PT12H, UTC, false",
    "/d/{yyyy}/{MM}/{dd}/{HH}, PT1H, UTC, true",
    "/d/{yyyy}/{MM}/{dd}/{HH}, PT1H, +05:30, true",
    "/d/{yyyy}/{MM}/{dd}/{HH}, PT6H, UTC, true",
    "/d/{yyyy}/{MM}/{dd}/{HH}, PT15M, UTC, false",
    "/d/{yyyy}/{MM}/{dd}/{HH}{mm}, PT15M, UTC, true",
    "/d/{yyyy}/{MM}/{dd}/{HH}{mm}, PT30S, UTC, false",
    "/d/{yyyy}/{MM}/{dd}/{mm}, PT1H, UTC, false",
    "/d/{yyyy}/{MM}/{dd}/{HH}, PT1H, Europe/Berlin, false",
    "/d/{yyyy}/{dd}, P1D, UTC, false",
    "/d/{MM}/{dd}, P1D, UTC, false",
    "/d/_SUCCESS, P1D, UTC, false"
  })
  void tellsWhetherTwoPeriodsHaveOnePath(
      String pattern, String granularity, String zone, boolean apart) {
    Duration length = granularity.equals("P1D") ? Duration.ofDays(1) : Duration.parse(granularity);
    assertThat(new MarkerPattern(pattern).tellsApart(length, ZoneId.of(zone))).isEqualTo(apart);
  }
}
