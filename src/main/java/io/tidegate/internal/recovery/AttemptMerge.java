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
package io.tidegate.internal.recovery;

import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Merges what is known of one attempt in two places. What is known stays known: the first recorded
 * end, a witness, the run. The order of merges makes no difference. Pure.
 */
final class AttemptMerge {
  private static final Comparator<Attempt> FIRST_END =
      Comparator.comparing(
              Attempt::endedAt, Comparator.nullsLast(Comparator.<Instant>naturalOrder()))
          .thenComparing(
              Attempt::outcome, Comparator.nullsLast(Comparator.<AttemptOutcome>naturalOrder()));

  private AttemptMerge() {}

  /** The two as one, with the number that the row knows it by. */
  static Attempt merge(Attempt known, Attempt reported) {
    Attempt end = FIRST_END.compare(known, reported) <= 0 ? known : reported;
    return known.toBuilder()
        .runId(either(known.runId(), reported.runId()))
        .baseline(either(known.baseline(), reported.baseline()))
        .pending(either(known.pending(), reported.pending()))
        .placeRows(either(known.placeRows(), reported.placeRows()))
        .probe(known.probe() || reported.probe())
        .endedAt(end.endedAt())
        .outcome(end.outcome())
        .witness(known.witness() || reported.witness())
        .errorClass(end.errorClass())
        .error(end.error())
        .application(either(known.application(), reported.application()))
        .process(either(known.process(), reported.process()))
        .seenAt(later(known.seenAt(), reported.seenAt()))
        .aliveUntil(later(known.aliveUntil(), reported.aliveUntil()))
        .build();
  }

  /** Whether two states of an attempt differ in more than the heartbeat. */
  static boolean differ(Attempt one, Attempt other) {
    return !withoutHeartbeat(one).equals(withoutHeartbeat(other));
  }

  private static Attempt withoutHeartbeat(Attempt attempt) {
    return attempt.toBuilder().seenAt(null).aliveUntil(null).build();
  }

  private static <T> @Nullable T either(@Nullable T known, @Nullable T reported) {
    return known != null ? known : reported;
  }

  static @Nullable Instant later(@Nullable Instant a, @Nullable Instant b) {
    if (a == null || b == null) {
      return either(a, b);
    }
    return a.isAfter(b) ? a : Objects.requireNonNull(b);
  }
}
