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

import io.tidegate.internal.recovery.CheckpointLook;
import org.jspecify.annotations.Nullable;

/**
 * How far a checkpoint has got, by the names of its files alone.
 *
 * @param lineageId the id in {@code metadata}; null where there is none or it cannot be read
 * @param idKnown whether it can be read, or is known to be absent
 * @param reading the highest id present in both logs plus one; 0 before the first, and where there
 *     is no checkpoint
 * @param pending whether a batch was planned after the newest committed one
 */
public record CheckpointOutline(
    @Nullable String lineageId, boolean idKnown, long reading, boolean pending) {
  public CheckpointOutline {
    if (reading < 0 || (lineageId != null && !idKnown)) {
      throw new IllegalArgumentException(
          "A checkpoint at " + reading + " with the id " + lineageId + " cannot be.");
    }
  }

  /**
   * The same as starts are judged by it.
   *
   * @param placeRows rows in the configured places; null where they are not known
   */
  public CheckpointLook look(@Nullable Long placeRows) {
    return new CheckpointLook(idKnown, lineageId, reading, pending, placeRows);
  }
}
