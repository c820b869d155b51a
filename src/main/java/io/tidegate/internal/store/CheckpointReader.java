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

import io.tidegate.internal.model.CommittedBatch;
import java.io.IOException;
import java.util.Optional;

/** Reads checkpoints and never writes into one. Calls block on storage; thread safe. */
public interface CheckpointReader {
  /**
   * Reads the newest committed batch and what stands around it.
   *
   * @param path the qualified checkpoint path
   * @throws IOException when the checkpoint cannot be listed at all; an absent one is not an error
   */
  CheckpointState read(String path) throws IOException;

  /**
   * Lists the logs and reads the id, and no batch.
   *
   * @param path the qualified checkpoint path
   * @throws IOException when the checkpoint cannot be listed; an absent one is not an error
   */
  CheckpointOutline outline(String path) throws IOException;

  /**
   * Reads one batch without listing anything.
   *
   * @return empty when either log lacks the batch, or what it holds cannot be read
   * @throws IOException when storage fails
   */
  Optional<CommittedBatch> readBatch(String path, long batchId) throws IOException;
}
