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
package io.tidegate.internal.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A dotted path into a JSON document. Segments are case-sensitive member names; {@code *} stands
 * for every member of an object or every element of an array; a name that holds a dot, a star or a
 * backtick is written between backticks, with a backtick doubled, as Spark writes column names.
 * Arrays are descended into without a segment of their own. Immutable.
 *
 * @param segments at least one
 */
public record FieldPath(List<Segment> segments) {

  /**
   * One step of a path.
   *
   * @param name the member's name; meaningless where {@code every} is set
   * @param every whether the step takes every member or element
   */
  public record Segment(String name, boolean every) {}

  public FieldPath {
    segments = List.copyOf(segments);
    if (segments.isEmpty()) {
      throw new IllegalArgumentException("A field path needs at least one segment.");
    }
  }

  /**
   * Reads a path.
   *
   * @throws IllegalArgumentException with a sentence fit for a user, when the text is not a path
   */
  public static FieldPath parse(String text) {
    List<Segment> segments = new ArrayList<>();
    int at = 0;
    while (true) {
      int end = text.startsWith("`", at) ? quotedEnd(text, at) : unquotedEnd(text, at);
      segments.add(segment(text, at, end));
      if (end == text.length()) {
        return new FieldPath(segments);
      }
      if (text.charAt(end) != '.') {
        throw new IllegalArgumentException("a dot is expected after the closing backtick");
      }
      at = end + 1;
    }
  }

  private static Segment segment(String text, int from, int end) {
    String raw = text.substring(from, end);
    if (raw.startsWith("`")) {
      return new Segment(raw.substring(1, raw.length() - 1).replace("``", "`"), false);
    }
    if (raw.isBlank() || raw.indexOf('`') >= 0) {
      throw new IllegalArgumentException("a segment is empty or holds a stray backtick");
    }
    return raw.equals("*") ? new Segment("*", true) : new Segment(raw, false);
  }

  private static int unquotedEnd(String text, int from) {
    int dot = text.indexOf('.', from);
    return dot < 0 ? text.length() : dot;
  }

  private static int quotedEnd(String text, int from) {
    int at = from + 1;
    while (at < text.length()) {
      if (text.charAt(at) == '`') {
        if (at + 1 < text.length() && text.charAt(at + 1) == '`') {
          at++;
        } else {
          return at + 1;
        }
      }
      at++;
    }
    throw new IllegalArgumentException("a backtick is not closed");
  }

  /** The path as it is written in configuration. */
  @Override
  public String toString() {
    return segments.stream()
        .map(s -> s.every() ? "*" : needsQuotes(s.name()) ? quoted(s.name()) : s.name())
        .collect(Collectors.joining("."));
  }

  private static boolean needsQuotes(String name) {
    return name.isBlank() || name.equals("*") || name.indexOf('.') >= 0 || name.indexOf('`') >= 0;
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
