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

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds what somebody may have meant. */
public final class Nearest {
  private static final int LONGEST = 200;
  private static final int SHOWN = 10;

  private Nearest() {}

  /**
   * The known word nearest to a wrong one.
   *
   * @param word a known word
   * @param close whether it is near enough to be asked for
   */
  record Guess(String word, boolean close) {}

  /** The nearest of some words, upper and lower case being nearly the same; empty for none. */
  static Optional<Guess> of(String wrong, Collection<String> known) {
    String seen = wrong.length() > LONGEST ? wrong.substring(0, LONGEST) : wrong;
    return known.stream()
        .min(
            Comparator.<String>comparingInt(word -> distance(lower(seen), lower(word)))
                .thenComparingInt(word -> distance(seen, word))
                .thenComparing(Comparator.naturalOrder()))
        .map(word -> new Guess(word, close(seen, word)));
  }

  /** The known words, the nearest to a wrong one first. */
  static List<String> first(String wrong, Collection<String> known) {
    String seen = lower(wrong.length() > LONGEST ? wrong.substring(0, LONGEST) : wrong);
    return known.stream()
        .sorted(
            Comparator.<String>comparingInt(word -> distance(seen, lower(word)))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  /** What is known, in a sentence without its full stop; a few words, the nearest ones first. */
  public static String listed(String wrong, Collection<String> known) {
    List<String> nearest = first(wrong, known);
    if (nearest.isEmpty()) {
      return "It is empty";
    }
    String shown = String.join(", ", nearest.subList(0, Math.min(SHOWN, nearest.size())));
    int more = nearest.size() - SHOWN;
    return "It has: " + shown + (more > 0 ? " and " + more + " more" : "");
  }

  /** A question for the nearest of some words, with a blank before it; empty when none is near. */
  static String question(String wrong, Collection<String> known) {
    return of(wrong, known)
        .filter(Guess::close)
        .map(guess -> "; did you mean `" + guess.word() + "`?")
        .orElse("");
  }

  private static boolean close(String seen, String word) {
    return distance(lower(seen), lower(word)) <= Math.max(1, Math.min(word.length() / 2, 5));
  }

  private static int distance(String left, String right) {
    return LevenshteinDistance.getDefaultInstance().apply(left, right);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
