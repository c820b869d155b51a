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
import io.tidegate.internal.testing.Entries;
import org.junit.jupiter.api.Test;

class AmbiguousNameTest {

  @Test
  void aNameThatTwoEntriesMatchAlikeIsOneErrorAndAMetric() {
    Rig rig =
        new Rig(
            Entries.of(FrontierRule.OFFSET).label("x").name("ab*c").table("x_{name}").settings(),
            Entries.of(FrontierRule.OFFSET).label("y").name("ab*d*").table("y_{name}").settings(),
            Entries.of(FrontierRule.OFFSET).label("z").name("ab*dc").table("z_{name}").settings());

    try (Logged logged = new Logged()) {
      rig.batch(rig.query("ab_dc"), "10:30");
      rig.batch(rig.query("ab_dc", "file:/checkpoints/again"), "10:30");

      assertThat(logged.errors())
          .containsExactly(
              "Query 'ab_dc' is not tracked (AMBIGUOUS): the entries x, z match it equally well."
                  + " Give one of them the exact name, or a longer literal prefix.");
    }
    assertThat(rig.metrics.ambiguousNames()).isEqualTo(1);
    assertThat(rig.store.tries()).isZero();
  }
}
