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

import java.io.PrintWriter;
import java.io.StringWriter;

/** Renders errors as text that can be redacted before it is shown. */
public final class ErrorText {
  /** The longest text that is stored in a row, in characters. */
  public static final int LONGEST = 1_000;

  private ErrorText() {}

  /** The whole stack, causes included. */
  public static String stack(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** The class and the first line of the message, at most {@link #LONGEST} characters. */
  public static String firstLine(Throwable error) {
    return firstLine(error.toString());
  }

  /**
   * The first line of a text that is not blank, at most {@link #LONGEST} characters. Where a Python
   * traceback begins in it, the error that the traceback ends with stands in its place.
   */
  public static String firstLine(String text) {
    String line = text.lines().filter(l -> !l.isBlank()).findFirst().orElse("").strip();
    int head = line.indexOf(PythonError.HEAD);
    return cut(
        head < 0
            ? line
            : PythonError.in(text)
                .map(error -> line.substring(0, head) + error.line())
                .orElse(line));
  }

  private static String cut(String line) {
    if (line.length() <= LONGEST) {
      return line;
    }
    int end = LONGEST - 3;
    boolean halved = Character.isHighSurrogate(line.charAt(end - 1));
    return line.substring(0, halved ? end - 1 : end) + "...";
  }
}
