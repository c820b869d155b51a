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

/**
 * One key and value as given.
 *
 * @param source the kind of place it was given in
 * @param key the key as it stands there, its prefix included
 * @param address what the key points at
 * @param value the value
 * @param origin where it was given, for people
 */
record RawSetting(Source source, String key, Address address, RawValue value, String origin) {

  /** The kinds of places settings are given in, the stronger one first. */
  enum Source {
    SPARK("spark.tidegate."),
    HOCON("tidegate.");

    private final String prefix;

    Source(String prefix) {
      this.prefix = prefix;
    }

    /** What every key begins with there. */
    String prefix() {
      return prefix;
    }
  }
}
