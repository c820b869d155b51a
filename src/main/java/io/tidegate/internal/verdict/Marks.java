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
package io.tidegate.internal.verdict;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far the done markers of a table are delivered, as its row keeps it for the next application.
 *
 * @param delivered end (exclusive) of the periods whose markers this application knows to be
 *     delivered; null when it knows of none yet
 * @param settled whether nothing more is to be delivered just now
 */
public record Marks(@Nullable Instant delivered, boolean settled) {

  /** The row with its {@code done_until}, which never moves back. */
  VerdictRow on(@Nullable VerdictRow before, VerdictRow next) {
    Instant until = later(next.doneUntil(), delivered);
    if (until == null) {
      until = first(before, next);
    }
    return Objects.equals(until, next.doneUntil())
        ? next
        : next.toBuilder().doneUntil(until).build();
  }

  /** Whether the application should not end before the row says how far the markers are. */
  boolean worthAWrite(VerdictRow base, VerdictRow next) {
    return settled && !Objects.equals(base.doneUntil(), next.doneUntil());
  }

  /**
   * Where markers begin: with the first period of a new row's claim, and after the verdict of a row
   * that has one already. A claim that reaches back to the beginning of time has no first period;
   * there they begin after the first verdict. Null before it.
   *
   * @param before the row without what is about to be written; null where there is none
   * @param next what is to be written, or the same where nothing is
   */
  public static @Nullable Instant first(@Nullable VerdictRow before, VerdictRow next) {
    if (before != null && before.finalizedUntil() != null) {
      return before.finalizedUntil();
    }
    Instant from = next.trackedFrom();
    boolean hasFirstPeriod = from != null && from.isAfter(Instant.EPOCH);
    return next.finalizedUntil() != null && hasFirstPeriod ? from : next.finalizedUntil();
  }

  private static @Nullable Instant later(@Nullable Instant a, @Nullable Instant b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.isAfter(b) ? a : b;
  }
}
