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

import java.time.Instant;

/**
 * What one committed batch proves.
 *
 * @param raw the frontier as the rule read it, before the guard's cap and before {@code lag}
 * @param frontier the frontier after both
 * @param candidate the frontier truncated to the start of its period
 * @param batchId the batch
 * @param endOffsets JSON array of each source's end offset
 */
public record Proof(
    Instant raw, Instant frontier, Instant candidate, long batchId, String endOffsets) {
  public Proof {
    if (candidate.isAfter(frontier)) {
      throw new IllegalArgumentException("A candidate is never after its frontier.");
    }
  }
}
