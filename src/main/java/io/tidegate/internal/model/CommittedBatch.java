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
package io.tidegate.internal.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A batch that is in both logs of a checkpoint, so that its sink commit is done.
 *
 * @param batchId 0 or more
 * @param batchTimestamp the driver's clock when the batch was planned; null when the log has none
 * @param watermarkDuring the event-time watermark in force while the batch ran; null before the
 *     first one
 * @param watermarkAfter the event-time watermark after the batch; null before the first one
 * @param watermarkPolicy {@code spark.sql.streaming.multipleWatermarkPolicy} in force; null when
 *     the log does not say
 * @param sources one position for each source, in the log's order; never empty
 * @param positional whether {@code sources} has one entry for each streaming leaf of the plan
 */
public record CommittedBatch(
    long batchId,
    @Nullable Instant batchTimestamp,
    @Nullable Instant watermarkDuring,
    @Nullable Instant watermarkAfter,
    @Nullable String watermarkPolicy,
    List<SourcePosition> sources,
    boolean positional) {

  public CommittedBatch {
    sources = List.copyOf(sources);
    if (batchId < 0) {
      throw new IllegalArgumentException("A batch id is not negative: " + batchId);
    }
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("A committed batch has at least one source.");
    }
  }
}
