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

import io.tidegate.internal.tracking.ModelSetup.Kind;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The model is as good as what it catches: each of these wrong rules is found to lie or to hang.
 */
class EveryWrongRuleIsCaughtTest {
  private static final int SEEDS = 2_500;

  static List<Mutation> mutations() {
    return Mutations.all();
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    for (Kind kind : mutation.kinds()) {
      assertThat(caught(mutation, kind)).as("%s of a rule for %s", mutation, kind).isTrue();
    }
  }

  private static boolean caught(Mutation mutation, Kind kind) {
    for (long seed = 0; seed < SEEDS; seed++) {
      if (ModelSearch.run(seed, kind, mutation) != null) {
        return true;
      }
    }
    return false;
  }
}
