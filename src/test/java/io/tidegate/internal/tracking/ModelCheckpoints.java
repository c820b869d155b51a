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
import io.tidegate.internal.store.CheckpointOutline;
import io.tidegate.internal.store.CheckpointReader;
import io.tidegate.internal.store.CheckpointState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the tracker reads of the model's checkpoints: one stream at each path. */
final class ModelCheckpoints implements CheckpointReader {
  private final Map<String, ModelStream> streams = new HashMap<>();
  private final ModelRules rules;
  private final ModelSetup setup;

  ModelCheckpoints(ModelRules rules, ModelSetup setup) {
    this.rules = rules;
    this.setup = setup;
  }

  /** The stream is what is at its path from now on. */
  void put(ModelStream stream) {
    streams.put(stream.path, stream);
  }

  private String policy() {
    return setup.trap() == ModelSetup.Trap.MAX_POLICY ? "max" : "min";
  }

  @Override
  public CheckpointState read(String path) {
    ModelStream stream = streams.get(path);
    ModelStream.Batch newest = stream.newest();
    CheckpointState state =
        new CheckpointState(
            stream.id.toString(),
            newest == null ? null : rules.batch.apply(newest.read(policy())),
            newest == null ? null : newest.id,
            setup.stateful() && newest != null,
            List.of());
    return rules.checkpoint.read(stream, state);
  }

  @Override
  public CheckpointOutline outline(String path) {
    throw new AssertionError("no start is asked for here");
  }

  @Override
  public Optional<CommittedBatch> readBatch(String path, long batchId) {
    return streams.get(path).batches.stream()
        .filter(batch -> batch.id == batchId && batch.committed)
        .findFirst()
        .map(batch -> batch.read(policy()))
        .map(rules.batch);
  }
}
