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

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.testing.Entries;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BasisTest {
  private static String basis(Entries entry) {
    return FrontierRules.basis(entry.settings());
  }

  @Test
  void ruleFieldAndZoneArePartOfIt() {
    Entries offset = Entries.of(FrontierRule.OFFSET);
    assertThat(basis(offset)).isEqualTo("offset(field=commit_ts)");
    assertThat(basis(offset.field("source.`ts.ms`"))).isEqualTo("offset(field=source.`ts.ms`)");
    assertThat(basis(offset.fieldZone("Europe/Berlin")))
        .isEqualTo("offset(field=commit_ts, zone=Europe/Berlin)");
    assertThat(basis(Entries.of(FrontierRule.WATERMARK))).isEqualTo("watermark");
    assertThat(basis(Entries.of(FrontierRule.ARRIVAL))).isEqualTo("arrival");
  }

  @Test
  void lagAndPeriodsAreNot() {
    Entries offset = Entries.of(FrontierRule.OFFSET);
    assertThat(basis(offset.lag(Duration.ofHours(2)))).isEqualTo(basis(offset));
    assertThat(basis(offset.granularity(Duration.ofDays(1)).zone("Asia/Kathmandu")))
        .isEqualTo(basis(offset));
  }
}
