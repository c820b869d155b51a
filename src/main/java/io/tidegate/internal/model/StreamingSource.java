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

/**
 * A streaming source as the plan names it.
 *
 * @param provider the name it was asked for by, such as {@code kafka}
 * @param watermarked whether a watermark stands above it
 * @param readCommitted whether it shows committed transactions only
 */
public record StreamingSource(String provider, boolean watermarked, boolean readCommitted) {}
