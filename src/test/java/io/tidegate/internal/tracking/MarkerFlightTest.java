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
package io.tidegate.internal.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.done.Delivery;
import io.tidegate.internal.done.TestMarkers;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.FakeTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A flight ends, whatever it meets. */
class MarkerFlightTest {
  private final FakeSink sink = new FakeSink();

  private MarkerFlight flown(String first, int count) {
    VerdictRow row = TestMarkers.marker("t").row();
    MarkerFlight flight =
        new MarkerFlight(
            sink,
            Entries.of(FrontierRule.OFFSET).settings(),
            row,
            Instant.parse(first),
            count,
            new FakeTime());
    flight.start(new ManualReads());
    return flight;
  }

  @Test
  void deliversAsManyAsAreDue() {
    assertThat(flown("2026-10-01T12:00:00Z", 2).state().over()).isTrue();
    assertThat(sink.taken("t")).containsExactly("13:00", "14:00");
  }

  @Test
  void anErrorOfOursInAMarkerIsAFailureAndNothingThatHangs() {
    MarkerFlight.State state = flown("2026-10-01T15:00:00Z", 2).state();

    assertThat(state.over()).isTrue();
    assertThat(state.delivered()).isEqualTo(1);
    assertThat(state.trouble().period()).hasToString("2026-10-01T16:00:00Z/2026-10-01T17:00:00Z");
    assertThat(state.trouble().outcome())
        .isInstanceOfSatisfying(
            Delivery.Later.class, later -> assertThat(later.why()).contains("is not final by"));
  }
}
