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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a row that are still listed, and what the ones before them came to. Immutable.
 *
 * @param attempts oldest first
 * @param earlier where the lineage stood after those that are no longer listed
 * @param resumedAfter the number of the last attempt before the newest resume; 0 where there is
 *     none
 */
record History(List<Attempt> attempts, Tally earlier, long resumedAfter) {

  /** How many attempts that have ended are listed. */
  static final int LISTED = 20;

  /** How many are, with those that may be alive: no lineage has so many runs at once. */
  static final int MOST = 100;

  History {
    attempts = List.copyOf(attempts);
  }

  /** Before the first attempt. */
  static History none() {
    return new History(List.of(), Tally.NONE, 0);
  }

  /** The history of a row; empty where it is damaged. */
  static Optional<History> of(LineageRow row) {
    Tally earlier =
        new Tally(
            row.earlierStreak(),
            row.earlierBad(),
            row.earlierBadSince(),
            ending(row.earlierEnding()),
            row.earlierAlike());
    long resumedAfter = row.resumedAfter() == null ? 0 : row.resumedAfter();
    return AttemptsJson.read(row.history())
        .map(attempts -> new History(attempts, earlier, resumedAfter));
  }

  private static @Nullable Ending ending(@Nullable String name) {
    return Arrays.stream(Ending.values())
        .filter(ending -> ending.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** The row with this history in it. */
  LineageRowBuilder into(LineageRowBuilder row) {
    Ending ending = earlier.ending();
    return row.history(AttemptsJson.write(attempts))
        .earlierStreak(earlier.streak())
        .earlierBad(earlier.bad())
        .earlierBadSince(earlier.badSince())
        .earlierEnding(ending == null ? null : ending.name())
        .earlierAlike(earlier.alike())
        .resumedAfter(resumedAfter == 0 ? null : (Long) resumedAfter);
  }

  /** The same, counted afresh from the attempt after this one. */
  History resumedAfter(long number) {
    return new History(attempts, Tally.NONE, number);
  }

  History with(Attempt attempt) {
    List<Attempt> next = new ArrayList<>(attempts);
    next.add(attempt);
    return new History(next, earlier, resumedAfter);
  }

  /**
   * Where the lineage stands.
   *
   * @param judgement of these attempts
   * @param now the wall clock; a good end beyond it is taken to be one of a clock that is ahead
   */
  Tally tally(Judgement judgement, Instant now) {
    Count count = new Count(this, now);
    for (int i = 0; i < attempts.size(); i++) {
      count.add(judgement.judge(i));
    }
    return count.tally();
  }

  /** The same attempts without the oldest ones, which the tally before the rest then stands for. */
  History cut(Judgement judgement, Instant now) {
    Count count = new Count(this, now);
    List<Judged> ended = new ArrayList<>();
    List<Judged> alive = new ArrayList<>();
    for (int i = 0; i < attempts.size(); i++) {
      Judged judged = judgement.judge(i);
      (judged.alive() ? alive : ended).add(judged);
    }
    int tooMany = Math.max(ended.size() - LISTED, 0);
    ended.subList(0, tooMany).forEach(count::add);
    List<Judged> rest = new ArrayList<>(ended.subList(tooMany, ended.size()));
    rest.removeIf(count::besideGoodOne);
    int notAlive = Math.min(Math.max(alive.size() + rest.size() - MOST, 0), alive.size());
    for (Judged judged : alive.subList(0, notAlive)) {
      count.add(judgement.judgeAsEnded(attempts.indexOf(judged.attempt())));
    }
    rest.addAll(alive.subList(notAlive, alive.size()));
    Map<Attempt, Judged> kept =
        rest.stream().collect(Collectors.toMap(Judged::attempt, Function.identity()));
    return new History(
        attempts.stream().map(kept::get).filter(Objects::nonNull).map(History::settled).toList(),
        count.tally(),
        resumedAfter);
  }

  /** The attempt without its need for another one, which may be cut before it is. */
  private static Attempt settled(Judged judged) {
    Attempt attempt = judged.attempt();
    boolean believed =
        attempt.outcome() == AttemptOutcome.CONCURRENT && judged.ending() == Ending.EXEMPT;
    return believed ? attempt.toBuilder().outcome(AttemptOutcome.EXEMPT).build() : attempt;
  }
}
