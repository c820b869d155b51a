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
import io.tidegate.internal.model.SourcePosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One checkpoint of the model: both logs and the rows kept in state. */
final class ModelStream {

  /** A batch in {@code offsets/}, and once it is committed in {@code commits/} too. */
  static final class Batch {
    final long id;
    final int[] start;
    final int[] end;
    final List<String> offsets;
    final Instant planned;
    final @Nullable Instant during;
    final boolean poisoned;
    boolean committed;
    @Nullable Instant after;

    Batch(
        long id,
        int[] start,
        int[] end,
        List<String> offsets,
        Instant planned,
        @Nullable Instant during,
        boolean poisoned) {
      this.id = id;
      this.start = start;
      this.end = end;
      this.offsets = offsets;
      this.planned = planned;
      this.during = during;
      this.poisoned = poisoned;
    }

    CommittedBatch read(String policy) {
      List<SourcePosition> sources = new ArrayList<>();
      for (int i = 0; i < offsets.size(); i++) {
        sources.add(new SourcePosition(Integer.toString(i), offsets.get(i)));
      }
      return new CommittedBatch(id, planned, during, after, policy, sources, true);
    }
  }

  final UUID id;
  final String path;

  /** Where it began to read, and whether the entry says that this is the beginning. */
  final int[] from;

  final boolean declaredBeginning;
  final List<Batch> batches = new ArrayList<>();
  List<ModelSource.Row> kept = new ArrayList<>();

  /** What its source pretends to have reached; null while it tells the truth. */
  @Nullable Instant poison;

  ModelStream(UUID id, String path, int[] from, boolean declaredBeginning) {
    this.id = id;
    this.path = path;
    this.from = from;
    this.declaredBeginning = declaredBeginning;
  }

  /** Somebody copies the checkpoint. */
  ModelStream copiedTo(String other) {
    ModelStream copy = new ModelStream(id, other, from, declaredBeginning);
    for (Batch batch : batches) {
      if (batch.committed) {
        copy.batches.add(batch);
      }
    }
    copy.kept = new ArrayList<>(kept);
    return copy;
  }

  boolean sameLineage(ModelStream other) {
    return id.equals(other.id) && path.equals(other.path);
  }

  @Nullable Batch newest() {
    Batch last = last();
    if (last == null || last.committed) {
      return last;
    }
    return batches.size() == 1 ? null : batches.get(batches.size() - 2);
  }

  @Nullable Batch last() {
    return batches.isEmpty() ? null : batches.get(batches.size() - 1);
  }

  /** A batch that was planned and not committed: the next run begins with it. */
  @Nullable Batch pending() {
    Batch last = last();
    return last == null || last.committed ? null : last;
  }

  int[] position() {
    Batch newest = newest();
    return newest == null ? from : newest.end;
  }

  @Override
  public String toString() {
    return "lineage " + id.getLeastSignificantBits() + " at " + path;
  }
}
