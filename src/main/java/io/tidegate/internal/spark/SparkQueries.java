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
package io.tidegate.internal.spark;

import io.tidegate.internal.tracking.QueryHandle;
import io.tidegate.internal.tracking.QueryLookup;
import io.tidegate.internal.util.Redactor;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.jspecify.annotations.Nullable;

/**
 * Finds running queries: in the active session, or among those that all sessions of the application
 * share. A query is there from before its start event until it has ended. Thread safe; no call
 * waits for a query.
 */
final class SparkQueries implements QueryLookup {
  private final Redactor redactor;

  SparkQueries(Redactor redactor) {
    this.redactor = redactor;
  }

  @Override
  public Optional<QueryHandle> find(UUID queryId, UUID runId) {
    for (SparkSession session : Sessions.known()) {
      StreamingQuery query = find(session, queryId);
      if (query != null && runId.equals(query.runId())) {
        return Optional.of(new SparkQueryHandle(query, redactor));
      }
    }
    return Optional.empty();
  }

  private static @Nullable StreamingQuery find(SparkSession session, UUID queryId) {
    // The map's values moved between packages from one Spark to the next: they are taken as
    // objects.
    Map<UUID, ?> shared = session.sharedState().activeStreamingQueries();
    Object query = shared.get(queryId);
    return query instanceof StreamingQuery known ? known : session.streams().get(queryId);
  }
}
