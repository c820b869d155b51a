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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists of texts as a JSON array. Thread safe. */
public final class TextsJson {
  private TextsJson() {}

  /** The array. */
  public static String write(List<String> texts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(array::add);
    return RecordJson.write(array);
  }

  /** The texts of a cell, none where it is null or blank; empty where it is not such an array. */
  public static Optional<List<String>> read(@Nullable String cell) {
    return RecordJson.array(cell).flatMap(TextsJson::texts);
  }

  private static Optional<List<String>> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    for (JsonNode node : array) {
      if (!node.isTextual()) {
        return Optional.empty();
      }
      texts.add(node.textValue());
    }
    return Optional.of(List.copyOf(texts));
  }

  /** The texts with one more at the end, the oldest left out beyond the limit. */
  static List<String> with(List<String> texts, String one, int limit) {
    List<String> next = new ArrayList<>(texts);
    next.remove(one);
    next.add(one);
    return next.subList(Math.max(0, next.size() - limit), next.size());
  }
}
