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
package io.tidegate.internal.store.checkpoint;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines of one file of a log: its format version, then its body. Lines end in LF or CRLF, and
 * the last one may or may not.
 *
 * @param version the format version
 * @param body the lines after the version's
 */
record LogText(int version, List<String> body) {
  private static final int SHOWN = 20;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  LogText {
    body = List.copyOf(body);
  }

  /**
   * Takes a file's text apart.
   *
   * @param newestVersion the highest format version that is understood; the lowest is 1
   */
  static LogText of(String text, int newestVersion) throws DamagedFileException {
    if (text.isBlank()) {
      throw new DamagedFileException(text.isEmpty() ? "is empty" : "holds nothing but blanks");
    }
    if (text.charAt(0) == BYTE_ORDER_MARK) {
      throw new DamagedFileException("begins with a byte order mark");
    }
    List<String> lines = lines(text);
    for (int version = 1; version <= newestVersion; version++) {
      if (lines.get(0).equals("v" + version)) {
        return new LogText(version, lines.subList(1, lines.size()));
      }
    }
    throw new DamagedFileException(
        "has a first line that names no known format version: expected v1 to v"
            + newestVersion
            + ", found \""
            + shown(lines.get(0))
            + "\"");
  }

  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      lines.add(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
    }
    if (lines.size() > 1 && lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }

  private static String shown(String line) {
    String start = line.substring(0, Math.min(line.length(), SHOWN));
    return start.replaceAll("[^ -~]", "?") + (line.length() > SHOWN ? "..." : "");
  }
}
