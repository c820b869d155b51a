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

import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.TriggerReport;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One progress of a query, read lazily: making a view costs nothing, and only the newest of a run
 * is ever looked into. Immutable and thread safe.
 */
public interface Progress {
  UUID queryId();

  UUID runId();

  /** The query's name; null when it has none. */
  @Nullable String queryName();

  /** When the trigger started, by the driver's clock; null when the event's text is not a time. */
  @Nullable Instant triggeredAt();

  /** The batch; of an idle trigger the next one, which has not run. */
  long batchId();

  /** Its sources, one that the plan reads twice named once. */
  List<SourceReport> sources();

  /**
   * What its trigger reported; null when it is not known when that began, and when it asked no
   * source.
   */
  default @Nullable TriggerReport trigger() {
    Instant at = triggeredAt();
    return at == null ? null : new TriggerReport(at, batchId(), sources());
  }

  /** The watermark in force during the batch; null when there is none. */
  @Nullable Instant watermark();

  /** The greatest event time of the batch; null when there is none. */
  @Nullable Instant greatestEventTime();
}
