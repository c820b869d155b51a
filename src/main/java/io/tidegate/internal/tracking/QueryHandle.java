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
import java.util.Optional;

/**
 * A kept query: what can be asked of it while it runs and after it has ended. Thread safe. Calls do
 * no I/O; those that walk the plan belong off the listener bus.
 */
public interface QueryHandle {
  /** The query's name; empty when it has none. */
  Optional<String> name();

  /** The plan; one that says it is unreadable when it cannot be read. */
  QueryPlan plan();

  /** The qualified checkpoint path; empty when it cannot be read. */
  Optional<String> checkpoint();

  /** Whether the query still runs. */
  boolean active();

  /** The error that ended it; empty while it runs and after a graceful end. */
  Optional<QueryFailure> failure();

  /** Its newest progress, idle triggers included; empty before the first. */
  Optional<Progress> lastProgress();
}
