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

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Notices a query whose checkpoint is another one at each start, so that nothing it does is ever
 * gone on from and no bound can see it. Pure.
 */
public final class MovingCheckpoint {
  /** So many checkpoints that were used once, and this one, are no coincidence. */
  static final int USED_ONCE = 2;

  private MovingCheckpoint() {}

  /**
   * What to warn of.
   *
   * @param request a start with a checkpoint that is not on record yet
   * @param rows all lineages on record
   */
  public static Optional<String> warning(StartRequest request, Collection<LineageRow> rows) {
    List<LineageRow> others =
        rows.stream()
            .filter(row -> request.queryName().equals(row.queryName()))
            .filter(row -> !request.checkpoint().equals(row.checkpoint()))
            .toList();
    boolean moves =
        others.size() >= USED_ONCE && others.stream().allMatch(row -> row.attempts() <= 1);
    return moves
        ? Optional.of(
            "The streaming query '"
                + request.queryName()
                + "' starts with the checkpoint "
                + request.checkpoint()
                + ", and each of its "
                + others.size()
                + " starts before had another one. It begins anew each time, and its restarts cannot"
                + " be bounded. Give it a checkpointLocation that stays the same.")
        : Optional.empty();
  }
}
