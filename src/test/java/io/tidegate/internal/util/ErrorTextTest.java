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
package io.tidegate.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorTextTest {
  @Test
  void theFirstLineThatSaysSomething() {
    assertThat(ErrorText.firstLine(new IllegalStateException("a\nb")))
        .isEqualTo("java.lang.IllegalStateException: a");
    assertThat(ErrorText.firstLine("\n  \r\n  first \nsecond")).isEqualTo("first");
    assertThat(ErrorText.firstLine(" \n ")).isEmpty();
    assertThat(ErrorText.firstLine("")).isEmpty();
  }

  @Test
  void aTracebackIsKnownByItsError() {
    String text =
        """
        An exception was raised by the Python Proxy. Return Message: Traceback (most recent call last):
          File "app.py", line 7, in batch
            parse(record)
            ~~~~~^^^^^^^^
        ValueError: record 7 cannot be parsed
        It ends too soon.
        """;
    assertThat(ErrorText.firstLine(new IllegalStateException(text)))
        .isEqualTo(
            "java.lang.IllegalStateException: An exception was raised by the Python Proxy."
                + " Return Message: ValueError: record 7 cannot be parsed");
    assertThat(ErrorText.firstLine("none: Traceback (most recent call last):"))
        .isEqualTo("none: Traceback (most recent call last):");
  }

  @Test
  void itIsCutWhereItIsTooLong() {
    String longest = "x".repeat(ErrorText.LONGEST);
    assertThat(ErrorText.firstLine(longest)).isEqualTo(longest);
    assertThat(ErrorText.firstLine(longest + "y"))
        .hasSize(ErrorText.LONGEST)
        .isEqualTo("x".repeat(ErrorText.LONGEST - 3) + "...");
  }

  @Test
  void noCharacterIsCutInHalf() {
    String text = "x".repeat(ErrorText.LONGEST - 4) + "\uD83C\uDF0A" + "y".repeat(9);
    assertThat(ErrorText.firstLine(text)).isEqualTo("x".repeat(ErrorText.LONGEST - 4) + "...");
  }

  @Test
  void aStackHasItsCauses() {
    Throwable error = new RuntimeException("outer", new IllegalArgumentException("inner"));
    assertThat(ErrorText.stack(error))
        .startsWith("java.lang.RuntimeException: outer")
        .contains("aStackHasItsCauses")
        .contains("Caused by: java.lang.IllegalArgumentException: inner");
  }
}
