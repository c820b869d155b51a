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
package io.tidegate.internal.settings;

import io.tidegate.internal.model.FieldPath;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the {@code offset} rule finds a source's time.
 *
 * @param field path of the time in the end offset
 * @param zone zone of times without an offset from UTC; null when there is none to assume
 * @param incompleteWhen paths that, present and not false, mean that the offset vouches for nothing
 */
public record OffsetSettings(
    FieldPath field, @Nullable ZoneId zone, List<FieldPath> incompleteWhen) {
  public OffsetSettings {
    incompleteWhen = List.copyOf(incompleteWhen);
  }
}
