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

class PythonErrorTest {
  @Test
  void ofSeveralTheOneThatWasRaisedLast() {
    PythonError error =
        PythonError.in(
                """
                Traceback (most recent call last):
                  File "app.py", line 3, in parse
                    int(text)
                ValueError: invalid literal

                The above exception was the direct cause of the following exception:

                Traceback (most recent call last):
                  File "app.py", line 7, in batch
                    raise BadRecord(7) from error
                orders.errors.BadRecord: record 7

                \tat org.apache.spark.api.python.BasePythonRunner.handle(PythonRunner.scala:1)
                """)
            .orElseThrow();
    assertThat(error.line()).isEqualTo("orders.errors.BadRecord: record 7");
    assertThat(error.className()).hasValue("orders.errors.BadRecord");
  }

  @Test
  void anErrorMayHaveNoMessage() {
    PythonError error =
        PythonError.in("Traceback (most recent call last):\n  File \"a.py\"\nKeyboardInterrupt")
            .orElseThrow();
    assertThat(error.className()).hasValue("KeyboardInterrupt");
  }

  @Test
  void whatIsNoClassNameIsNone() {
    assertThat(new PythonError("is this an error? yes").className()).isEmpty();
  }

  @Test
  void aTextWithoutATracebackHasNone() {
    assertThat(PythonError.in("java.lang.IllegalStateException: 7")).isEmpty();
    assertThat(PythonError.in("Traceback (most recent call last):")).isEmpty();
    assertThat(PythonError.in("Traceback (most recent call last):\n  File \"a.py\"")).isEmpty();
  }
}
