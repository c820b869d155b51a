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
package io.tidegate.internal.verdict;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A run as it owns a row.
 *
 * @param queryName the query's name
 * @param queryId the id in its checkpoint; with the path, the lineage
 * @param checkpoint the qualified checkpoint path
 * @param runId the run
 * @param startedAt when the run started, by its driver's clock
 * @param process the driver process, see {@link io.tidegate.internal.util.ProcessIdentity}
 */
public record Owner(
    String queryName,
    String queryId,
    String checkpoint,
    String runId,
    Instant startedAt,
    String process) {

  public Owner {
    startedAt = startedAt.truncatedTo(ChronoUnit.MICROS);
  }

  boolean sameLineage(VerdictRow row) {
    return queryId.equals(row.queryId()) && checkpoint.equals(row.checkpoint());
  }

  boolean samePath(VerdictRow row) {
    return checkpoint.equals(row.checkpoint());
  }

  boolean sameRun(VerdictRow row) {
    return runId.equals(row.runId());
  }
}
