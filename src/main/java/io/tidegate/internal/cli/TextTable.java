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
package io.tidegate.internal.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells in aligned columns. Not thread safe. */
final class TextTable {
  private static final String GAP = "  ";

  private final List<String> heads;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<Style> styles = new ArrayList<>();
  private final int styled;

  /** How a cell stands out on a terminal. */
  enum Style {
    PLAIN(""),
    GOOD("\u001b[32m"),
    DOUBTFUL("\u001b[33m"),
    BAD("\u001b[31m");

    private final String begin;

    Style(String begin) {
      this.begin = begin;
    }

    private String on(String text) {
      return this == PLAIN ? text : begin + text + "\u001b[0m";
    }
  }

  /**
   * @param styled the column that stands out; -1 for none
   */
  TextTable(int styled, String... heads) {
    this.styled = styled;
    this.heads = List.of(heads);
  }

  void row(Style style, String... cells) {
    rows.add(List.of(cells));
    styles.add(style);
  }

  /** The lines, the heads first. */
  List<String> lines(boolean colour) {
    List<String> lines = new ArrayList<>();
    lines.add(line(heads, Style.PLAIN));
    for (int i = 0; i < rows.size(); i++) {
      lines.add(line(rows.get(i), colour ? styles.get(i) : Style.PLAIN));
    }
    return lines;
  }

  private String line(List<String> cells, Style style) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      boolean last = column == cells.size() - 1;
      String cell = cells.get(column);
      String padding = last ? "" : " ".repeat(width(column) - length(cell)) + GAP;
      line.append(column == styled ? style.on(cell) : cell).append(padding);
    }
    return line.toString();
  }

  private int width(int column) {
    int width = length(heads.get(column));
    for (List<String> row : rows) {
      width = Math.max(width, length(row.get(column)));
    }
    return width;
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
