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
package io.tidegate.internal.store.checkpoint;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** JSON as the logs hold it: one document, all of it, and members of known types. */
final class LogJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private LogJson() {}

  /**
   * Reads an object.
   *
   * @param place where it stands, for the sentence, such as "line 2"
   */
  static JsonNode object(String text, String place) throws DamagedFileException {
    JsonNode node;
    try {
      node = MAPPER.readTree(text);
    } catch (IOException | RuntimeException e) {
      // What the host's Jackson refuses for its size or depth is damaged too.
      node = null;
    }
    if (node == null || !node.isObject()) {
      throw new DamagedFileException("is not a complete JSON object in " + place);
    }
    return node;
  }

  /** Whether the text is one JSON document from its first character to its last. */
  static boolean isComplete(String text) {
    try (JsonParser parser = MAPPER.createParser(text)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /** A time in epoch milliseconds; null where it is absent, null or 0, which stands for none. */
  static @Nullable Instant millis(JsonNode object, String name) throws DamagedFileException {
    JsonNode value = object.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw new DamagedFileException("holds no epoch milliseconds in \"" + name + "\"");
    }
    return value.longValue() == 0 ? null : Instant.ofEpochMilli(value.longValue());
  }

  /** A text; null where it is absent or null. */
  static @Nullable String text(JsonNode object, String name) throws DamagedFileException {
    JsonNode value = object.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      throw new DamagedFileException("holds no text in \"" + name + "\"");
    }
    return value.textValue();
  }
}
