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
package io.tidegate.internal.tracking;

import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.store.PlaceCounter;
import io.tidegate.internal.store.TableStore;
import java.time.Duration;

/**
 * What bounding restarts works with.
 *
 * @param starts the lineage table as starts use it: their calls are bounded as a whole
 * @param ends the same table as the writer uses it; calls should be bounded, see {@link TimedStore}
 * @param workers the threads that starts are looked into on
 * @param deadline how long one start may wait, {@link #DEADLINE} unless a test is in a hurry
 * @param places counts the rows of places
 * @param counters the threads that places are counted on: a log that takes long to read must leave
 *     the record its time
 */
public record RecoveryParts(
    TableStore<LineageRow> starts,
    TableStore<LineageRow> ends,
    Workers workers,
    Duration deadline,
    PlaceCounter places,
    Workers counters) {

  /** How long the start of a query may wait. */
  public static final Duration DEADLINE = Duration.ofSeconds(5);

  /** How long of that the places may take. */
  Duration countDeadline() {
    return deadline.dividedBy(2);
  }
}
