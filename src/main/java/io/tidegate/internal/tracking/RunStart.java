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

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as it was first seen.
 *
 * @param queryId the lineage's id
 * @param runId the run
 * @param name the query's name
 * @param startedAt when it started; for a run adopted later, when it was first seen
 * @param seen whether the start itself was seen
 * @param handle the query; null when it has yet to be looked up
 */
public record RunStart(
    UUID queryId,
    UUID runId,
    String name,
    Instant startedAt,
    boolean seen,
    @Nullable QueryHandle handle) {}
