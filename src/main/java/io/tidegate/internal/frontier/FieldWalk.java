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
import io.tidegate.internal.model.FieldPath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What a path leads to in one document.
 *
 * @param values what was found, in no particular order; no arrays, since these are descended into
 * @param missing whether at least one branch ends before the path does: an absent member, an empty
 *     array or object, or a value without members where one was to be taken
 */
record FieldWalk(List<JsonNode> values, boolean missing) {

  FieldWalk {
    values = List.copyOf(values);
  }

  /** A value, and how many steps of the path led to it. */
  private record Place(JsonNode node, int step) {}

  /** Follows the path through every branch. */
  static FieldWalk of(JsonNode document, FieldPath path) {
    List<JsonNode> values = new ArrayList<>();
    boolean missing = false;
    Deque<Place> open = new ArrayDeque<>();
    open.add(new Place(document, 0));
    while (!open.isEmpty()) {
      Place place = open.removeLast();
      JsonNode node = place.node();
      boolean atEnd = place.step() == path.segments().size();
      boolean every = !atEnd && path.segments().get(place.step()).every();
      if (node.isArray() || (every && node.isObject())) {
        missing |= node.isEmpty();
        int step = every ? place.step() + 1 : place.step();
        node.forEach(child -> open.add(new Place(child, step)));
      } else if (atEnd) {
        values.add(node);
      } else {
        JsonNode child = every ? null : node.get(path.segments().get(place.step()).name());
        if (child == null) {
          missing = true;
        } else {
          open.add(new Place(child, place.step() + 1));
        }
      }
    }
    return new FieldWalk(values, missing);
  }
}
