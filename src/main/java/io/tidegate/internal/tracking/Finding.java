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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one look at a query and its checkpoint found.
 *
 * @param handle the query; null when it could not be found any more
 * @param plan its plan
 * @param checkpoint its qualified checkpoint path; null when not known
 * @param hasState whether the checkpoint holds operator state
 * @param batch the newest committed batch that could be read; null when there is none
 * @param startedAtZero whether no batch had been committed when the run started; null when that is
 *     not known
 * @param unreadable why no newer batch could be read, in a sentence; null when nothing stood in the
 *     way
 * @param failed whether the look itself failed, so that another one may find more; false for a
 *     checkpoint that is damaged
 * @param notes what is odd about the checkpoint, for the log
 */
record Finding(
    @Nullable QueryHandle handle,
    QueryPlan plan,
    @Nullable String checkpoint,
    boolean hasState,
    @Nullable CommittedBatch batch,
    @Nullable Boolean startedAtZero,
    @Nullable String unreadable,
    boolean failed,
    List<String> notes) {
  Finding {
    notes = List.copyOf(notes);
    if (failed && unreadable == null) {
      throw new IllegalArgumentException("A look that failed says why.");
    }
  }
}
