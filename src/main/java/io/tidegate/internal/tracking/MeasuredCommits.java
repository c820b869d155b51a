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

import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.store.CommitLoop;

/** What the commit loop counts, as figures of the application. */
record MeasuredCommits(TidegateMetrics metrics) implements CommitLoop.Counts {
  @Override
  public void committed() {
    metrics.committed();
  }

  @Override
  public void conflicted() {
    metrics.conflicted();
  }

  @Override
  public void retried() {
    metrics.retried();
  }
}
