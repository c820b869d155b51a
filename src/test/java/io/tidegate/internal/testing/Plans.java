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
package io.tidegate.internal.testing;

import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.StreamingSource;
import io.tidegate.internal.model.TumblingWindow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans as the plan reader gives them: micro-batches in append mode unless said otherwise. */
public final class Plans {
  public QueryPlan.Execution execution = QueryPlan.Execution.MICRO_BATCH;
  public QueryPlan.Trigger trigger = QueryPlan.Trigger.PROCESSING_TIME;
  public QueryPlan.OutputMode outputMode = QueryPlan.OutputMode.APPEND;
  public List<String> unknown = List.of();
  public List<String> stateful = List.of();
  public List<String> emitsAtOnce = List.of();
  public List<StreamingSource> sources = new ArrayList<>();
  public int watermarks;
  public @Nullable TumblingWindow window;

  /** Over as many sources without a watermark. */
  public static Plans over(int sources) {
    Plans plans = new Plans();
    for (int i = 0; i < sources; i++) {
      plans.sources.add(new StreamingSource("fake", false, false));
    }
    return plans;
  }

  /** Over as many sources, all of them below one watermark. */
  public static Plans watermarked(int sources) {
    Plans plans = new Plans();
    for (int i = 0; i < sources; i++) {
      plans.sources.add(new StreamingSource("fake", true, false));
    }
    plans.watermarks = 1;
    return plans;
  }

  /** Over one source, a watermark and an aggregation; null for one that has no windows. */
  public static Plans windowed(@Nullable TumblingWindow window) {
    Plans plans = watermarked(1);
    plans.stateful = List.of("Aggregate");
    plans.window = window;
    return plans;
  }

  public QueryPlan build() {
    return new QueryPlan(
        execution,
        trigger,
        outputMode,
        unknown,
        stateful,
        emitsAtOnce,
        sources,
        watermarks,
        window);
  }
}
