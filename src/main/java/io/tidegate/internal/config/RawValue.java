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

import java.util.List;

/** A value as it was given, before its option reads it. */
sealed interface RawValue {
  /** The value as it may be quoted, before redaction. */
  String shown();

  /**
   * A single text, whatever its type in HOCON.
   *
   * @param text as given, blanks included
   */
  record Text(String text) implements RawValue {
    @Override
    public String shown() {
      return text;
    }
  }

  /**
   * A HOCON list.
   *
   * @param items its elements as texts; may be empty
   */
  record Items(List<String> items) implements RawValue {
    public Items {
      items = List.copyOf(items);
    }

    @Override
    public String shown() {
      return "[" + String.join(", ", items) + "]";
    }
  }

  /**
   * Something that no option takes.
   *
   * @param shown a word for it
   * @param why a clause that says what is wrong with it
   */
  record Unusable(String shown, String why) implements RawValue {}
}
