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
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which batches the two logs of a checkpoint hold, by name alone.
 *
 * @param offsets ids in {@code offsets/}: batches that were planned
 * @param commits ids in {@code commits/}: batches whose sink commit is done
 */
record LogListing(NavigableSet<Long> offsets, NavigableSet<Long> commits) {

  /**
   * The ids among the names of one log's files.
   *
   * <p>An id is written in plain decimal without leading zeros. The greatest long is none, since no
   * batch could follow it.
   */
  static NavigableSet<Long> ids(Collection<String> names) {
    NavigableSet<Long> ids = new TreeSet<>();
    names.forEach(name -> id(name).ifPresent(ids::add));
    return ids;
  }

  private static OptionalLong id(String name) {
    boolean decimal =
        !name.isEmpty() && name.length() <= 19 && name.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!decimal || (name.length() > 1 && name.charAt(0) == '0')) {
      return OptionalLong.empty();
    }
    try {
      long id = Long.parseLong(name);
      return id == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(id);
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** The committed batches: in both logs. */
  NavigableSet<Long> committed() {
    NavigableSet<Long> both = new TreeSet<>(commits);
    both.retainAll(offsets);
    return both;
  }

  /** The newest planned batch, where it comes after the newest committed one. */
  OptionalLong pending() {
    NavigableSet<Long> committed = committed();
    if (committed.isEmpty() || offsets.last() <= committed.last()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(offsets.last());
  }

  /** Whether a batch was planned after the newest committed one, or the first one was. */
  boolean planned() {
    return !offsets.isEmpty() && (committed().isEmpty() || pending().isPresent());
  }

  /** Sentences about files that are not there but should be. */
  List<String> oddities() {
    List<String> found = new ArrayList<>();
    NavigableSet<Long> committed = committed();
    Long newest = committed.isEmpty() ? null : committed.last();
    NavigableSet<Long> ahead = newest == null ? commits : commits.tailSet(newest, false);
    if (!ahead.isEmpty()) {
      found.add(
          "commits/"
              + ahead.last()
              + " has no offsets/"
              + ahead.last()
              + " beside it"
              + use(newest));
    }
    // Logs that are sparse all along are written so, by asynchronous progress tracking.
    boolean dense = newest != null && (newest == 0 || offsets.contains(newest - 1));
    if (newest != null && dense && offsets.last() > newest && !offsets.contains(newest + 1)) {
      found.add(
          "offsets/"
              + (newest + 1)
              + " is missing between the newest committed batch and offsets/"
              + offsets.last()
              + use(newest));
    }
    return found;
  }

  private static String use(@Nullable Long newest) {
    return newest == null
        ? "; no batch counts as committed."
        : "; batch " + newest + " counts as the newest committed one.";
  }
}
