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
package io.tidegate.internal.recovery;

import org.jspecify.annotations.Nullable;

/**
 * Everything a process knows of one of its attempts. It is state, not an operation: merging it
 * again changes nothing, so a lost race or an unknown outcome is answered by merging the newest
 * report.
 *
 * @param checkpoint the qualified checkpoint path, the key of the row
 * @param queryName the query's name
 * @param queryId the id in the checkpoint; null until a run has told it
 * @param attempt the attempt; its number is taken from the row, which may know it by another one
 * @param written whether a line of it is known to have been written to the row
 */
public record AttemptReport(
    String checkpoint,
    String queryName,
    @Nullable String queryId,
    Attempt attempt,
    boolean written) {}
