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
package io.tidegate.internal.frontier;

import com.fasterxml.jackson.databind.JsonNode;

/** Renditions of what was found, short and on one line, for use in sentences. */
final class Shown {
  private static final String CUT = "...";

  private Shown() {}

  /** A JSON value: its text between quotes, its number, or what kind it is. */
  static String value(JsonNode value) {
    if (value.isTextual()) {
      return "\"" + cut(value.textValue(), OffsetTimes.SHOWN - 2) + "\"";
    }
    if (value.isContainerNode()) {
      return value.isArray() ? "an array" : "an object";
    }
    return cut(value.asText(), OffsetTimes.SHOWN);
  }

  /** Any text. */
  static String text(String text) {
    return cut(text, OffsetTimes.SHOWN);
  }

  private static String cut(String text, int length) {
    String shown = text;
    if (text.length() > length) {
      int end = length - CUT.length();
      shown = text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
      shown += CUT;
    }
    return shown
        .codePoints()
        .map(c -> Character.isISOControl(c) ? '?' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
