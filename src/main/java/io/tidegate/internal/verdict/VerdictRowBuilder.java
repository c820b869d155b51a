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

import io.tidegate.api.VerdictState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Builds a {@link VerdictRow}; each method sets the component of its name. Not thread safe. */
public final class VerdictRowBuilder {
  private final String tableName;
  private @Nullable Instant finalizedUntil;
  private @Nullable Instant trackedFrom;
  private @Nullable VerdictState state;
  private @Nullable String reasonCode;
  private @Nullable String reason;
  private @Nullable Instant heldSince;
  private @Nullable Instant frontier;
  private @Nullable String basis;
  private @Nullable Instant seenAt;
  private @Nullable Instant aliveUntil;
  private long epoch;
  private @Nullable String queryName;
  private @Nullable String queryId;
  private @Nullable String checkpoint;
  private @Nullable String runId;
  private @Nullable Instant runStartedAt;
  private @Nullable String process;
  private @Nullable Long batchId;
  private @Nullable String endOffset;
  private @Nullable Long tableVersion;
  private @Nullable Instant epochFrom;
  private @Nullable Instant heldValue;
  private @Nullable Instant updatedAt;
  private @Nullable Instant doneUntil;

  VerdictRowBuilder(String tableName) {
    this.tableName = tableName;
  }

  VerdictRowBuilder(VerdictRow row) {
    this.tableName = row.tableName();
    this.finalizedUntil = row.finalizedUntil();
    this.trackedFrom = row.trackedFrom();
    this.state = row.state();
    this.reasonCode = row.reasonCode();
    this.reason = row.reason();
    this.heldSince = row.heldSince();
    this.frontier = row.frontier();
    this.basis = row.basis();
    this.seenAt = row.seenAt();
    this.aliveUntil = row.aliveUntil();
    this.epoch = row.epoch();
    this.queryName = row.queryName();
    this.queryId = row.queryId();
    this.checkpoint = row.checkpoint();
    this.runId = row.runId();
    this.runStartedAt = row.runStartedAt();
    this.process = row.process();
    this.batchId = row.batchId();
    this.endOffset = row.endOffset();
    this.tableVersion = row.tableVersion();
    this.epochFrom = row.epochFrom();
    this.heldValue = row.heldValue();
    this.updatedAt = row.updatedAt();
    this.doneUntil = row.doneUntil();
  }

  public VerdictRowBuilder finalizedUntil(@Nullable Instant value) {
    this.finalizedUntil = value;
    return this;
  }

  public VerdictRowBuilder trackedFrom(@Nullable Instant value) {
    this.trackedFrom = value;
    return this;
  }

  public VerdictRowBuilder state(@Nullable VerdictState value) {
    this.state = value;
    return this;
  }

  public VerdictRowBuilder reasonCode(@Nullable String value) {
    this.reasonCode = value;
    return this;
  }

  public VerdictRowBuilder reason(@Nullable String value) {
    this.reason = value;
    return this;
  }

  public VerdictRowBuilder heldSince(@Nullable Instant value) {
    this.heldSince = value;
    return this;
  }

  public VerdictRowBuilder frontier(@Nullable Instant value) {
    this.frontier = value;
    return this;
  }

  public VerdictRowBuilder basis(@Nullable String value) {
    this.basis = value;
    return this;
  }

  public VerdictRowBuilder seenAt(@Nullable Instant value) {
    this.seenAt = value;
    return this;
  }

  public VerdictRowBuilder aliveUntil(@Nullable Instant value) {
    this.aliveUntil = value;
    return this;
  }

  public VerdictRowBuilder epoch(long value) {
    this.epoch = value;
    return this;
  }

  public VerdictRowBuilder queryName(@Nullable String value) {
    this.queryName = value;
    return this;
  }

  public VerdictRowBuilder queryId(@Nullable String value) {
    this.queryId = value;
    return this;
  }

  public VerdictRowBuilder checkpoint(@Nullable String value) {
    this.checkpoint = value;
    return this;
  }

  public VerdictRowBuilder runId(@Nullable String value) {
    this.runId = value;
    return this;
  }

  public VerdictRowBuilder runStartedAt(@Nullable Instant value) {
    this.runStartedAt = value;
    return this;
  }

  public VerdictRowBuilder process(@Nullable String value) {
    this.process = value;
    return this;
  }

  public VerdictRowBuilder batchId(@Nullable Long value) {
    this.batchId = value;
    return this;
  }

  public VerdictRowBuilder endOffset(@Nullable String value) {
    this.endOffset = value;
    return this;
  }

  public VerdictRowBuilder tableVersion(@Nullable Long value) {
    this.tableVersion = value;
    return this;
  }

  public VerdictRowBuilder epochFrom(@Nullable Instant value) {
    this.epochFrom = value;
    return this;
  }

  public VerdictRowBuilder heldValue(@Nullable Instant value) {
    this.heldValue = value;
    return this;
  }

  public VerdictRowBuilder updatedAt(@Nullable Instant value) {
    this.updatedAt = value;
    return this;
  }

  public VerdictRowBuilder doneUntil(@Nullable Instant value) {
    this.doneUntil = value;
    return this;
  }

  /** The row. */
  public VerdictRow build() {
    return new VerdictRow(
        tableName,
        finalizedUntil,
        trackedFrom,
        state,
        reasonCode,
        reason,
        heldSince,
        frontier,
        basis,
        seenAt,
        aliveUntil,
        epoch,
        queryName,
        queryId,
        checkpoint,
        runId,
        runStartedAt,
        process,
        batchId,
        endOffset,
        tableVersion,
        epochFrom,
        heldValue,
        updatedAt,
        doneUntil);
  }
}
