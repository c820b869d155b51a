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
package io.tidegate.internal.verdict;

import io.tidegate.internal.model.CommittedBatch;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One checkpoint's history in the model: what it has really put into the target table. */
final class ModelLineage {
  final String id;
  final String path;

  /** Born after the target table was last wiped. */
  final int wipes;

  final boolean declaredBeginning;

  /** Where it began to read; rows from here on (inclusive) are in the table. */
  Instant from;

  /** How far it has read; rows before (exclusive) are in the table. */
  Instant position;

  /** The newest batch in the checkpoint's logs. */
  @Nullable CommittedBatch newest;

  ModelLineage(String id, String path, int wipes, boolean declaredBeginning, Instant from) {
    this.id = id;
    this.path = path;
    this.wipes = wipes;
    this.declaredBeginning = declaredBeginning;
    this.from = from;
    this.position = from;
  }

  long nextBatchId() {
    return newest == null ? 0 : newest.batchId() + 1;
  }
}
