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
package io.tidegate.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A checkpoint that is another one at each start is told of. */
class MovingCheckpointTest {
  private static final StartRequest START =
      new StartRequest("orders", "orders", "/cp/3", "id", Instant.EPOCH, "app", "process");

  private static LineageRow row(String checkpoint, String name, long attempts) {
    return LineageRow.builder(checkpoint).queryName(name).attempts(attempts).build();
  }

  @Test
  void theThirdNewPathInARowIsTold() {
    assertThat(
            MovingCheckpoint.warning(
                START, List.of(row("/cp/1", "orders", 1), row("/cp/2", "orders", 1))))
        .hasValueSatisfying(
            told ->
                assertThat(told)
                    .contains("'orders'", "/cp/3", "each of its 2 starts before had another one"));
  }

  @Test
  void aPathThatWasUsedAgainOnceIsNone() {
    assertThat(
            MovingCheckpoint.warning(
                START, List.of(row("/cp/1", "orders", 2), row("/cp/2", "orders", 1))))
        .isEmpty();
  }

  @Test
  void oneMoveIsNone() {
    assertThat(
            MovingCheckpoint.warning(
                START,
                List.of(
                    row("/cp/1", "orders", 1),
                    row("/cp/2", "others", 1),
                    row("/cp/3", "orders", 1))))
        .isEmpty();
  }
}
