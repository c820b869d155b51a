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

import io.tidegate.internal.verdict.VerdictRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What comparing a verdict with its checkpoint found.
 *
 * @param row the verdict
 * @param differences what is not as it should be
 * @param unknown why the log cannot be asked; null when it was
 * @param unreadable whether that is because storage failed
 * @param unchecked what was left out, and why
 */
record Verified(
    VerdictRow row,
    List<Difference> differences,
    @Nullable String unknown,
    boolean unreadable,
    List<String> unchecked) {
  Verified {
    differences = List.copyOf(differences);
    unchecked = List.copyOf(unchecked);
  }

  /** The answer in a word. */
  enum Result {
    AGREES(TextTable.Style.GOOD),
    UNKNOWN(TextTable.Style.DOUBTFUL),
    DISAGREES(TextTable.Style.BAD);

    private final TextTable.Style style;

    Result(TextTable.Style style) {
      this.style = style;
    }

    TextTable.Style style() {
      return style;
    }
  }

  /**
   * One thing that is not as it should be.
   *
   * @param what the column, or what it is about
   * @param expected what the checkpoint, or the rest of the row, makes of it
   * @param found what is there
   */
  record Difference(String what, String expected, String found) {
    @Override
    public String toString() {
      return what + ": expected " + expected + ", found " + found;
    }
  }

  Result result() {
    if (!differences.isEmpty()) {
      return Result.DISAGREES;
    }
    return unknown == null ? Result.AGREES : Result.UNKNOWN;
  }

  /** All of it in a line. */
  String text() {
    Stream<String> found = differences.stream().map(Difference::toString);
    Stream<String> why = Stream.ofNullable(unknown);
    Stream<String> left = unchecked.stream().map(each -> "not checked: " + each);
    return Stream.of(found, why, left).flatMap(each -> each).collect(Collectors.joining("; "));
  }

  /** Collects what is found. Not thread safe. */
  static final class Builder {
    private final VerdictRow row;
    private final List<Difference> differences = new ArrayList<>();
    private final List<String> unchecked = new ArrayList<>();
    private @Nullable String unknown;
    private boolean unreadable;

    Builder(VerdictRow row) {
      this.row = row;
    }

    void differs(String what, Object expected, Object found) {
      differences.add(new Difference(what, expected.toString(), found.toString()));
    }

    void unknown(String why) {
      unknown = why;
    }

    void unreadable(String why) {
      unknown = why;
      unreadable = true;
    }

    void unchecked(String what) {
      unchecked.add(what);
    }

    Verified build() {
      return new Verified(row, differences, unknown, unreadable, unchecked);
    }
  }
}
