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

import io.tidegate.api.HoldCode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a committed batch comes to under an entry's rule. */
public sealed interface Evaluation {

  /**
   * A frontier.
   *
   * @param raw as the rule read it
   * @param capped whether the guard moved it back to the batch's own timestamp
   * @param frontier after the guard and {@code lag}
   * @param candidate truncated to the start of its period
   * @param coverageFrom start of the first period that a lineage which begins here can vouch for
   */
  record Frontier(
      Instant raw, boolean capped, Instant frontier, Instant candidate, Instant coverageFrom)
      implements Evaluation {
    public Frontier {
      if (candidate.isAfter(frontier)) {
        throw new IllegalArgumentException("A candidate is never after its frontier.");
      }
    }
  }

  /**
   * None, and why.
   *
   * @param code the code
   * @param why a sentence without its full stop
   * @param rejected the frontier the guard rejected; null unless the code is {@code FUTURE}
   */
  record None(HoldCode code, String why, @Nullable Instant rejected) implements Evaluation {
    public None {
      if (rejected != null && code != HoldCode.FUTURE) {
        throw new IllegalArgumentException("Only FUTURE rejects a frontier: " + code);
      }
    }

    None(HoldCode code, String why) {
      this(code, why, null);
    }
  }
}
