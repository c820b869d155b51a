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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a start may go on, and what the lineage's row should say then. */
public sealed interface StartDecision {

  /** The row to write, before anything else happens. */
  LineageRow row();

  /** What somebody should know, a sentence each, fit to log. */
  List<String> warnings();

  /**
   * It may start.
   *
   * @param row with the attempt in it
   * @param attempt the new attempt
   * @param warnings see {@link StartDecision#warnings}
   */
  record Allowed(LineageRow row, Attempt attempt, List<String> warnings) implements StartDecision {
    public Allowed {
      warnings = List.copyOf(warnings);
    }

    /** Whether the lineage is refused and this is the attempt let through after the cooldown. */
    public boolean probe() {
      return attempt.probe();
    }
  }

  /**
   * It would be refused, but the settings say to warn only.
   *
   * @param row with the attempt in it
   * @param attempt the new attempt
   * @param reason why it would be refused
   * @param warnings see {@link StartDecision#warnings}; the reason is one of them
   */
  record Warned(LineageRow row, Attempt attempt, String reason, List<String> warnings)
      implements StartDecision {
    public Warned {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * It is refused.
   *
   * @param row with the refusal counted, which is not an attempt
   * @param reason why, fit for the row of the lineage's table
   * @param nextProbe from when on one attempt is let through; null for never
   * @param lastAttempts the last ones, oldest first, at most three
   * @param warnings see {@link StartDecision#warnings}
   */
  record Refused(
      LineageRow row,
      String reason,
      @Nullable Instant nextProbe,
      List<Attempt> lastAttempts,
      List<String> warnings)
      implements StartDecision {
    public Refused {
      lastAttempts = List.copyOf(lastAttempts);
      warnings = List.copyOf(warnings);
    }
  }
}
