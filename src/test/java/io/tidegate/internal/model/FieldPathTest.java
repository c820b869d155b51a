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

import io.tidegate.internal.model.FieldPath.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldPathTest {
  private static Segment name(String name) {
    return new Segment(name, false);
  }

  @Test
  void dotsPartNamesAndStarsTakeEveryMember() {
    assertThat(FieldPath.parse("source.*.ts_ms").segments())
        .containsExactly(name("source"), new Segment("*", true), name("ts_ms"));
    assertThat(FieldPath.parse("a-b c.ünï").segments()).containsExactly(name("a-b c"), name("ünï"));
    assertThat(FieldPath.parse("a*").segments()).containsExactly(name("a*"));
  }

  @Test
  void backticksHoldWhatWouldMeanSomethingElse() {
    assertThat(FieldPath.parse("`pay.ments`.`*`.`a``b`.``").segments())
        .containsExactly(name("pay.ments"), name("*"), name("a`b"), name(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|a segment is empty or holds a stray backtick",
        "a.|a segment is empty or holds a stray backtick",
        ".a|a segment is empty or holds a stray backtick",
        "a..b|a segment is empty or holds a stray backtick",
        "a.' '.b|a segment is empty or holds a stray backtick",
        "a`b|a segment is empty or holds a stray backtick",
        "`a|a backtick is not closed",
        "`a``|a backtick is not closed",
        "`|a backtick is not closed",
        "`a`b|a dot is expected after the closing backtick"
      })
  void whatIsNoPathSaysWhy(String text, String why) {
    assertThatThrownBy(() -> FieldPath.parse(text.replace("' '", " ")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @Test
  void aPathHasASegment() {
    assertThatThrownBy(() -> new FieldPath(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A field path needs at least one segment.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"commit_ts", "source.*.ts_ms", "`pay.ments`.`a``b`", "``", "`*`.x"})
  void itsTextIsHowItIsWritten(String text) {
    assertThat(FieldPath.parse(text)).hasToString(text);
  }

  @Test
  void everyPathReadsBack() {
    String letters = "ab.*` ";
    for (long seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      List<Segment> segments = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        StringBuilder text = new StringBuilder();
        for (int j = random.nextInt(5); j > 0; j--) {
          text.append(letters.charAt(random.nextInt(letters.length())));
        }
        segments.add(random.nextInt(4) == 0 ? new Segment("*", true) : name(text.toString()));
      }
      FieldPath path = new FieldPath(segments);
      assertThat(FieldPath.parse(path.toString())).as("seed %d: %s", seed, path).isEqualTo(path);
    }
  }
}
