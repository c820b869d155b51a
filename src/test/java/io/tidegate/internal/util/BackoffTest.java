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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
  private final Backoff backoff = new Backoff(Duration.ofMillis(10), Duration.ofMillis(500));

  @ParameterizedTest
  @CsvSource({"1, 10", "2, 20", "3, 40", "6, 320", "7, 500", "8, 500", "1000, 500"})
  void aPauseLiesInTheUpperHalfOfABoundThatDoubles(int failures, long boundMillis) {
    Random random = new Random(1);
    Duration bound = Duration.ofMillis(boundMillis);
    for (int i = 0; i < 100; i++) {
      assertThat(backoff.after(failures, random)).isBetween(bound.dividedBy(2), bound);
    }
  }

  @Test
  void boundsAreInOrder() {
    assertThatThrownBy(() -> new Backoff(Duration.ofMillis(2), Duration.ofMillis(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("No pauses from PT0.002S to PT0.001S.");
    assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofMillis(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("No pauses from PT0S to PT0.001S.");
  }
}
