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
package io.tidegate.internal.util;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The error that a Python traceback ends with. A Java exception that carries one begins with the
 * traceback's head, which says nothing.
 *
 * @param line its class and the first line of its message
 */
public record PythonError(String line) {
  static final String HEAD = "Traceback (most recent call last):";

  private static final Pattern NAME = Pattern.compile("([\\w.]+)(?::.*)?");

  /** The error of the last traceback in a text: of several, the last is of what was raised last. */
  public static Optional<PythonError> in(String text) {
    int head = text.lastIndexOf(HEAD);
    if (head < 0) {
      return Optional.empty();
    }
    return text.substring(head + HEAD.length())
        .lines()
        .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
        .findFirst()
        .map(line -> new PythonError(line.strip()));
  }

  /** The class of the error, with its module where it is not a built-in one. */
  public Optional<String> className() {
    Matcher found = NAME.matcher(line);
    return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
