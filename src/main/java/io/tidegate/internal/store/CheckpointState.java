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
package io.tidegate.internal.store;

import io.tidegate.internal.model.CommittedBatch;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a checkpoint's logs say.
 *
 * @param lineageId the id in {@code metadata}; null where there is none or it cannot be read
 * @param newest the newest committed batch that can be read; null where there is none
 * @param newestCommittedId the highest id present in both logs by name, readable or not; null where
 *     there is none
 * @param hasState whether {@code state/} holds anything
 * @param problems what could not be read, a sentence each; empty for a healthy checkpoint
 */
public record CheckpointState(
    @Nullable String lineageId,
    @Nullable CommittedBatch newest,
    @Nullable Long newestCommittedId,
    boolean hasState,
    List<String> problems) {
  public CheckpointState {
    problems = List.copyOf(problems);
    if (newest != null && (newestCommittedId == null || newest.batchId() > newestCommittedId)) {
      throw new IllegalArgumentException(
          "Batch "
              + newest.batchId()
              + " is newer than the newest one, "
              + newestCommittedId
              + ".");
    }
  }

  /** The newest committed batch that can be read. */
  public Optional<CommittedBatch> newestBatch() {
    return Optional.ofNullable(newest);
  }
}
