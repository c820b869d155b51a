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
package io.tidegate.internal.recovery;

import java.time.Instant;

/** Gives a lineage a fresh streak by hand, as a new {@code recovery.resume} does. Pure. */
public final class Resume {
  private Resume() {}

  /** Whether no attempt has started since the row was last resumed. */
  public static boolean resumed(LineageRow row) {
    return row.resumedAfter() != null
        && row.resumedAfter() >= row.attempts()
        && History.of(row).isPresent();
  }

  /**
   * The row from which the next start counts afresh. What has been recorded is kept; a history that
   * is damaged is not, and neither would the next start read it.
   *
   * @param row as it was read
   * @param now the wall clock
   */
  public static LineageRow resume(LineageRow row, Instant now) {
    History history = History.of(row).orElseGet(History::none);
    return history
        .resumedAfter(row.attempts())
        .into(row.toBuilder())
        .streak(0)
        .updatedAt(now)
        .build();
  }
}
