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
import org.jspecify.annotations.Nullable;

/**
 * Everything one run wants its table's row to say. It is state, not an operation: merging it again
 * changes nothing, so a lost race or an unknown outcome is answered by merging the newest report.
 *
 * @param table the key of the row
 * @param owner the run
 * @param basis the rule, with what is part of it
 * @param trustOldClaim whether a new epoch keeps the claim of the one before it
 * @param fromBeginning whether the lineage is declared to read from the beginning, and started so
 * @param coverageFrom start of the first period the run's first frontier can vouch for; null before
 *     the first frontier
 * @param proof the best committed batch so far; null before the first frontier
 * @param hold why nothing newer is proven; null when nothing is held
 * @param rejected a frontier the guard rejected, not passed since; null when there is none
 * @param triggeredAt when the newest trigger of the run began; null before the first
 * @param end how the run ended; null while it runs
 */
public record RunReport(
    String table,
    Owner owner,
    String basis,
    boolean trustOldClaim,
    boolean fromBeginning,
    @Nullable Instant coverageFrom,
    @Nullable Proof proof,
    @Nullable Hold hold,
    @Nullable Instant rejected,
    @Nullable Instant triggeredAt,
    @Nullable RunEnd end) {
  public RunReport {
    if (proof != null && coverageFrom == null) {
      throw new IllegalArgumentException("A proof comes with the coverage of the first frontier.");
    }
  }
}
