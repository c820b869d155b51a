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

import io.tidegate.internal.tracking.ModelSetup.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Looks for a schedule in which a rule says of a period that it is final although the table has not
 * all of its rows, or in which the row is not its owner's; and in which a verdict never comes.
 */
class NoRuleLiesTest {
  private static final int SEEDS = Integer.getInteger("tidegate.test.seeds", 10_000);

  @ParameterizedTest
  @EnumSource(Kind.class)
  void noScheduleIsFound(Kind kind) {
    for (long seed = 0; seed < share(kind); seed++) {
      AssertionError found = ModelSearch.run(seed, kind, Mutation.NONE);
      if (found != null) {
        throw found;
      }
    }
  }

  /** How many of the seeds; most for the rule that has the most to be misled by. */
  private static int share(Kind kind) {
    return switch (kind) {
      case OFFSET -> SEEDS / 10;
      case WATERMARK, WINDOW -> SEEDS / 5;
      case ARRIVAL -> SEEDS / 2;
    };
  }
}
