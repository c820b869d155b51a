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

import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.SourcePosition;
import io.tidegate.internal.model.StreamingSource;
import io.tidegate.internal.testing.Plans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Committed batches and plans, as short as the tests need them. */
final class Batches {
  private Batches() {}

  /** A batch of the offset rule, planned at an instant, with one end offset for each source. */
  static CommittedBatch offsets(String planned, @Nullable String... offsets) {
    return new CommittedBatch(3, Instant.parse(planned), null, null, null, sources(offsets), true);
  }

  /** A batch of one source whose offset holds a time. */
  static CommittedBatch says(String planned, String commitTs) {
    return offsets(planned, "{\"lsn\":\"0x2A\",\"commit_ts\":\"" + commitTs + "\"}");
  }

  /** A batch with watermarks: in force during it, and after it. */
  static CommittedBatch watermarks(
      String planned, @Nullable String during, @Nullable String after, @Nullable String policy) {
    return new CommittedBatch(
        3,
        Instant.parse(planned),
        during == null ? null : Instant.parse(during),
        after == null ? null : Instant.parse(after),
        policy,
        sources("{\"logOffset\":3}"),
        true);
  }

  static List<SourcePosition> sources(@Nullable String... offsets) {
    List<SourcePosition> sources = new ArrayList<>();
    for (String offset : offsets) {
      sources.add(new SourcePosition(String.valueOf(sources.size()), offset));
    }
    return sources;
  }

  /** A stateless plan over as many sources, without watermarks. */
  static QueryPlan plan(int leaves) {
    return plan(leaves, leaves, 0);
  }

  static QueryPlan plan(int leaves, int withoutWatermark, int watermarks) {
    Plans plans = Plans.over(leaves - withoutWatermark);
    plans.sources.replaceAll(source -> new StreamingSource(source.provider(), true, false));
    plans.sources.addAll(Plans.over(withoutWatermark).sources);
    plans.watermarks = watermarks;
    return plans.build();
  }
}
