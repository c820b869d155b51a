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
package io.tidegate.internal.config;

import org.jspecify.annotations.Nullable;

/**
 * What a key points at, whichever file it stands in.
 *
 * @param label the query entry; null for a key that is not under {@code queries}
 * @param option the rest of the key; empty when there is none
 */
record Address(@Nullable String label, String option) {
  /** What query entries stand under. */
  static final String QUERIES = "queries";

  /** Reads a key without its prefix. Option names hold dots, so only the label is split off. */
  static Address parse(String key) {
    if (!key.startsWith(QUERIES + ".")) {
      return new Address(null, key);
    }
    String rest = key.substring(QUERIES.length() + 1);
    int dot = rest.indexOf('.');
    return dot < 0
        ? new Address(rest, "")
        : new Address(rest.substring(0, dot), rest.substring(dot + 1));
  }

  /** The key without its prefix. */
  String key() {
    if (label == null) {
      return option;
    }
    return QUERIES + "." + label + (option.isEmpty() ? "" : "." + option);
  }
}
