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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JSON of the recovery record's columns. Thread safe. */
final class RecordJson {
  /** Numbers that do not fit and text after the end are errors, as any other damage is. */
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private RecordJson() {}

  static String write(JsonNode node) {
    return node.toString();
  }

  /** The array a cell holds, an empty one where it is null or blank; empty for any other text. */
  static Optional<JsonNode> array(@Nullable String cell) {
    if (cell == null || cell.isBlank()) {
      return Optional.of(JSON.createArrayNode());
    }
    try {
      return Optional.of(JSON.readTree(cell)).filter(JsonNode::isArray);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
