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
package io.tidegate.internal.done;

import io.tidegate.internal.verdict.VerdictRow;
import java.time.Instant;

/** Markers for tests. */
public final class TestMarkers {
  private TestMarkers() {}

  /** The hour from 14:00 of a table that is final until 16:00. */
  public static DoneMarker marker(String table) {
    return marker(table, "2026-10-01T14:00:00Z", "2026-10-01T15:00:00Z");
  }

  /** The same for another period. */
  public static DoneMarker marker(String table, String start, String end) {
    VerdictRow row =
        VerdictRow.builder(table)
            .trackedFrom(Instant.parse("2026-10-01T00:00:00Z"))
            .finalizedUntil(Instant.parse("2026-10-01T16:00:00Z"))
            .frontier(Instant.parse("2026-10-01T16:07:00Z"))
            .basis("offset(field=commit_ts)")
            .epoch(1)
            .queryName("orders")
            .queryId("q")
            .runId("r")
            .checkpoint("s3a://private/checkpoint")
            .batchId(41L)
            .build();
    return new DoneMarker(row, Instant.parse(start), Instant.parse(end));
  }
}
