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

import org.junit.jupiter.api.Test;

/** The laws under many schedules; a failure names the seed that repeats it. */
class TrackingSimulationTest {
  private static final int SEEDS = Integer.getInteger("tidegate.test.seeds", 1_000);

  @Test
  void theLawsHoldUnderEverySchedule() {
    try (Logged logged = new Logged("error of Tidegate's own")) {
      for (long seed = 0; seed < SEEDS; seed++) {
        try {
          new Simulation(seed).run();
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
      }
      assertThat(logged.errors()).isEmpty();
    }
  }
}
