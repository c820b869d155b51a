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
package io.tidegate.internal.recovery;

import org.jspecify.annotations.Nullable;

/**
 * What a checkpoint and the configured places say now, as far as they could be read in time.
 *
 * @param idKnown whether {@code metadata} could be read, or is known to be absent
 * @param queryId the id in it; null where it is absent or not known
 * @param reading how far the lineage has got: the highest committed batch id plus one, 0 for an
 *     absent checkpoint; null where it is unknown
 * @param pending whether {@code offsets/} holds a batch that {@code commits/} lacks; null where
 *     that is unknown
 * @param placeRows rows in the configured places; null where none are given or they could not be
 *     counted in time
 */
public record CheckpointLook(
    boolean idKnown,
    @Nullable String queryId,
    @Nullable Long reading,
    @Nullable Boolean pending,
    @Nullable Long placeRows) {

  public CheckpointLook {
    if (!idKnown && queryId != null) {
      throw new IllegalArgumentException("The id " + queryId + " is not known, and yet given.");
    }
  }

  /** Whether the checkpoint at the path is another one than the row tells of. */
  public boolean replaces(LineageRow row) {
    return idKnown && row.queryId() != null && !row.queryId().equals(queryId);
  }

  /** Nothing could be read in time. */
  public static CheckpointLook unknown() {
    return new CheckpointLook(false, null, null, null, null);
  }
}
