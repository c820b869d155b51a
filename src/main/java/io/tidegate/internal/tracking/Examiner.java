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
import io.tidegate.internal.store.CheckpointReader;
import io.tidegate.internal.store.CheckpointState;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at a query and its checkpoint. Blocks on storage; thread safe. */
final class Examiner {
  private final CheckpointReader checkpoints;
  private final QueryLookup lookup;

  Examiner(CheckpointReader checkpoints, QueryLookup lookup) {
    this.checkpoints = checkpoints;
    this.lookup = lookup;
  }

  /**
   * What to look at.
   *
   * @param run the run
   * @param handle the query; null to look it up
   * @param plan the plan where it is understood already; null to read it
   * @param hasState what the last look found
   * @param startedAtZero what an earlier look found; null until one could tell
   * @param batchId the batch an event reported, read without listing; null to list for the newest
   */
  record Request(
      RunStart run,
      @Nullable QueryHandle handle,
      @Nullable QueryPlan plan,
      boolean hasState,
      @Nullable Boolean startedAtZero,
      @Nullable Long batchId) {}

  /** Looks; whatever goes wrong is part of the finding. */
  Finding examine(Request request) {
    QueryHandle handle = request.handle();
    QueryPlan plan = request.plan();
    String path = null;
    try {
      if (handle == null) {
        handle = lookup.find(request.run().queryId(), request.run().runId()).orElse(null);
      }
      path = handle == null ? null : handle.checkpoint().orElse(null);
      if (plan == null) {
        plan =
            handle == null
                ? QueryPlan.unreadable("the query had ended before it was first seen")
                : handle.plan();
      }
      return path == null
          ? nothing(request, handle, plan, null, "the query's checkpoint path is not known", true)
          : read(request, handle, plan, path);
    } catch (IOException | RuntimeException | LinkageError e) {
      QueryPlan known = plan == null ? QueryPlan.unreadable(e.toString()) : plan;
      return nothing(request, handle, known, path, "the checkpoint cannot be read: " + e, true);
    }
  }

  private Finding read(Request request, @Nullable QueryHandle handle, QueryPlan plan, String path)
      throws IOException {
    if (request.batchId() != null && request.startedAtZero() != null) {
      Optional<CommittedBatch> reported = checkpoints.readBatch(path, request.batchId());
      if (reported.isPresent()) {
        return new Finding(
            handle,
            plan,
            path,
            request.hasState(),
            reported.get(),
            request.startedAtZero(),
            null,
            false,
            List.of());
      }
    }
    CheckpointState state = checkpoints.read(path);
    String lineage = state.lineageId();
    if (lineage != null && !lineage.equals(request.run().queryId().toString())) {
      return replaced(request, handle, plan, path, lineage);
    }
    Boolean zero =
        request.startedAtZero() != null
            ? request.startedAtZero()
            : startedAtZero(path, state, request.run().startedAt());
    return new Finding(
        handle,
        plan,
        path,
        state.hasState(),
        state.newest(),
        zero,
        damage(state),
        false,
        state.problems());
  }

  /** Why the newest committed batch is not the one found; null when it is. */
  static @Nullable String damage(CheckpointState state) {
    CommittedBatch newest = state.newest();
    Long committed = state.newestCommittedId();
    boolean missed = committed != null && (newest == null || newest.batchId() < committed);
    return missed ? String.join("; ", state.problems()) : null;
  }

  /**
   * Whether the lineage's first commit came after the run started; null when the logs do not tell.
   * The look may come after that commit, so the first batch's own timestamp decides.
   */
  private @Nullable Boolean startedAtZero(String path, CheckpointState state, Instant startedAt)
      throws IOException {
    if (state.newestCommittedId() == null) {
      return state.problems().isEmpty() ? Boolean.TRUE : null;
    }
    return checkpoints
        .readBatch(path, 0)
        .map(CommittedBatch::batchTimestamp)
        .filter(planned -> !planned.isBefore(startedAt))
        .isPresent();
  }

  /** The logs at the path are no longer the run's own. */
  private static Finding replaced(
      Request request, @Nullable QueryHandle handle, QueryPlan plan, String path, String lineage) {
    return nothing(
        request,
        handle,
        plan,
        path,
        "the checkpoint has been replaced: its metadata names the lineage "
            + lineage
            + " and not "
            + request.run().queryId(),
        false);
  }

  /** Nothing was found, and why; what an earlier look found stands. */
  private static Finding nothing(
      Request request,
      @Nullable QueryHandle handle,
      QueryPlan plan,
      @Nullable String path,
      String why,
      boolean failed) {
    return new Finding(
        handle,
        plan,
        path,
        request.hasState(),
        null,
        request.startedAtZero(),
        why,
        failed,
        List.of(why));
  }
}
