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
package io.tidegate.api;

/**
 * Why a verdict stays where it is. Names are stable: they stand in the control table's {@code
 * reason_code}, in metrics and in {@code docs/holds.md}.
 */
public enum HoldCode {
  /** Nothing has been committed or read yet, so there is nothing to judge. */
  IDLE(true),
  /** The configured time field is not in a source's end offset. */
  NO_FIELD(true),
  /** The time field is there, but what it holds is not a time. */
  NO_TIME(true),
  /** The time has no offset from UTC and {@code offset.zone} is not set. */
  ZONE_NEEDED(true),
  /** The end offset says that its source is still being read for the first time. */
  INCOMPLETE(true),
  /** A source's time is before one that the same run has already reported. */
  TIME_WENT_BACK(true),
  /** A time beyond the batch's own timestamp plus {@code maxFutureSkew} was rejected. */
  FUTURE(true),
  /** The query keeps rows in state: what has been read is not in the table yet. */
  STATEFUL(true),
  /** The query's operators need an explicit {@code lag}. */
  LAG_NEEDED(true),
  /** Several watermarks are combined by their maximum. */
  MAX_POLICY(true),
  /** There is no watermark, or a source without one. */
  NO_WATERMARK(true),
  /** No trigger has been seen that found nothing to read. */
  NOT_CAUGHT_UP(true),
  /** The source reads committed transactions only and {@code lag} does not cover open ones. */
  READ_COMMITTED(true),
  /** The wall clock moved against elapsed time. */
  CLOCK(true),
  /** The query runs in a mode in which no rule holds. */
  UNSUPPORTED_TRIGGER(true),
  /** The query's plan could not be read, or holds an operator that is not known. */
  UNKNOWN_PLAN(true),
  /** The checkpoint's logs could not be read. */
  CHECKPOINT_UNREADABLE(true),
  /** A new lineage has not yet passed what the lineage before it had claimed. */
  REBUILDING(true),
  /** The owner's last run ended with an error. */
  QUERY_FAILED(true),
  /** The owner's last run was lost without a recorded end. */
  LOST(true),
  /** The owner's lineage was refused a start. */
  REFUSED(true),
  /** Another live lineage feeds the same table. */
  CONFLICT(false),
  /** A newer run of the same lineage owns the row. */
  FENCED(false),
  /** More than one entry matches the query name equally well. */
  AMBIGUOUS(false),
  /** The control table cannot be read or written. */
  STORE(false);

  private final boolean inRow;

  HoldCode(boolean inRow) {
    this.inRow = inRow;
  }

  /** Whether the code is written to the row; the others never touch another owner's row. */
  public boolean inRow() {
    return inRow;
  }
}
