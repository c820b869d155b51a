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
import org.jspecify.annotations.Nullable;

/** Builds an {@link Attempt}; each method sets the component of its name. Not thread safe. */
public final class AttemptBuilder {
  private long number;
  private final String id;
  private final Instant startedAt;
  private @Nullable String runId;
  private @Nullable Long baseline;
  private @Nullable Boolean pending;
  private @Nullable Long placeRows;
  private boolean probe;
  private @Nullable Instant endedAt;
  private @Nullable AttemptOutcome outcome;
  private boolean witness;
  private @Nullable String errorClass;
  private @Nullable String error;
  private @Nullable String application;
  private @Nullable String process;
  private @Nullable Instant seenAt;
  private @Nullable Instant aliveUntil;

  AttemptBuilder(long number, String id, Instant startedAt) {
    this.number = number;
    this.id = id;
    this.startedAt = startedAt;
  }

  AttemptBuilder(Attempt attempt) {
    this.number = attempt.number();
    this.id = attempt.id();
    this.startedAt = attempt.startedAt();
    this.runId = attempt.runId();
    this.baseline = attempt.baseline();
    this.pending = attempt.pending();
    this.placeRows = attempt.placeRows();
    this.probe = attempt.probe();
    this.endedAt = attempt.endedAt();
    this.outcome = attempt.outcome();
    this.witness = attempt.witness();
    this.errorClass = attempt.errorClass();
    this.error = attempt.error();
    this.application = attempt.application();
    this.process = attempt.process();
    this.seenAt = attempt.seenAt();
    this.aliveUntil = attempt.aliveUntil();
  }

  public AttemptBuilder number(long value) {
    this.number = value;
    return this;
  }

  public AttemptBuilder runId(@Nullable String value) {
    this.runId = value;
    return this;
  }

  public AttemptBuilder baseline(@Nullable Long value) {
    this.baseline = value;
    return this;
  }

  public AttemptBuilder pending(@Nullable Boolean value) {
    this.pending = value;
    return this;
  }

  public AttemptBuilder placeRows(@Nullable Long value) {
    this.placeRows = value;
    return this;
  }

  public AttemptBuilder probe(boolean value) {
    this.probe = value;
    return this;
  }

  public AttemptBuilder endedAt(@Nullable Instant value) {
    this.endedAt = value;
    return this;
  }

  public AttemptBuilder outcome(@Nullable AttemptOutcome value) {
    this.outcome = value;
    return this;
  }

  public AttemptBuilder witness(boolean value) {
    this.witness = value;
    return this;
  }

  public AttemptBuilder errorClass(@Nullable String value) {
    this.errorClass = value;
    return this;
  }

  public AttemptBuilder error(@Nullable String value) {
    this.error = value;
    return this;
  }

  public AttemptBuilder application(@Nullable String value) {
    this.application = value;
    return this;
  }

  public AttemptBuilder process(@Nullable String value) {
    this.process = value;
    return this;
  }

  public AttemptBuilder seenAt(@Nullable Instant value) {
    this.seenAt = value;
    return this;
  }

  public AttemptBuilder aliveUntil(@Nullable Instant value) {
    this.aliveUntil = value;
    return this;
  }

  /** The attempt. */
  public Attempt build() {
    return new Attempt(
        number,
        id,
        runId,
        startedAt,
        baseline,
        pending,
        placeRows,
        probe,
        endedAt,
        outcome,
        witness,
        errorClass,
        error,
        application,
        process,
        seenAt,
        aliveUntil);
  }
}
