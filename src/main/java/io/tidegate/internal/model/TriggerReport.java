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

/**
 * What one trigger reported.
 *
 * @param at when it began, by the driver's clock
 * @param batchId its batch; for a trigger that planned none, the batch that will come
 * @param sources its sources, one that the plan reads twice named once
 */
public record TriggerReport(Instant at, long batchId, List<SourceReport> sources) {
  public TriggerReport {
    sources = List.copyOf(sources);
  }
}
