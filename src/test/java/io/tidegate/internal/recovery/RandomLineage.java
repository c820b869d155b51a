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
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Attempts by seed, on a clock that every driver shares, one minute to the tick. */
final class RandomLineage {
  static final Instant START = Instant.parse("2026-10-01T00:00:00Z");

  private static final int FAILS = AttemptOutcome.FAILED.ordinal();

  final Random random;
  private final List<Attempt> whole = new ArrayList<>();
  final Set<String> refusedElsewhere = new HashSet<>();
  final Set<String> gone = new HashSet<>();

  /** How many ticks an attempt may run on beside later ones. */
  private final int overlap;

  private final boolean rewinds;
  private final int[] moods;
  private final int patience;
  private int tick;
  private long reading;
  private long rows = 1_000;

  RandomLineage(long seed, int overlap, boolean rewinds) {
    this.random = new Random(seed);
    this.overlap = overlap;
    this.rewinds = rewinds;
    // Some lineages keep to a few ways to end, so that rows of ten come about.
    this.moods = random.ints(1 + random.nextInt(3), 0, 8).toArray();
    this.patience = 2 + random.nextInt(14);
    for (int refused = random.nextInt(4); refused > 0; refused--) {
      refusedElsewhere.add("app-" + random.nextInt(8));
    }
  }

  /** Lets time pass. */
  void pause(int ticks) {
    tick += ticks;
  }

  Instant now() {
    return at(tick);
  }

  static Instant at(int tick) {
    return START.plus(Duration.ofMinutes(tick));
  }

  /** The checkpoint now; what is unknown differs from look to look. */
  CheckpointLook look() {
    return new CheckpointLook(
        true,
        "id",
        random.nextInt(8) == 0 ? null : (Long) reading,
        random.nextInt(8) == 0 ? null : (Boolean) random.nextBoolean(),
        random.nextInt(3) == 0 ? null : (Long) rows);
  }

  /** One more attempt, which starts now with what the look says; then time and progress pass. */
  Attempt attempt(CheckpointLook look) {
    int number = whole.size() + 1;
    int length = random.nextInt(4) + (random.nextInt(6) == 0 ? random.nextInt(overlap + 1) : 0);
    int mood = random.nextInt(3) == 0 ? FAILS : moods[random.nextInt(moods.length)];
    AttemptBuilder next =
        Attempt.builder(number, "attempt-" + number, at(tick))
            .runId(mood == 6 ? null : "run-" + number)
            .baseline(look.reading())
            .pending(look.pending())
            .placeRows(look.placeRows())
            .witness(random.nextInt(6) == 0)
            .application("app-" + random.nextInt(8))
            .process("process-" + number)
            .seenAt(random.nextInt(9) == 0 ? null : at(tick + length))
            .aliveUntil(at(tick + length + random.nextInt(3)));
    AttemptOutcome[] outcomes = AttemptOutcome.values();
    if (mood < outcomes.length) {
      next.outcome(outcomes[mood]).endedAt(at(tick + length));
    }
    Attempt attempt = next.build();
    whole.add(attempt);
    tick += Math.max(1, Math.min(length, 3)) + random.nextInt(2);
    if (random.nextInt(patience) == 0) {
      reading += 1 + random.nextInt(3);
    } else if (rewinds && random.nextInt(9) == 0) {
      reading = Math.max(0, reading - 2);
    }
    if (random.nextInt(patience) == 0) {
      rows += random.nextInt(3) - (rewinds ? 1 : 0);
    }
    return asOfNow(attempt);
  }

  /** All of them as they are on record now. */
  List<Attempt> attempts() {
    return whole.stream().map(this::asOfNow).toList();
  }

  /** These, as they are on record now. */
  History refreshed(History history) {
    List<Attempt> attempts =
        history.attempts().stream()
            .map(
                attempt ->
                    AttemptMerge.merge(attempt, asOfNow(whole.get((int) attempt.number() - 1))))
            .toList();
    return new History(attempts, history.earlier(), history.resumedAfter());
  }

  /** One that runs on has no end yet, and is alive. */
  private Attempt asOfNow(Attempt attempt) {
    if (!attempt.lastKnown().isAfter(now())) {
      return attempt;
    }
    return attempt.toBuilder()
        .endedAt(null)
        .outcome(null)
        .seenAt(now())
        .aliveUntil(now().plusSeconds(1))
        .build();
  }

  Judgement judgement(List<Attempt> listed, CheckpointLook look, boolean places) {
    Liveness liveness = new Liveness(gone::contains);
    Instant now = now();
    return new Judgement(
        listed,
        new Banked(listed, look, places),
        Set.copyOf(refusedElsewhere),
        attempt -> liveness.alive(attempt, now));
  }
}
