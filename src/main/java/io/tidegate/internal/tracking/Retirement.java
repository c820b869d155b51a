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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets go of runs that have ended. The last one of each table stays, since its recorded end may
 * wait for the application's, so that what is kept grows with the tables and not with the runs.
 * Confined to the writer thread.
 */
final class Retirement {
  private final Runs runs;
  private final GroupMerge group;
  private final Map<String, TrackedRun> kept = new HashMap<>();

  Retirement(Runs runs, GroupMerge group) {
    this.runs = runs;
    this.group = group;
  }

  void retire() {
    List<TrackedRun> ended = new ArrayList<>();
    for (TrackedRun run : runs.all()) {
      if (!run.closed()) {
        continue;
      }
      if (run.row().superseded() || hasNothingToSay(run)) {
        kept.remove(run.table(), run);
        runs.remove(run);
      } else if (run.reads().complete() && group.onlyEndLeft(run)) {
        ended.add(run);
      }
    }
    ended.sort(GroupMerge.OLDEST_FIRST);
    for (TrackedRun run : ended) {
      TrackedRun before = kept.put(run.table(), run);
      if (before != null && before != run) {
        runs.remove(before);
      }
    }
  }

  /** Whether it is over and its checkpoint was never found. */
  private static boolean hasNothingToSay(TrackedRun run) {
    return run.reads().complete() && run.report() == null;
  }
}
