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

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.internal.model.QueryPlan.Execution;
import io.tidegate.internal.model.QueryPlan.Trigger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that cannot be are not made. */
class ValuesTest {
  @ParameterizedTest
  @CsvSource({"1, 2, 0", "1, -1, 0", "1, 0, -1"})
  void aPlanCountsNoMoreThanItHas(int leaves, int bare, int watermarks) {
    assertThatThrownBy(
            () ->
                new QueryPlan(
                    Execution.MICRO_BATCH,
                    Trigger.ONCE,
                    List.of(),
                    List.of(),
                    List.of(),
                    leaves,
                    bare,
                    watermarks))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(bare + " of " + leaves + " sources without a watermark, and");
  }

  @Test
  void aBatchHasAnIdAndASource() {
    List<SourcePosition> one = List.of(new SourcePosition("0", null));

    assertThatThrownBy(() -> new CommittedBatch(-1, null, null, null, null, one, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A batch id is not negative: -1");
    assertThatThrownBy(() -> new CommittedBatch(0, null, null, null, null, List.of(), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A committed batch has at least one source.");
  }
}
