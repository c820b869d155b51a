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
package io.tidegate.internal.model;

import org.jspecify.annotations.Nullable;

/**
 * What one trigger reported of one source. Offsets are JSON as the source wrote it.
 *
 * @param description the source in its own words, such as {@code KafkaV2[Subscribe[orders]]}
 * @param start where the trigger began to read; null before anything was read
 * @param end where it ended; null when the source has no offset yet
 * @param latest the newest offset the source knew of; null when it does not tell
 */
public record SourceReport(
    String description, @Nullable String start, @Nullable String end, @Nullable String latest) {}
