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
package io.tidegate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressPlaceTest {

  @Test
  void aPlaceIsReadWithItsFilter() {
    assertThat(ProgressPlace.parse("hdfs://n/t//")).isEqualTo(ProgressPlace.of("hdfs://n/t"));
    assertThat(ProgressPlace.parse("/t/?region=north&day=2026-10-01"))
        .isEqualTo(new ProgressPlace("/t", Map.of("region", "north", "day", "2026-10-01")));
  }

  @Test
  void anEmptyValueStays() {
    assertThat(ProgressPlace.parse("/t?region=").partition()).isEqualTo(Map.of("region", ""));
  }

  @Test
  void escapesStandForCharactersAndNothingElseDoes() {
    assertThat(ProgressPlace.parse("/a%20b?a%26=%3D1+2%2c%C3%A4 ?").partition())
        .isEqualTo(Map.of("a&", "=1+2,\u00e4 ?"));
    assertThat(ProgressPlace.parse("/a%20b").location()).isEqualTo("/a%20b");
  }

  @Test
  void aKeyIsReadAsThePlaceItIsOf() {
    ProgressPlace place =
        new ProgressPlace("s3a://b/t", Map.of("a&b", "50%=1/2", "c", "", "d", "+ ,?"));
    assertThat(ProgressPlace.parse(place.key())).isEqualTo(place);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/t?", "/t?a", "/t?=1", "/t?a=1&", "/t?&a=1", "/t?a=b=c", "/t?a=1&b"})
  void anythingElseIsNoFilter(String text) {
    assertThatThrownBy(() -> ProgressPlace.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A place's filter has the form `column=value&...`.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/t?a=50%", "/t?a=%4", "/t?a=%zz", "/t?%=1"})
  void aPercentSignIsEscaped(String text) {
    assertThatThrownBy(() -> ProgressPlace.parse(text))
        .hasMessage(
            "In a place's filter two hexadecimal digits follow each '%'; one that is meant is"
                + " '%25'.");
  }

  @Test
  void aColumnIsNamedOnce() {
    assertThatThrownBy(() -> ProgressPlace.parse("/t?a=1&A=1"))
        .hasMessage("A place's filter names a column once, whatever its case, not 'A' twice.");
  }
}
