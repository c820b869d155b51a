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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class EndOffsetsTest {
  @Test
  void eachOffsetStandsAsItsSourceWroteIt() {
    assertThat(EndOffsets.jsonArray(Batches.sources("{\"a\": 1.10 , \"a\":2}", " 0\n", "null")))
        .isEqualTo("[{\"a\": 1.10 , \"a\":2},0,null]");
  }

  @Test
  void longNumbersKeepEveryDigit() {
    String digits = "49590338271490256608559692538361571095921575989136588898";
    assertThat(EndOffsets.jsonArray(Batches.sources(digits))).isEqualTo("[" + digits + "]");
  }

  @Test
  void whatIsNotJsonBecomesAString() throws JsonProcessingException {
    String array =
        EndOffsets.jsonArray(
            Batches.sources("-", "raw \"text\"\n", "", "{\"a\":1} {\"b\":2}", "[1", null));
    JsonNode read = new ObjectMapper().readTree(array);
    assertThat(read).hasSize(6);
    assertThat(read.get(0).textValue()).isEqualTo("-");
    assertThat(read.get(1).textValue()).isEqualTo("raw \"text\"\n");
    assertThat(read.get(2).textValue()).isEmpty();
    assertThat(read.get(3).textValue()).isEqualTo("{\"a\":1} {\"b\":2}");
    assertThat(read.get(4).textValue()).isEqualTo("[1");
    assertThat(read.get(5).isNull()).isTrue();
  }
}
