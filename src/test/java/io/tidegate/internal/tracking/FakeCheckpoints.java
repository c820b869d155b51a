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
import io.tidegate.internal.store.CheckpointOutline;
import io.tidegate.internal.store.CheckpointReader;
import io.tidegate.internal.store.CheckpointState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Checkpoints in memory. Thread safe. */
final class FakeCheckpoints implements CheckpointReader {
  private final Map<String, String> lineages = new java.util.concurrent.ConcurrentHashMap<>();
  private final Map<String, NavigableMap<Long, CommittedBatch>> logs = new ConcurrentHashMap<>();
  private final Set<String> pending = ConcurrentHashMap.newKeySet();
  private final AtomicInteger reads = new AtomicInteger();
  private volatile @Nullable String failure;

  /** Every read fails with this text; null ends it. */
  void failWith(@Nullable String text) {
    failure = text;
  }

  /** Looks of either kind. */
  int reads() {
    return reads.get();
  }

  /** A batch was planned, or is no longer waiting. */
  void plan(String path, boolean waiting) {
    if (waiting) {
      pending.add(path);
    } else {
      pending.remove(path);
    }
  }

  void commit(String path, CommittedBatch batch) {
    log(path).put(batch.batchId(), batch);
  }

  long nextBatch(String path) {
    return log(path).isEmpty() ? 0 : log(path).lastKey() + 1;
  }

  @Nullable CommittedBatch newest(String path) {
    return log(path).isEmpty() ? null : log(path).lastEntry().getValue();
  }

  /** A batch as the {@code offset} rule sees it. */
  static CommittedBatch offsetBatch(long id, Instant planned, String offsetJson) {
    return new CommittedBatch(
        id, planned, null, null, null, List.of(new SourcePosition("0", offsetJson)), true);
  }

  /** A batch as the {@code watermark} rule sees it. */
  static CommittedBatch watermarkBatch(
      long id, Instant planned, @Nullable Instant during, @Nullable Instant after) {
    return new CommittedBatch(
        id,
        planned,
        during,
        after,
        "min",
        List.of(new SourcePosition("0", "{\"n\":" + id + "}")),
        true);
  }

  private NavigableMap<Long, CommittedBatch> log(String path) {
    return logs.computeIfAbsent(path, p -> new ConcurrentSkipListMap<>());
  }

  private void countOrFail() throws IOException {
    reads.incrementAndGet();
    String text = failure;
    if (text != null) {
      throw new IOException(text);
    }
  }

  /** The id in a checkpoint's metadata, unless it was replaced. */
  static UUID lineage(String path) {
    return UUID.nameUUIDFromBytes(path.getBytes(StandardCharsets.UTF_8));
  }

  /** Somebody wiped the checkpoint and started another query there. */
  void replace(String path) {
    lineages.put(path, "another lineage");
  }

  @Override
  public CheckpointState read(String path) throws IOException {
    countOrFail();
    CommittedBatch newest = newest(path);
    return new CheckpointState(
        lineages.getOrDefault(path, lineage(path).toString()),
        newest,
        newest == null ? null : newest.batchId(),
        false,
        List.of());
  }

  @Override
  public CheckpointOutline outline(String path) throws IOException {
    countOrFail();
    return new CheckpointOutline(
        lineages.getOrDefault(path, lineage(path).toString()),
        true,
        nextBatch(path),
        pending.contains(path));
  }

  @Override
  public Optional<CommittedBatch> readBatch(String path, long batchId) throws IOException {
    countOrFail();
    return Optional.ofNullable(log(path).get(batchId));
  }
}
