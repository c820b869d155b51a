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
package io.tidegate.internal.settings;

import io.tidegate.internal.model.NamePattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the entry that tracks a query: exact beats glob, then the longest literal prefix, then
 * fewer stars. Immutable and thread safe.
 */
public final class QueryMatcher {

  /** What is known of a query name. */
  public sealed interface Match {}

  /**
   * One entry tracks the query.
   *
   * @param entry the best one
   */
  public record Tracked(QuerySettings entry) implements Match {}

  /**
   * Several entries match equally well, so that none tracks the query.
   *
   * @param entries two or more, in the order of their labels
   */
  public record Ambiguous(List<QuerySettings> entries) implements Match {
    public Ambiguous {
      entries = List.copyOf(entries);
      if (entries.size() < 2) {
        throw new IllegalArgumentException("Fewer than two entries are not ambiguous.");
      }
    }
  }

  /** No entry matches; always so for a query without a name. */
  public record NotTracked() implements Match {}

  private final List<QuerySettings> entries;

  public QueryMatcher(List<QuerySettings> entries) {
    this.entries = List.copyOf(entries);
  }

  /** What tracks the query with this name; null for a query without one. */
  public Match match(@Nullable String queryName) {
    List<QuerySettings> best = best(queryName, entries, QuerySettings::name);
    return switch (best.size()) {
      case 0 -> new NotTracked();
      case 1 -> new Tracked(best.get(0));
      default -> new Ambiguous(best);
    };
  }

  /**
   * The candidates that match the name best: none, one, or several that are equally good, in the
   * order given.
   */
  public static <E> List<E> best(
      @Nullable String queryName, Collection<E> candidates, Function<E, NamePattern> pattern) {
    List<E> best = new ArrayList<>();
    for (E candidate : candidates) {
      NamePattern name = pattern.apply(candidate);
      if (!name.matches(queryName)) {
        continue;
      }
      int order =
          best.isEmpty() ? -1 : NamePattern.BEST_FIRST.compare(name, pattern.apply(best.get(0)));
      if (order < 0) {
        best.clear();
      }
      if (order <= 0) {
        best.add(candidate);
      }
    }
    return best;
  }
}
