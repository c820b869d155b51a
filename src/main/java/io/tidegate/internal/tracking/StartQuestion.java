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

import io.tidegate.internal.store.CheckpointReader;
import java.util.concurrent.Callable;

/**
 * A query that is about to start.
 *
 * @param queryName its name
 * @param checkpoint its qualified checkpoint path
 * @param application the Spark application
 * @param asker an object that this call of {@code start()} has to itself, however often it is
 *     analysed
 * @param checkpoints reads checkpoints with the session's configuration
 * @param identity runs a call as whoever starts the query
 */
public record StartQuestion(
    String queryName,
    String checkpoint,
    String application,
    Object asker,
    CheckpointReader checkpoints,
    Identity identity) {

  /** Runs calls as somebody. */
  @FunctionalInterface
  public interface Identity {
    <T> Callable<T> as(Callable<T> call);
  }
}
