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

import io.tidegate.api.VerdictState;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Instant;

/** The state of a table as a reader sees it now. Names are stable: faces show them. */
public enum SeenState {
  /** A run owns the table and counts as alive. */
  ACTIVE,
  /** A run owns the table, no end of it is recorded, and it does not count as alive any more. */
  LOST,
  /** The owner ended gracefully. */
  ENDED,
  /** The owner's last run ended with an error. */
  FAILED,
  /** The owner was refused a start. */
  STOPPED,
  /** A newer version wrote a state that this one does not know. */
  UNKNOWN;

  /** The state of a row at an instant. */
  static SeenState of(VerdictRow row, Instant now) {
    VerdictState state = row.state();
    if (state == null) {
      return UNKNOWN;
    }
    return switch (state) {
      case ACTIVE -> lost(row, now) ? LOST : ACTIVE;
      case ENDED -> ENDED;
      case FAILED -> FAILED;
      case STOPPED -> STOPPED;
    };
  }

  private static boolean lost(VerdictRow row, Instant now) {
    return row.aliveUntil() != null && !row.aliveUntil().isAfter(now);
  }
}
