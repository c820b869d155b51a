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

import io.tidegate.api.ProgressPlace;
import io.tidegate.internal.settings.TableLocation;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where tables are kept. */
final class Paths {
  private static final Pattern ROOT = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*:)?(//[^/]*)?/*");
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:(//[^/]*)?");
  private static final Pattern EMPTY_AUTHORITY = Pattern.compile("://$");
  private static final Pattern DELTA = Pattern.compile("(?i)`?delta`?\\.`?[^`]*[/:]");
  private static final Pattern SLASHES = Pattern.compile("/+");

  private Paths() {}

  /** The type of tidegate's own tables. */
  static ScalarType<TableLocation> table() {
    ScalarType<String> trimmed =
        Types.trimmed(
            "a path below the root of a file system, with a `/` or a scheme in it; or the name of a"
                + " table in a catalog, such as `main.ops.control`");
    return new ScalarType<>(trimmed.allowed(), text -> location(trimmed.parse(text)));
  }

  /** The type of a Delta table with an optional partition filter. */
  static ScalarType<String> place() {
    return new ScalarType<>(
        "the path of a Delta table, which `?column=value&...` may follow",
        text -> {
          int mark = text.indexOf('?');
          String table = mark < 0 ? text : text.substring(0, mark);
          if (!table.equals(table.strip())) {
            throw new WrongValueException("begins or ends with a blank");
          }
          if (!location(table).isPath()) {
            throw new WrongValueException("is a catalog name, and places are given by path");
          }
          try {
            ProgressPlace.parse(text);
          } catch (IllegalArgumentException e) {
            throw new WrongValueException(
                "has a filter that is not `column=value&...` with each column once and '%' only"
                    + " before two hexadecimal digits");
          }
          return text;
        });
  }

  private static TableLocation location(String text) throws WrongValueException {
    TableLocation location = new TableLocation(text);
    if (DELTA.matcher(text).lookingAt()) {
      throw new WrongValueException("is a path as SQL writes it: give the path alone");
    }
    if (!location.isPath()) {
      try {
        location.name();
      } catch (IllegalArgumentException e) {
        throw new WrongValueException("is neither a path nor a catalog name: " + e.getMessage());
      }
      return location;
    }
    if (ROOT.matcher(text).matches()) {
      throw new WrongValueException("is the root of a file system");
    }
    return location;
  }

  /**
   * The path as it is compared: without an empty authority, doubled slashes and those at its end.
   */
  static String plain(String path) {
    Matcher scheme = SCHEME.matcher(path);
    String head = scheme.lookingAt() ? scheme.group() : "";
    String tail = SLASHES.matcher(path.substring(head.length())).replaceAll("/");
    return withoutSlash(EMPTY_AUTHORITY.matcher(head).replaceAll(":") + tail);
  }

  /** The path without the slashes at its end. */
  static String withoutSlash(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }
}
