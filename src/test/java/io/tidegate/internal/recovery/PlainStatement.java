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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules a second time, plainly: looking back from the newest attempt at the whole list, where
 * the real ones go forward and remember.
 */
final class PlainStatement {
  private final List<Attempt> all;
  private final CheckpointLook look;
  private final boolean places;
  private final Set<String> refusedElsewhere;
  private final Set<String> gone;
  private final Instant now;
  private final List<@Nullable Long> batches;
  private final List<@Nullable Long> rows;
  private final Map<Integer, String> kinds = new HashMap<>();

  PlainStatement(RandomLineage lineage, CheckpointLook look, boolean places) {
    this.all = lineage.attempts();
    this.look = look;
    List<@Nullable Long> readings = new ArrayList<>();
    List<@Nullable Long> counts = new ArrayList<>();
    for (Attempt attempt : all) {
      readings.add(attempt.baseline());
      counts.add(attempt.placeRows());
    }
    readings.add(look.reading());
    counts.add(look.placeRows());
    this.batches = rises(readings);
    this.rows = rises(counts);
    this.places = places;
    this.refusedElsewhere = lineage.refusedElsewhere;
    this.gone = lineage.gone;
    this.now = lineage.now();
  }

  /** How it ended, in a word. */
  private String kind(int i) {
    return kinds.computeIfAbsent(i, this::kindOf);
  }

  private String kindOf(int i) {
    Attempt a = all.get(i);
    boolean elsewhere = a.application() != null && refusedElsewhere.contains(a.application());
    if (alive(a)) {
      return "alive";
    }
    if (a.outcome() == AttemptOutcome.STOPPED) {
      return a.witness() || "yes".equals(banked(i)) ? "good" : "stopped";
    }
    if (elsewhere && (a.outcome() == null || a.outcome() == AttemptOutcome.CONTEXT_STOPPING)) {
      return "collateral";
    }
    if (a.outcome() == AttemptOutcome.CONCURRENT) {
      return another(i) ? "EXEMPT" : "FAILED";
    }
    if (a.outcome() != null) {
      return a.outcome().name();
    }
    if (a.runId() == null) {
      return "unbound";
    }
    int next = nextStart(i);
    Boolean pending = next == all.size() ? look.pending() : all.get(next).pending();
    if (pending != null && pending) {
      return "at work";
    }
    return a.witness() ? "good" : "idle";
  }

  private boolean alive(Attempt a) {
    return a.outcome() == null
        && a.aliveUntil() != null
        && now.compareTo(a.aliveUntil()) < 0
        && !gone.contains(a.process());
  }

  /** Whether the times of another one and this one have an instant in common. */
  private boolean another(int i) {
    for (int j = 0; j < all.size(); j++) {
      boolean began = all.get(j).startedAt().compareTo(end(i)) < 0;
      boolean goesOn = alive(all.get(j)) || end(j).compareTo(all.get(i).startedAt()) > 0;
      if (j != i && began && goesOn) {
        return true;
      }
    }
    return false;
  }

  private Instant end(int i) {
    Attempt a = all.get(i);
    Instant end = a.endedAt() != null ? a.endedAt() : a.seenAt();
    return end == null ? a.startedAt() : end;
  }

  private int nextStart(int i) {
    int next = i + 1;
    while (next < all.size() && all.get(next).startedAt().compareTo(end(i)) < 0) {
      next++;
    }
    return next;
  }

  /** The running sum of what the known figures rose, as it stands at each of them. */
  private static List<@Nullable Long> rises(List<@Nullable Long> figures) {
    List<@Nullable Long> sums = new ArrayList<>();
    long sum = 0;
    Long before = null;
    for (Long figure : figures) {
      if (figure != null) {
        sum += before == null ? 0 : Math.max(0, figure - before);
        before = figure;
      }
      sums.add(figure == null ? null : (Long) sum);
    }
    return sums;
  }

  private String rose(int i, List<@Nullable Long> sums) {
    Long start = sums.get(i);
    if (start == null) {
      return "unknown";
    }
    for (int end = nextStart(i); end < sums.size(); end++) {
      if (sums.get(end) != null) {
        return sums.get(end) > start ? "yes" : "no";
      }
    }
    return sums.stream().anyMatch(sum -> sum != null && sum > start) ? "yes" : "unknown";
  }

  String banked(int i) {
    String byBatches = rose(i, batches);
    if (!byBatches.equals("no")) {
      return byBatches;
    }
    String byRows = rose(i, rows);
    return byRows.equals("unknown") && !places ? "no" : byRows;
  }

  /** Those that are neither resumed since, alive, nor over before a good one beside them ended. */
  private List<Integer> counted(long resumedAfter) {
    List<Integer> counted = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      int at = i;
      boolean besideGood =
          counted.stream()
              .filter(j -> kind(j).equals("good"))
              .anyMatch(j -> all.get(at).startedAt().isBefore(end(j)) && !end(at).isAfter(end(j)));
      if (all.get(i).number() > resumedAfter && !kind(i).equals("alive") && !besideGood) {
        counted.add(i);
      }
    }
    return counted;
  }

  /** The attempts that count after the newest good one, with whether each is bad. */
  Tally tally(long resumedAfter) {
    List<Integer> counted = counted(resumedAfter);
    long streak = 0;
    boolean open = true;
    long bad = 0;
    Instant badSince = null;
    for (int at = counted.size() - 1; at >= 0; at--) {
      int i = counted.get(at);
      if (aliveAndWell(i, at + 1 < counted.size() ? counted.get(at + 1) : all.size())) {
        open = false;
      }
      if (kind(i).equals("good")) {
        break;
      }
      boolean isBad = bad(counted, at);
      if (open && banked(i).equals("yes")) {
        open = false;
      }
      if (isBad) {
        bad++;
        badSince = end(i);
        streak += open && banked(i).equals("no") && !idle(i) ? 1 : 0;
      }
    }
    return new Tally(streak, bad, badSince, null, 0);
  }

  /** Whether one between the two is alive, and has banked or was idle with nothing pending. */
  private boolean aliveAndWell(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (kind(i).equals("alive") && (idle(i) || banked(i).equals("yes"))) {
        return true;
      }
    }
    return false;
  }

  /** Seen with nothing to do, and nothing was left to do when it had ended. */
  private boolean idle(int i) {
    int next = nextStart(i);
    Boolean pending = next == all.size() ? look.pending() : all.get(next).pending();
    return all.get(i).witness() && (pending == null || !pending);
  }

  private boolean bad(List<Integer> counted, int at) {
    String kind = kind(counted.get(at));
    if (kind.equals("FAILED") || kind.equals("at work")) {
      return true;
    }
    if (!kind.equals("EXEMPT") && !kind.equals("idle") && !kind.equals("unbound")) {
      return false;
    }
    int before = 0;
    while (before < at && kind(counted.get(at - 1 - before)).equals(kind)) {
      before++;
    }
    return before >= 10;
  }

  /** In a word: may start, may start as a probe, or not before a time. */
  String decision(int limit, Duration cooldown, @Nullable Integer most, long resumedAfter) {
    Tally tally = tally(resumedAfter);
    if (tally.bad() == 0 || look.reading() == null) {
      return "start";
    }
    if ((most != null && tally.bad() >= most) || limit <= 0) {
      return "never";
    }
    if (tally.streak() < limit) {
      return "start";
    }
    if (cooldown.isZero()) {
      return "never";
    }
    Instant last = Instant.MIN;
    for (int i = 0; i < all.size(); i++) {
      last = end(i).isAfter(last) ? end(i) : last;
    }
    Instant due = last.plus(cooldown);
    return due.isAfter(now) ? "from " + due : "probe";
  }
}
