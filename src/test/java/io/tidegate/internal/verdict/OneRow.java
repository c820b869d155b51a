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

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.verdict.Merged.Urgency;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A control table of one row, and what each run knows to have written to it. */
final class OneRow {
  static final Duration HEARTBEAT = Duration.ofMinutes(5);
  static final Duration SKEW = Duration.ofMinutes(5);

  private final Map<String, VerdictRow> acknowledged = new HashMap<>();
  private final Set<String> gone = new HashSet<>();
  private final VerdictMerge merge =
      new VerdictMerge(new Ownership(gone::contains, SKEW), HEARTBEAT);
  private @Nullable VerdictRow row;

  /** What the report comes to, without writing. */
  Merged merge(Reported reported, String now) {
    return merge(reported, Reported.at(now));
  }

  Merged merge(Reported reported, Instant now) {
    return merge.merge(row, acknowledged.get(reported.runId()), reported.report(), now);
  }

  Urgency urgency(Reported reported, String now) {
    return mine(merge(reported, now)).urgency();
  }

  /** Writes what the report comes to, which the run must own, and acknowledges it. */
  VerdictRow write(Reported reported, String now) {
    VerdictRow written = writeUnacknowledged(reported, now);
    acknowledged.put(reported.runId(), written);
    return written;
  }

  /** Writes, and loses the answer. */
  VerdictRow writeUnacknowledged(Reported reported, String now) {
    row = mine(merge(reported, now)).row();
    return row;
  }

  /** Puts something else into the table, as a person or another writer does. */
  void put(@Nullable VerdictRow other) {
    row = other;
  }

  VerdictRow row() {
    return Objects.requireNonNull(row);
  }

  /** From now on the process is known not to exist. */
  void gone(String process) {
    gone.add(process);
  }

  /** Whether the period is final: the one predicate. */
  boolean complete(String start, String end) {
    VerdictRow now = row();
    return now.trackedFrom() != null
        && now.finalizedUntil() != null
        && !now.trackedFrom().isAfter(Reported.at(start))
        && !now.finalizedUntil().isBefore(Reported.at(end));
  }

  private static Merged.Mine mine(Merged merged) {
    assertThat(merged).isInstanceOf(Merged.Mine.class);
    return (Merged.Mine) merged;
  }
}
