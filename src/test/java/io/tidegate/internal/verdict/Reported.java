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

import io.tidegate.api.HoldCode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Builds the report of a run over hourly periods of one day. */
final class Reported {
  static final String TABLE = "sales.orders";
  static final String OFFSET = "offset(field=commit_ts)";

  private final String runId;
  private final String lineage;
  private final String path;
  private final Instant startedAt;
  private String process = "boot=b pidns=n pid=1 start=1";
  private String basis = OFFSET;
  private boolean trust;
  private boolean fromBeginning;
  private @Nullable Instant coverageFrom;
  private @Nullable Proof proof;
  private @Nullable Hold hold;
  private @Nullable Instant rejected;
  private @Nullable Instant triggeredAt;
  private @Nullable RunEnd end;
  private long batch;

  private Reported(String runId, String lineage, String path, Instant startedAt) {
    this.runId = runId;
    this.lineage = lineage;
    this.path = path;
    this.startedAt = startedAt;
  }

  /** A time of the day, such as {@code 14:37}, or a whole instant. */
  static Instant at(String time) {
    return Instant.parse(time.length() > 15 ? time : "2026-10-01T" + time + ":00Z");
  }

  /** A run of the first lineage. */
  static Reported run(String runId, String startedAt) {
    return of(runId, "lineage-1", "file:/checkpoints/orders", startedAt);
  }

  static Reported of(String runId, String lineage, String path, String startedAt) {
    return new Reported(runId, lineage, path, at(startedAt));
  }

  /** The frontier of the next batch; the first one decides on the run's coverage. */
  Reported reached(String frontier) {
    return reached(at(frontier), at(frontier));
  }

  Reported reached(Instant raw, Instant frontier) {
    if (coverageFrom == null) {
      coverageFrom = raw.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
    }
    proof =
        new Proof(
            raw,
            frontier,
            frontier.truncatedTo(ChronoUnit.HOURS),
            batch,
            "[{\"commit_ts\":\"" + raw + "\"}]");
    batch++;
    hold = null;
    rejected = rejected != null && raw.isAfter(rejected) ? null : rejected;
    return this;
  }

  Reported trusting() {
    trust = true;
    return this;
  }

  Reported fromBeginning() {
    fromBeginning = true;
    return this;
  }

  Reported basis(String value) {
    basis = value;
    return this;
  }

  Reported process(String value) {
    process = value;
    return this;
  }

  Reported held(HoldCode code, String reason, String since) {
    hold = new Hold(code, reason, at(since));
    return this;
  }

  Reported rejecting(String value, String now) {
    rejected = at(value);
    return held(HoldCode.FUTURE, "the frontier " + at(value) + " is rejected", now);
  }

  /** A trigger of its own began. */
  Reported triggered(String when) {
    triggeredAt = at(when);
    return this;
  }

  Reported ended(String when) {
    end = new RunEnd(at(when), null);
    return this;
  }

  Reported failed(String when, String error) {
    end = new RunEnd(at(when), error);
    return this;
  }

  /** Ends it with Spark's error for a second run on one checkpoint. */
  Reported gaveWay(String when) {
    end = new RunEnd(at(when), "SparkConcurrentModificationException", true);
    return this;
  }

  String runId() {
    return runId;
  }

  RunReport report() {
    Owner owner = new Owner("orders", lineage, path, runId, startedAt, process);
    return new RunReport(
        TABLE,
        owner,
        basis,
        trust,
        fromBeginning,
        coverageFrom,
        proof,
        hold,
        rejected,
        triggeredAt,
        end);
  }
}
