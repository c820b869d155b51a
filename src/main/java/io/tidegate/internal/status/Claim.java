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
package io.tidegate.internal.status;

import io.tidegate.internal.verdict.VerdictRow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a row claims to be complete.
 *
 * @param from inclusive; null while nothing is claimed
 * @param until exclusive; null while nothing is claimed
 */
public record Claim(@Nullable Instant from, @Nullable Instant until) {

  /** The claim of a row. */
  public static Claim of(VerdictRow row) {
    return new Claim(row.trackedFrom(), row.finalizedUntil());
  }

  /** Whether no period can be final by it yet. */
  public boolean isEmpty() {
    return from == null || until == null || !from.isBefore(until);
  }

  /** The one predicate: whether the period is final. */
  public boolean covers(Period period) {
    return from != null
        && until != null
        && !from.isAfter(period.start())
        && !period.end().isAfter(until);
  }
}
