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
 * How far one source of a batch was read.
 *
 * @param source the source's index in plan order, or its name where the offset log gives one
 * @param offsetJson the source's end offset exactly as it serialised it, or null when the source
 *     has none yet
 */
public record SourcePosition(String source, @Nullable String offsetJson) {}
