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
package io.tidegate.internal.tracking;

import io.tidegate.internal.verdict.Merged;
import io.tidegate.internal.verdict.VerdictRow;
import org.jspecify.annotations.Nullable;

/** What one run knows of its table's row. Confined to the writer thread. */
final class RunRow {
  private boolean known;
  private @Nullable VerdictRow current;
  private @Nullable VerdictRow acknowledged;
  private Merged.@Nullable Blocked blocked;
  private boolean superseded;
  private boolean supersededTold;

  /** The row was read and needs nothing from this run. */
  void saw(@Nullable VerdictRow row) {
    known = true;
    current = row;
    blocked = null;
  }

  /** The row was written by this run, now or by a commit whose outcome was not known then. */
  void wrote(VerdictRow row) {
    saw(row);
    acknowledged = row;
    supersededTold = false;
  }

  /** Another owner has the row for now; true when that is news. */
  boolean block(Merged.Blocked why, @Nullable VerdictRow row) {
    boolean news = blocked == null || blocked.code() != why.code();
    saw(row);
    blocked = why;
    return news;
  }

  /** Another owner has the row for good; true when that is news. */
  boolean supersede() {
    boolean news = !supersededTold;
    superseded = true;
    supersededTold = true;
    return news;
  }

  /** The row is to be read again, in case the other owner is gone. */
  void reconsider() {
    superseded = false;
    known = false;
  }

  /** Whether the row has been read at least once. */
  boolean known() {
    return known;
  }

  @Nullable VerdictRow current() {
    return current;
  }

  @Nullable VerdictRow acknowledged() {
    return acknowledged;
  }

  Merged.@Nullable Blocked blocked() {
    return blocked;
  }

  boolean superseded() {
    return superseded;
  }
}
