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
package io.tidegate.internal.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConcurrentRunTest {

  @Test
  void bothOfSparksErrorsAreKnown() {
    Throwable log =
        new IllegalStateException(
            "[CONCURRENT_STREAM_LOG_UPDATE] Concurrent update to the log. Multiple streaming jobs"
                + " detected for 1.");
    assertThat(ConcurrentRun.shows(log)).isTrue();
    assertThat(ConcurrentRun.shows(new RuntimeException("stream failed", log))).isTrue();
    assertThat(ConcurrentRun.shows(new SparkConcurrentModificationException())).isTrue();
  }

  @Test
  void anErrorOfTheQuerysOwnIsNone() {
    assertThat(ConcurrentRun.shows(new IllegalStateException("[DIVIDE_BY_ZERO] Division by zero")))
        .isFalse();
    assertThat(ConcurrentRun.shows(new NullPointerException())).isFalse();
  }

  /** By the name of Spark's own, which is private to Spark. */
  private static final class SparkConcurrentModificationException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
