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
package io.tidegate.internal.done;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Markers as JSON: instants in ISO-8601, members without a value left out. Thread safe. */
public final class MarkerJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TABLE = "table";
  private static final String START = "start";
  private static final String END = "end";
  private static final String CREATED = "createdAt";
  private static final String MODIFIED = "modifiedAt";

  private MarkerJson() {}

  /** What is told of a period, without the times at which it was told. */
  public static String event(DoneMarker marker) {
    return node(marker).toString();
  }

  /**
   * The content of a file: what was told when it was first written, and when it was written last.
   *
   * @param existing what stands there; null when nothing does
   */
  public static String file(DoneMarker marker, @Nullable String existing, Instant now) {
    ObjectNode node =
        Optional.ofNullable(existing)
            .flatMap(text -> same(marker, text))
            .orElseGet(() -> node(marker).put(CREATED, now.toString()));
    return node.put(MODIFIED, now.toString()) + "\n";
  }

  /** The marker a text holds; empty where it is none of the same period. */
  private static Optional<ObjectNode> same(DoneMarker marker, String text) {
    try {
      JsonNode read = JSON.readTree(text);
      ObjectNode asked = node(marker);
      boolean same =
          read instanceof ObjectNode
              && asked.get(TABLE).equals(read.get(TABLE))
              && asked.get(START).equals(read.get(START))
              && asked.get(END).equals(read.get(END))
              && read.path(CREATED).isTextual();
      return same ? Optional.of((ObjectNode) read) : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static ObjectNode node(DoneMarker marker) {
    VerdictRow row = marker.row();
    ObjectNode node = JSON.createObjectNode();
    node.put("type", "final");
    node.put(TABLE, row.tableName());
    node.put(START, marker.start().toString());
    node.put(END, marker.end().toString());
    put(node, "finalizedUntil", row.finalizedUntil());
    put(node, "trackedFrom", row.trackedFrom());
    put(node, "frontier", row.frontier());
    put(node, "basis", row.basis());
    node.put("epoch", row.epoch());
    put(node, "query", row.queryName());
    put(node, "queryId", row.queryId());
    put(node, "runId", row.runId());
    if (row.batchId() != null) {
      node.put("batchId", row.batchId());
    }
    return node;
  }

  private static void put(ObjectNode node, String name, @Nullable Object value) {
    if (value != null) {
      node.put(name, value.toString());
    }
  }
}
