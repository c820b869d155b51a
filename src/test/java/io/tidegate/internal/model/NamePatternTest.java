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

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names match exactly or by glob, and nothing matches by accident. */
class NamePatternTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "orders, orders",
        "*, x",
        "**, x",
        "cdc.*, cdc.",
        "cdc.*, cdc.a.b",
        "*.v2, cdc.v2",
        "a*c, ac",
        "a*c, abcbc",
        "a*b*c, a-b-b-c",
        "a*a, aa",
        "\"two sources/*\", \"two sources/ünïcode.dots\"",
        "*\uD83C\uDF0A*, a\uD83C\uDF0Ab",
        "50\\*, 50*",
        "\\**, *x",
        "a\\b, a\\b",
        "\"x \", \"x \"",
        "a.c, a.c",
        "[x]$^(, [x]$^(",
        "\"a=b,c;d\", \"a=b,c;d\"",
      })
  void matches(String pattern, String name) {
    assertThat(NamePattern.parse(pattern).matches(name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "orders, Orders",
        "orders, \"orders \"",
        "\"x \", x",
        "a.c, abc",
        "cdc.*, cdc",
        "cdc.*, CDC.x",
        "a*a, a",
        "ab*ba, aba",
        "a*b*c, ac",
        "a*bc*c, abc",
        "50\\*, 500",
        "50\\*, 50\\*",
        "?, x",
        "ü, u",
        "é, e\u0301",
      })
  void doesNotMatch(String pattern, String name) {
    assertThat(NamePattern.parse(pattern).matches(name)).isFalse();
  }

  @Test
  void aQueryWithoutANameOrWithABlankOneMatchesNothing() {
    for (String pattern : List.of("*", "**", "", " ", "null", " *")) {
      assertThat(NamePattern.parse(pattern).matches(null)).as(pattern).isFalse();
      assertThat(NamePattern.parse(pattern).matches("")).as(pattern).isFalse();
      assertThat(NamePattern.parse(pattern).matches(" ")).as(pattern).isFalse();
      assertThat(NamePattern.parse(pattern).matches(" \t\n")).as(pattern).isFalse();
    }
  }

  @Test
  void longNamesMatchInNoTime() {
    String name = "x".repeat(5_000);
    assertThat(NamePattern.parse(name).matches(name)).isTrue();
    assertThat(NamePattern.parse(name).matches(name + "x")).isFalse();
    assertThat(NamePattern.parse("*x".repeat(2_500)).matches(name)).isTrue();
    assertThat(NamePattern.parse("*x".repeat(2_500) + "*y").matches(name)).isFalse();
    assertThat(NamePattern.parse("*x".repeat(5_001)).matches(name)).isFalse();
  }

  @Test
  void onlyAFreeStarMakesAGlob() {
    assertThat(NamePattern.parse("a\\*").isGlob()).isFalse();
    assertThat(NamePattern.parse("a*").isGlob()).isTrue();
    assertThat(NamePattern.parse("a\\**").isGlob()).isTrue();
    assertThat(NamePattern.parse("").isGlob()).isFalse();
  }

  @Test
  void theBestIsExactThenLongInFrontThenPoorInStars() {
    List<NamePattern> inOrder =
        List.of("x", "abc*", "ab*c", "ab*c*", "a*longer*tail", "*").stream()
            .map(NamePattern::parse)
            .toList();
    assertThat(inOrder).isSortedAccordingTo(NamePattern.BEST_FIRST);
    assertThat(inOrder).isSortedAccordingTo(Comparator.comparing(inOrder::indexOf));
    for (int i = 1; i < inOrder.size(); i++) {
      assertThat(NamePattern.BEST_FIRST.compare(inOrder.get(i - 1), inOrder.get(i))).isNegative();
    }
    assertThat(NamePattern.BEST_FIRST.compare(NamePattern.parse("a*x"), NamePattern.parse("a*yy")))
        .isZero();
  }

  @Test
  void equalMeansTheSameLiteralsAndStars() {
    assertThat(NamePattern.parse("a*")).isEqualTo(NamePattern.parse("a*"));
    assertThat(NamePattern.parse("a*")).hasSameHashCodeAs(NamePattern.parse("a*"));
    assertThat(NamePattern.parse("a\\*")).isNotEqualTo(NamePattern.parse("a*"));
    assertThat(NamePattern.parse("A*")).isNotEqualTo(NamePattern.parse("a*"));
    assertThat(NamePattern.parse("a*").text()).isEqualTo("a*").hasToString("a*");
  }
}
