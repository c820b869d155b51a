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

import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.tracking.Progress;
import io.tidegate.internal.tracking.QueryFailure;
import io.tidegate.internal.tracking.QueryHandle;
import io.tidegate.internal.util.ErrorText;
import io.tidegate.internal.util.Redactor;
import java.util.Optional;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import scala.Option;

/** A kept query of Spark's. Thread safe. */
final class SparkQueryHandle implements QueryHandle {
  private final StreamingQuery query;
  private final StreamExecutionReader execution;
  private final Redactor redactor;

  SparkQueryHandle(StreamingQuery query, Redactor redactor) {
    this.query = query;
    this.execution = new StreamExecutionReader(query);
    this.redactor = redactor;
  }

  @Override
  public Optional<String> name() {
    return Optional.ofNullable(query.name());
  }

  @Override
  public QueryPlan plan() {
    return execution.plan();
  }

  @Override
  public Optional<String> checkpoint() {
    return execution.checkpoint();
  }

  @Override
  public boolean active() {
    return query.isActive();
  }

  @Override
  public Optional<QueryFailure> failure() {
    Option<StreamingQueryException> error = query.exception();
    if (query.isActive() || error.isEmpty()) {
      return Optional.empty();
    }
    Throwable cause = error.get().getCause() == null ? error.get() : error.get().getCause();
    String text = ErrorText.firstLine(redactor.text(ErrorText.firstLine(cause)));
    boolean stopping = query.sparkSession().sparkContext().isStopped() && ContextStop.shows(cause);
    return Optional.of(
        new QueryFailure(text, ErrorNames.of(cause), ConcurrentRun.shows(cause), stopping));
  }

  @Override
  public Optional<Progress> lastProgress() {
    StreamingQueryProgress newest = query.lastProgress();
    return newest == null ? Optional.empty() : Optional.of(new SparkProgress(newest));
  }
}
