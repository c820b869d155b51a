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

import io.tidegate.internal.testing.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that cannot be are not made. */
class ValuesTest {
  @Test
  void aPlanHasNoFewerThanNoWatermarks() {
    Plans plans = Plans.over(1);
    plans.watermarks = -1;
    assertThatThrownBy(plans::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("-1 watermarks cannot be.");
  }

  @Test
  void aWindowBelongsToTheOneStatefulOperator() {
    Plans plans = Plans.watermarked(1);
    plans.window = new TumblingWindow(Duration.ofHours(1), Instant.EPOCH);
    assertThatThrownBy(plans::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there are 0");
  }

  @Test
  void aWindowHasALength() {
    assertThatThrownBy(() -> new TumblingWindow(Duration.ZERO, Instant.EPOCH))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT0S");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-10-01T14:59:59.999999Z, PT1H, 1970-01-01T00:00:00Z, 2026-10-01T14:00:00Z",
    "2026-10-01T15:00:00Z, PT1H, 1970-01-01T00:00:00Z, 2026-10-01T15:00:00Z",
    "2026-10-01T15:14:00Z, PT1H, 1970-01-01T00:15:00Z, 2026-10-01T14:15:00Z",
    "1969-12-31T23:59:00Z, PT1H, 1970-01-01T00:00:00Z, 1969-12-31T23:00:00Z",
    "2026-10-01T15:00:00.000000999Z, PT0.000007S, 1970-01-01T00:00:00Z, 2026-10-01T14:59:59.999998Z"
  })
  void anInstantIsFlooredToAWindowsBoundary(
      Instant instant, Duration length, Instant origin, Instant floor) {
    assertThat(new TumblingWindow(length, origin).floor(instant)).isEqualTo(floor);
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
