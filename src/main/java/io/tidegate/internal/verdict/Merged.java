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

import io.tidegate.api.HoldCode;

/** What merging a report into a row comes to. */
public sealed interface Merged {

  /** How soon a changed row must be written. The later constant is the more urgent one. */
  enum Urgency {
    /** The row says it all. */
    NOTHING,
    /** Only the recorded end differs: with the application's last flush, or with the next write. */
    AT_THE_END,
    /** Only why it is held differs: at most once in ten minutes. */
    HOLD,
    /** Only the heartbeat is due. */
    HEARTBEAT,
    /** The verdict, its coverage, the owner or a failure: at once. */
    NOW
  }

  /**
   * The run owns the row, or takes it with its next write.
   *
   * @param row what the row should say
   * @param urgency how soon
   */
  record Mine(VerdictRow row, Urgency urgency) implements Merged {}

  /**
   * Another owner has the row and this run may not have it now.
   *
   * @param code {@code CONFLICT} or {@code FENCED}
   * @param why in a sentence
   */
  record Blocked(HoldCode code, String why) implements Merged {
    public Blocked {
      if (code != HoldCode.CONFLICT && code != HoldCode.FENCED) {
        throw new IllegalArgumentException("No other owner blocks with " + code + ".");
      }
    }
  }

  /**
   * A newer owner has the row for good: this run's writes are dropped.
   *
   * @param why in a sentence
   */
  record Superseded(String why) implements Merged {}
}
