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

import io.tidegate.internal.settings.RecoverySettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Attempts told one after another. Each starts ten minutes after the one before it, in an
 * application and a process of its own, lasts five minutes, and if its end is not recorded it is
 * not alive any more when the next one starts.
 */
final class Told {
  static final Instant NOON = Instant.parse("2026-10-01T12:00:00Z");
  static final String CHECKPOINT = "file:/checkpoints/orders";
  static final String QUERY_ID = "query-a";

  final List<Attempt> attempts = new ArrayList<>();
  final Set<String> gone = new HashSet<>();
  final Set<String> refusedElsewhere = new HashSet<>();
  boolean places;

  static RecoverySettings settings() {
    return settings(3, Duration.ofMinutes(15));
  }

  static RecoverySettings settings(int limit, Duration cooldown) {
    return new RecoverySettings(
        true,
        limit,
        RecoverySettings.Action.REFUSE,
        cooldown,
        List.of(),
        null,
        List.of(),
        null,
        null);
  }

  static CheckpointLook look(@Nullable Long reading) {
    return new CheckpointLook(true, QUERY_ID, reading, reading == null ? null : false, null);
  }

  /** When the attempt with this number starts. */
  static Instant start(long number) {
    return NOON.plus(Duration.ofMinutes(10 * (number - 1)));
  }

  /** One more attempt from this reading on, changed as told. */
  Told attempt(@Nullable Long baseline, UnaryOperator<AttemptBuilder> as) {
    long number = attempts.size() + 1;
    Instant start = start(number);
    attempts.add(
        as.apply(
                Attempt.builder(number, "attempt-" + number, start)
                    .runId("run-" + number)
                    .baseline(baseline)
                    .pending(baseline == null ? null : (Boolean) false)
                    .application("app-" + number)
                    .process("process-" + number)
                    .seenAt(start.plus(Duration.ofMinutes(5)))
                    .aliveUntil(start.plus(Duration.ofMinutes(6))))
            .build());
    return this;
  }

  Told ended(@Nullable Long baseline, AttemptOutcome outcome) {
    Instant end = start(attempts.size() + 1).plus(Duration.ofMinutes(5));
    return attempt(baseline, next -> next.outcome(outcome).endedAt(end));
  }

  Told failed(@Nullable Long baseline) {
    return ended(baseline, AttemptOutcome.FAILED);
  }

  Told stopped(@Nullable Long baseline) {
    return ended(baseline, AttemptOutcome.STOPPED);
  }

  Told lost(@Nullable Long baseline) {
    return attempt(baseline, next -> next);
  }

  Told times(int times, UnaryOperator<Told> what) {
    for (int i = 0; i < times; i++) {
      what.apply(this);
    }
    return this;
  }

  /** When the next attempt would start. */
  Instant now() {
    return start(attempts.size() + 1);
  }

  Judgement judgement(CheckpointLook look) {
    return judgement(attempts, look);
  }

  Judgement judgement(List<Attempt> listed, CheckpointLook look) {
    Liveness liveness = new Liveness(gone::contains);
    return new Judgement(
        listed,
        new Banked(listed, look, places),
        refusedElsewhere,
        attempt -> liveness.alive(attempt, now()));
  }

  Ending ending(long number, CheckpointLook look) {
    return judgement(look).judge((int) number - 1).ending();
  }

  /** How the newest one counts when the checkpoint stands at this reading. */
  Ending newest(long reading) {
    return ending(attempts.size(), look(reading));
  }

  Tally tally(long reading) {
    return new History(attempts, Tally.NONE, 0).tally(judgement(look(reading)), now());
  }

  LineageRow row() {
    return new History(attempts, Tally.NONE, 0)
        .into(LineageRow.builder(CHECKPOINT))
        .queryId(QUERY_ID)
        .queryName("orders")
        .attempts(attempts.size())
        .build();
  }

  StartRequest request() {
    return request(now());
  }

  StartRequest request(Instant at) {
    long number = attempts.size() + 1;
    return new StartRequest(
        "orders",
        "orders",
        CHECKPOINT,
        "attempt-" + number,
        at,
        "app-" + number,
        "process-" + number);
  }

  StartDecision decide(RecoverySettings settings, CheckpointLook look) {
    return decide(row(), settings, look, now());
  }

  StartDecision decide(
      @Nullable LineageRow row, RecoverySettings settings, CheckpointLook look, Instant now) {
    return new StartRules(new Liveness(gone::contains), Duration.ofMinutes(5))
        .decide(row, look, settings, request(now), refusedElsewhere, now);
  }
}
