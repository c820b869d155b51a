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
package io.tidegate.api;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A place that a lineage writes to: a table, or the part of it that a partition filter selects
 * where tables are shared. Immutable.
 *
 * @param location the table's path; slashes at its end are dropped
 * @param partition value by partition column, an empty one for NULL; empty for the whole table
 */
public record ProgressPlace(String location, Map<String, String> partition) {

  public ProgressPlace {
    location = withoutSlashes(location);
    if (location.isBlank()) {
      throw new IllegalArgumentException("A place has a location, not '" + location + "'.");
    }
    partition = Map.copyOf(partition);
  }

  /** The whole table at a location. */
  public static ProgressPlace of(String location) {
    return new ProgressPlace(location, Map.of());
  }

  /**
   * Reads a place as {@code recovery.places} gives it, and as {@link #key()} writes it: {@code
   * location?column=value&...}. In columns and values {@code %} and two hexadecimal digits stand
   * for a byte in UTF-8; the location is taken as it is.
   *
   * @throws IllegalArgumentException with a sentence that says what is wrong with it
   */
  public static ProgressPlace parse(String text) {
    int mark = text.indexOf('?');
    if (mark < 0) {
      return of(text);
    }
    Map<String, String> partition = new HashMap<>();
    Set<String> columns = new HashSet<>();
    for (String condition : text.substring(mark + 1).split("&", -1)) {
      int equals = condition.indexOf('=');
      if (equals < 1 || equals != condition.lastIndexOf('=')) {
        throw new IllegalArgumentException("A place's filter has the form `column=value&...`.");
      }
      String column = unescaped(condition.substring(0, equals));
      if (!columns.add(column.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "A place's filter names a column once, whatever its case, not '" + column + "' twice.");
      }
      partition.put(column, unescaped(condition.substring(equals + 1)));
    }
    return new ProgressPlace(text.substring(0, mark), partition);
  }

  /**
   * What tells the place from all others: the location, and {@code ?column=value&...} with the
   * columns in order. Two steps that write to the same place have the same key.
   */
  public String key() {
    if (partition.isEmpty()) {
      return location;
    }
    return new TreeMap<>(partition)
        .entrySet().stream()
            .map(column -> escaped(column.getKey()) + "=" + escaped(column.getValue()))
            .collect(Collectors.joining("&", location + "?", ""));
  }

  private static String escaped(String text) {
    return text.replace("%", "%25").replace("&", "%26").replace("=", "%3D");
  }

  private static String unescaped(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "In a place's filter two hexadecimal digits follow each '%'; one that is meant is '%25'.",
          e);
    }
  }

  private static String withoutSlashes(String location) {
    int end = location.length();
    while (end > 1 && location.charAt(end - 1) == '/') {
      end--;
    }
    return location.substring(0, end);
  }
}
