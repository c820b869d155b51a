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

import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.TumblingWindow;
import io.tidegate.internal.testing.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A query that does what the test says. */
final class FakeQuery implements QueryHandle {
  static final QueryPlan OFFSET_PLAN = Plans.over(1).build();
  static final QueryPlan WATERMARK_PLAN = Plans.watermarked(1).build();

  /** Half hours that begin at ten past and at twenty to. */
  static final QueryPlan WINDOWS_PLAN =
      Plans.windowed(
              new TumblingWindow(Duration.ofMinutes(30), Instant.parse("2000-01-01T00:10:00Z")))
          .build();

  final UUID queryId;
  final UUID runId;
  final @Nullable String name;
  final String checkpoint;
  volatile QueryPlan plan = OFFSET_PLAN;
  volatile boolean active = true;
  volatile @Nullable QueryFailure failure;
  volatile @Nullable Progress lastProgress;
  volatile @Nullable RuntimeException trouble;

  FakeQuery(UUID queryId, UUID runId, @Nullable String name, String checkpoint) {
    this.queryId = queryId;
    this.runId = runId;
    this.name = name;
    this.checkpoint = checkpoint;
  }

  void end() {
    active = false;
  }

  void fail(String text) {
    failure = new QueryFailure(text, List.of("java.lang.IllegalStateException"), false, false);
    active = false;
  }

  @Override
  public Optional<String> name() {
    return Optional.ofNullable(name);
  }

  @Override
  public QueryPlan plan() {
    return plan;
  }

  @Override
  public Optional<String> checkpoint() {
    return Optional.of(checkpoint);
  }

  @Override
  public boolean active() {
    RuntimeException thrown = trouble;
    if (thrown != null) {
      throw thrown;
    }
    return active;
  }

  @Override
  public Optional<QueryFailure> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public Optional<Progress> lastProgress() {
    return Optional.ofNullable(lastProgress);
  }
}
