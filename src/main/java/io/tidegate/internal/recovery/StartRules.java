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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a lineage may start once more. Nothing known, or nothing readable, is no evidence
 * against it. Pure; thread safe if the predicate of {@link Liveness} is.
 */
public final class StartRules {
  /** How many used resume tokens are remembered. */
  static final int TOKENS = 50;

  /** How many applications with a refused start are remembered. */
  static final int APPLICATIONS = 20;

  private static final int SHOWN_ATTEMPTS = 3;

  private final Liveness liveness;
  private final Duration heartbeat;

  /**
   * @param liveness which attempts are running somewhere
   * @param heartbeat how often a live attempt is refreshed; three of them without one end it
   */
  public StartRules(Liveness liveness, Duration heartbeat) {
    this.liveness = liveness;
    this.heartbeat = heartbeat;
  }

  /**
   * Decides. The lineage must not be running in the process that asks. A start whose attempt the
   * row lists already, as after a write of unknown outcome, is the one that was allowed.
   *
   * @param row the row as it was read, with what this process has not written yet; null where there
   *     is none
   * @param look the checkpoint now
   * @param settings the bound
   * @param request the start
   * @param refusedApplications applications in which another lineage was refused
   * @param now the wall clock
   */
  public StartDecision decide(
      @Nullable LineageRow row,
      CheckpointLook look,
      RecoverySettings settings,
      StartRequest request,
      Set<String> refusedApplications,
      Instant now) {
    Optional<Attempt> known = row == null ? Optional.empty() : recorded(row, request);
    if (row != null && known.isPresent()) {
      return new StartDecision.Allowed(row, known.get(), List.of());
    }
    List<String> warnings = new ArrayList<>();
    LineageRow base =
        row == null || look.replaces(row) ? LineageRow.builder(request.checkpoint()).build() : row;
    Optional<History> read = History.of(base);
    if (read.isEmpty()) {
      warnings.add(
          "The recovery record of "
              + request.checkpoint()
              + " is damaged. Its attempts are counted afresh from this one on.");
    }
    History history = read.orElseGet(History::none);
    List<String> tokens = TextsJson.read(base.tokens()).orElseGet(List::of);
    String token = settings.resume();
    if (token != null && !tokens.contains(token)) {
      history = history.resumedAfter(base.attempts());
      base =
          base.toBuilder().tokens(TextsJson.write(TextsJson.with(tokens, token, TOKENS))).build();
    }
    Judgement judgement =
        new Judgement(
            history.attempts(),
            new Banked(history.attempts(), look, !settings.places().isEmpty()),
            refusedApplications,
            attempt -> liveness.aliveElsewhere(attempt, request.process(), now));
    Tally tally = history.tally(judgement, now);
    if (tally.stopsIdly()) {
      warnings.add(idleStops(request, tally));
    }
    base = base.toBuilder().streak(tally.streak()).updatedAt(now).build();
    Case asked = new Case(base, history, judgement, tally, look, settings, request, warnings, now);
    return decide(asked);
  }

  /** The attempt that is asked for, where an earlier write has recorded it already. */
  private static Optional<Attempt> recorded(LineageRow row, StartRequest request) {
    return History.of(row).stream()
        .flatMap(history -> history.attempts().stream())
        .filter(attempt -> attempt.id().equals(request.attemptId()))
        .findFirst();
  }

  /** What has been gathered about a start. */
  private record Case(
      LineageRow row,
      History history,
      Judgement judgement,
      Tally tally,
      CheckpointLook look,
      RecoverySettings settings,
      StartRequest request,
      List<String> warnings,
      Instant now) {}

  private StartDecision decide(Case asked) {
    Optional<Bound.Reached> bound =
        asked.settings().enabled()
            ? new Bound(asked.settings(), asked.now())
                .reached(asked.row().attempts() + 1, asked.tally(), asked.history().attempts())
            : Optional.empty();
    if (bound.isEmpty()) {
      return allowed(asked, false);
    }
    Bound.Reached reached = bound.get();
    if (asked.look().reading() == null) {
      asked.warnings().add(unread(asked.request(), reached));
      return allowed(asked, false);
    }
    if (asked.settings().action() == RecoverySettings.Action.WARN) {
      asked.warnings().add(warnOnly(asked.request(), reached));
      StartDecision.Allowed allowed = allowed(asked, false);
      return new StartDecision.Warned(
          allowed.row(), allowed.attempt(), reached.reason(), allowed.warnings());
    }
    if (reached.nextProbe() != null && !asked.now().isBefore(reached.nextProbe())) {
      asked.warnings().add(probe(asked.request(), reached));
      return allowed(asked, true);
    }
    return refused(asked, reached);
  }

  private StartDecision.Allowed allowed(Case asked, boolean probe) {
    CheckpointLook look = asked.look();
    StartRequest request = asked.request();
    Instant aliveUntil = asked.now().plus(heartbeat.multipliedBy(3));
    Attempt attempt =
        Attempt.builder(asked.row().attempts() + 1, request.attemptId(), request.startedAt())
            .baseline(look.reading())
            .pending(look.pending())
            .placeRows(look.placeRows())
            .probe(probe)
            .application(request.application())
            .process(request.process())
            .seenAt(asked.now())
            .aliveUntil(aliveUntil)
            .build();
    History next = asked.history().cut(asked.judgement(), asked.now()).with(attempt);
    LineageRow row =
        next.into(asked.row().toBuilder())
            .queryName(request.queryName())
            .attempts(attempt.number())
            .seenAt(asked.now())
            .aliveUntil(aliveUntil)
            .build();
    return new StartDecision.Allowed(row, attempt, asked.warnings());
  }

  private static StartDecision.Refused refused(Case asked, Bound.Reached reached) {
    LineageRow row = asked.row();
    List<String> applications =
        TextsJson.with(
            TextsJson.read(row.refusedApplications()).orElseGet(List::of),
            asked.request().application(),
            APPLICATIONS);
    LineageRow counted =
        asked
            .history()
            .into(row.toBuilder())
            .refusals(row.refusals() + 1)
            .refusedAt(asked.now())
            .refusedReason(reached.reason())
            .refusedApplications(TextsJson.write(applications))
            .build();
    List<Attempt> all = asked.history().attempts();
    return new StartDecision.Refused(
        counted,
        reached.reason(),
        reached.nextProbe(),
        all.subList(Math.max(0, all.size() - SHOWN_ATTEMPTS), all.size()),
        asked.warnings());
  }

  private static String subject(StartRequest request) {
    return "The streaming query '" + request.queryName() + "' (" + request.checkpoint() + ")";
  }

  private static String idleStops(StartRequest request, Tally tally) {
    return subject(request)
        + " was stopped "
        + tally.alike()
        + " times in a row without progress and before it was seen with nothing to read."
        + " That is not held against it. If it should have got somewhere, let it run longer.";
  }

  private static String unread(StartRequest request, Bound.Reached reached) {
    return subject(request)
        + " would be refused: "
        + reached.reason()
        + ". It starts because its checkpoint could not be read in time, so that its last attempt"
        + " cannot be judged.";
  }

  private static String warnOnly(StartRequest request, Bound.Reached reached) {
    return subject(request)
        + " would be refused: "
        + reached.reason()
        + ". It starts because spark.tidegate.queries."
        + request.label()
        + ".recovery.action is warn.";
  }

  private static String probe(StartRequest request, Bound.Reached reached) {
    return subject(request)
        + " is refused: "
        + reached.reason()
        + ". This attempt is let through as a probe, because the cooldown has passed since the"
        + " last one.";
  }
}
