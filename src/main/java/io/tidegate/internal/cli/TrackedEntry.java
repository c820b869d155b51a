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

import io.tidegate.internal.settings.QueryMatcher;
import io.tidegate.internal.settings.QuerySettings;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a configuration that tracks a query.
 *
 * @param settings the entry
 * @param queryName the query's name
 */
record TrackedEntry(QuerySettings settings, String queryName) {

  /**
   * Finds it.
   *
   * @param asked the query's name, or the label of an entry; null where there is only one entry
   */
  static TrackedEntry of(List<QuerySettings> entries, @Nullable String asked)
      throws CommandException {
    if (entries.isEmpty()) {
      throw wrong("The configuration has no queries.<label>, so it says nothing of the query.");
    }
    if (asked == null) {
      if (entries.size() > 1) {
        throw wrong("The configuration has several entries. Give one with --query" + all(entries));
      }
      return labelled(entries.get(0));
    }
    QueryMatcher.Match match = new QueryMatcher(entries).match(asked);
    if (match instanceof QueryMatcher.Tracked tracked) {
      return new TrackedEntry(tracked.entry(), asked);
    }
    if (match instanceof QueryMatcher.Ambiguous ambiguous) {
      throw wrong(
          "Several entries match the query '"
              + asked
              + "' equally well, so that none tracks it"
              + all(ambiguous.entries()));
    }
    for (QuerySettings entry : entries) {
      if (entry.label().equals(asked)) {
        return labelled(entry);
      }
    }
    throw wrong("No entry tracks a query '" + asked + "', and none is labelled so" + all(entries));
  }

  private static TrackedEntry labelled(QuerySettings entry) throws CommandException {
    if (entry.name().isGlob()) {
      throw wrong(
          "The entry '"
              + entry.label()
              + "' tracks every query named "
              + entry.name()
              + ". Give the name of the one that is meant with --query.");
    }
    return new TrackedEntry(entry, entry.name().text().replace("\\*", "*"));
  }

  private static String all(List<QuerySettings> entries) {
    return entries.stream()
        .map(entry -> entry.label() + " (name " + entry.name() + ")")
        .collect(Collectors.joining(", ", ": ", "."));
  }

  private static CommandException wrong(String message) {
    return new CommandException(Exit.USAGE, message);
  }
}
