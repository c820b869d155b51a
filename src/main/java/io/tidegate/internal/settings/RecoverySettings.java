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
package io.tidegate.internal.settings;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How restarts of a lineage are bounded.
 *
 * @param enabled whether they are
 * @param limit consecutive barren attempts tolerated; zero or less refuses every replay
 * @param action what happens at the bound
 * @param cooldown time after the last attempt in which a refused lineage gets no probe; zero: never
 * @param places Delta tables, each a path with an optional {@code ?column=value&...} filter, whose
 *     row counts are progress too
 * @param resume token that gives a fresh streak once; null when there is none
 * @param exemptErrors patterns of error classes or exception classes that are not counted
 * @param maxAttempts cap on consecutive bad attempts, productive or not; null for none
 * @param maxElapsed cap on the time since the last good end; null for none
 */
public record RecoverySettings(
    boolean enabled,
    int limit,
    Action action,
    Duration cooldown,
    List<String> places,
    @Nullable String resume,
    List<String> exemptErrors,
    @Nullable Integer maxAttempts,
    @Nullable Duration maxElapsed) {

  /** What happens at the bound. */
  public enum Action {
    REFUSE,
    WARN
  }

  public RecoverySettings {
    places = List.copyOf(places);
    exemptErrors = List.copyOf(exemptErrors);
  }
}
