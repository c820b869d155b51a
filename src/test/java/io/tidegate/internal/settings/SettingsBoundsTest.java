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
package io.tidegate.internal.settings;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.testing.Entries;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that no parser lets through cannot be made by hand either. */
class SettingsBoundsTest {
  @ParameterizedTest
  @CsvSource({"PT-0.001S, PT1H", "PT0S, PT0S", "PT0S, PT-1H"})
  void lagAndGranularity(Duration lag, Duration granularity) {
    Entries entry = Entries.of(FrontierRule.OFFSET).lag(lag).granularity(granularity);

    assertThatThrownBy(entry::settings)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "No verdict comes of the lag " + lag + " and the granularity " + granularity + ".");
  }

  @ParameterizedTest
  @CsvSource({
    "PT-1S, PT1S, PT1S, PT1S, 'maxFutureSkew and flushTimeout are not negative: PT-1S, PT1S'",
    "PT1S, PT1S, PT-1S, PT1S, 'maxFutureSkew and flushTimeout are not negative: PT1S, PT-1S'",
    "PT0S, PT0S, PT0S, PT1S, 'heartbeat and commitTimeout are positive: PT0S, PT1S'",
    "PT0S, PT1S, PT0S, PT0S, 'heartbeat and commitTimeout are positive: PT1S, PT0S'",
  })
  void theApplicationsDurations(
      Duration skew, Duration heartbeat, Duration flush, Duration commit, String message) {
    assertThatThrownBy(
            () -> new TidegateSettings(null, null, List.of(), skew, heartbeat, flush, commit))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void aTieHasTwoSides() {
    assertThatThrownBy(
            () -> new QueryMatcher.Ambiguous(List.of(Entries.offset("orders", "sales.orders"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Fewer than two entries are not ambiguous.");
  }
}
