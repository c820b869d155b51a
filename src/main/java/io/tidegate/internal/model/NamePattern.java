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
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Matches query names: exact and case-sensitive, or a glob in which {@code *} stands for any run of
 * characters and {@code \*} for a star. Null and blank names never match. Immutable; matching is
 * linear in the name for each literal piece and never backtracks further than the last star.
 */
public final class NamePattern {

  /**
   * The better pattern first: exact before glob, then the longer literal prefix, then fewer stars.
   * Patterns that compare as equal are equally good.
   */
  public static final Comparator<NamePattern> BEST_FIRST =
      Comparator.comparing(NamePattern::isGlob)
          .thenComparing(p -> -p.literals.get(0).length())
          .thenComparing(p -> p.literals.size());

  private final String text;
  private final List<String> literals;

  private NamePattern(String text, List<String> literals) {
    this.text = text;
    this.literals = List.copyOf(literals);
  }

  /** Reads a pattern; every text is one. */
  public static NamePattern parse(String text) {
    List<String> literals = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == '*') {
        literal.append('*');
        i++;
      } else if (c == '*') {
        literals.add(literal.toString());
        literal.setLength(0);
      } else {
        literal.append(c);
      }
    }
    literals.add(literal.toString());
    return new NamePattern(text, literals);
  }

  /** Whether the pattern holds a star that stands for other characters. */
  public boolean isGlob() {
    return literals.size() > 1;
  }

  /** Whether the name, null for an unnamed query, matches. */
  public boolean matches(@Nullable String name) {
    if (name == null || name.isBlank()) {
      return false;
    }
    if (!isGlob()) {
      return literals.get(0).equals(name);
    }
    String first = literals.get(0);
    String last = literals.get(literals.size() - 1);
    if (name.length() < first.length() + last.length()
        || !name.startsWith(first)
        || !name.endsWith(last)) {
      return false;
    }
    int at = first.length();
    int end = name.length() - last.length();
    for (String piece : literals.subList(1, literals.size() - 1)) {
      int found = name.indexOf(piece, at);
      if (found < 0 || found + piece.length() > end) {
        return false;
      }
      at = found + piece.length();
    }
    return true;
  }

  /** The pattern as it was written. */
  public String text() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NamePattern that && literals.equals(that.literals);
  }

  @Override
  public int hashCode() {
    return Objects.hash(literals);
  }

  @Override
  public String toString() {
    return text;
  }
}
