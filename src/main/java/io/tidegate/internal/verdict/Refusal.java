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

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A lineage was refused a start.
 *
 * @param queryName its query
 * @param table the table it feeds, the key of the row
 * @param checkpoint its qualified checkpoint path
 * @param queryId the id in the checkpoint; null where it is not known
 * @param reason why, in a sentence
 * @param at when
 */
public record Refusal(
    String queryName,
    String table,
    String checkpoint,
    @Nullable String queryId,
    String reason,
    Instant at) {}
