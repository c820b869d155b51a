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

import java.time.Instant;

/**
 * A start that asks for permission.
 *
 * @param label the label of the entry that tracks the query
 * @param queryName the query's name
 * @param checkpoint the qualified checkpoint path
 * @param attemptId the id the attempt gets if it is allowed
 * @param startedAt when it asks, by the driver's clock
 * @param application the Spark application
 * @param process the driver process
 */
public record StartRequest(
    String label,
    String queryName,
    String checkpoint,
    String attemptId,
    Instant startedAt,
    String application,
    String process) {}
