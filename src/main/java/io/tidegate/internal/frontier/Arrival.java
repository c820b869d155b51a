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

import io.tidegate.internal.model.TriggerReport;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a run has shown of having caught up.
 *
 * @param proof the newest trigger that had read all there was; null before the first
 * @param runStartedAt when the run started; null when that was not seen
 * @param thereBy an instant by which the run had started, even where a trigger's own time is
 *     earlier because the clock was; null before there is a proof
 */
public record Arrival(
    @Nullable TriggerReport proof, @Nullable Instant runStartedAt, @Nullable Instant thereBy) {
  /** Nothing yet. */
  public static final Arrival NOTHING = new Arrival(null, null, null);
}
