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

import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.store.CheckpointState;
import io.tidegate.internal.verdict.Merged;
import io.tidegate.internal.verdict.Ownership;
import io.tidegate.internal.verdict.RunReport;
import io.tidegate.internal.verdict.VerdictMerge;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The rules as the model asks them: the real ones, unless a mutation changes what goes into them or
 * what comes out.
 */
final class ModelRules {
  static final Duration SKEW = Duration.ofMinutes(5);
  static final Duration HEARTBEAT = Duration.ofMinutes(5);

  /** Processes known not to exist any more. */
  final Set<String> gone = new HashSet<>();

  private final VerdictMerge real =
      new VerdictMerge(new Ownership(gone::contains, SKEW), HEARTBEAT);

  UnaryOperator<QueryPlan> plan = UnaryOperator.identity();
  UnaryOperator<SourceReport> source = UnaryOperator.identity();
  Trigger trigger = (began, reported) -> began;
  UnaryOperator<CommittedBatch> batch = UnaryOperator.identity();
  Checkpoint checkpoint = (stream, state) -> state;
  Report report = (query, report) -> report;
  Merge merge = (query, row, report, now) -> merged(query, row, report, now);
  Duration tolerance = SKEW;

  /** When a trigger is said to have begun. */
  interface Trigger {
    Instant began(Instant really, Instant reported);
  }

  /** What a checkpoint is said to hold. */
  interface Checkpoint {
    CheckpointState read(ModelStream stream, CheckpointState state);
  }

  /** What a run says. */
  interface Report {
    RunReport of(ModelQuery query, RunReport report);
  }

  /** What becomes of the row. */
  interface Merge {
    Merged merge(ModelQuery query, @Nullable VerdictRow row, RunReport report, Instant now);
  }

  /** The real merge. */
  Merged merged(ModelQuery query, @Nullable VerdictRow row, RunReport report, Instant now) {
    return real.merge(row, query.run().row().acknowledged(), report, now);
  }

  /** The real merge, with another idea of what the run has written before. */
  Merged merged(
      @Nullable VerdictRow row, @Nullable VerdictRow known, RunReport report, Instant now) {
    return real.merge(row, known, report, now);
  }
}
