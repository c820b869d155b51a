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

import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.RefusedStartException;
import io.tidegate.internal.settings.RecoverySettings;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a refusal tells whoever reads it: what happened, what is next and what resumes. */
public final class RefusalText {
  private RefusalText() {}

  /** The error to throw. */
  public static RefusedStartException error(
      StartDecision.Refused refused, StartRequest request, RecoverySettings settings) {
    String prefix = "spark.tidegate.queries." + request.label() + ".recovery.";
    return Errors.refusedStart(
        request.queryName(),
        request.checkpoint(),
        refused.reason(),
        refused.lastAttempts().stream().map(RefusalText::line).toList(),
        next(refused.nextProbe(), settings, prefix),
        prefix + "resume=after-" + refused.row().attempts());
  }

  private static String next(
      @Nullable Instant nextProbe, RecoverySettings settings, String prefix) {
    if (nextProbe != null) {
      return "One attempt is let through as a probe from "
          + nextProbe
          + " on ("
          + prefix
          + "cooldown is "
          + settings.cooldown()
          + ").";
    }
    boolean never = settings.cooldown().equals(Duration.ZERO);
    return never
        ? "No probe will be let through, because " + prefix + "cooldown is 0."
        : "No probe will be let through at this bound.";
  }

  private static String line(Attempt attempt) {
    StringBuilder text = new StringBuilder();
    text.append("attempt ").append(attempt.number());
    if (attempt.probe()) {
      text.append(" (a probe)");
    }
    text.append(", ").append(attempt.startedAt()).append(" to ");
    text.append(attempt.endedAt() == null ? "no recorded end" : attempt.endedAt().toString());
    if (attempt.endedAt() == null && attempt.seenAt() != null) {
      text.append(", last seen ").append(attempt.seenAt());
    }
    if (attempt.baseline() != null) {
      text.append(", from reading ").append(attempt.baseline());
    }
    return text.append(": ").append(how(attempt)).toString();
  }

  private static String how(Attempt attempt) {
    AttemptOutcome outcome = attempt.outcome();
    if (outcome == null) {
      return attempt.runId() == null ? "never came to a run" : "its driver was lost";
    }
    return switch (outcome) {
      case STOPPED -> "stopped";
      case CONTEXT_STOPPING -> "ended because its SparkContext was stopped";
      case FAILED -> "failed" + error(attempt);
      case EXEMPT -> "failed with an exempt error" + error(attempt);
      case CONCURRENT -> "failed, for another run's sake by Spark's word" + error(attempt);
      case OTHER -> "ended in a way that this version does not know";
    };
  }

  private static String error(Attempt attempt) {
    String error = attempt.error() != null ? attempt.error() : attempt.errorClass();
    return error == null ? "" : ": " + error;
  }
}
