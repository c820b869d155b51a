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
package io.tidegate.internal.verdict;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Random schedules of runs over one row, each step checked against what is truly in the target
 * table. Covers restarts, wiped checkpoints, two paths, hung and late writers, clocks that
 * disagree, values from the future, unknown outcomes, and tables restored, dropped and edited.
 */
class VerdictModelTest {
  private static final int SEEDS = Integer.getInteger("tidegate.test.seeds", 1_000);
  private static final int STEPS = 80;

  @Test
  void theLawsHoldAfterEveryStep() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ModelWorld world = new ModelWorld(seed);
      try {
        for (int step = 0; step < STEPS; step++) {
          world.step();
        }
      } catch (AssertionError | RuntimeException e) {
        List<String> log = world.log;
        List<String> last = log.subList(Math.max(0, log.size() - 25), log.size());
        throw new AssertionError(
            e.getMessage() + "\n" + log.get(0) + "\n" + String.join("\n", last), e);
      }
    }
  }
}
