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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tidegate.internal.model.SourcePosition;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Renders the end offsets of a batch for the control table. Thread safe. */
public final class EndOffsets {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private EndOffsets() {}

  /** One JSON array: each offset as its source wrote it, as a JSON string where it is not JSON. */
  public static String jsonArray(List<SourcePosition> sources) {
    return sources.stream()
        .map(source -> element(source.offsetJson()))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String element(@Nullable String offset) {
    if (offset == null) {
      return "null";
    }
    return isJson(offset) ? offset.strip() : TextNode.valueOf(offset).toString();
  }

  private static boolean isJson(String text) {
    try {
      return !JSON.readTree(text).isMissingNode();
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
