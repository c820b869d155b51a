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
package io.tidegate.internal.store;

import io.tidegate.internal.errors.StoreException;

/**
 * How an attempt to commit ended.
 *
 * @param <R> a row of the table
 */
public sealed interface CommitOutcome<R> {

  /**
   * The commit is durable.
   *
   * @param after the table right after it, without reading it again
   */
  record Committed<R>(TableSnapshot<R> after) implements CommitOutcome<R> {}

  /** Another writer committed first; nothing of ours was written. Read again and redo. */
  record Conflict<R>() implements CommitOutcome<R> {}

  /**
   * Nothing was written, for a reason that may pass.
   *
   * @param cause why
   */
  record Transient<R>(StoreException cause) implements CommitOutcome<R> {}

  /**
   * Nothing was written and nothing will be until somebody changes the table or the settings.
   *
   * @param cause expected against found
   */
  record Fatal<R>(StoreException cause) implements CommitOutcome<R> {}

  /**
   * It is not known whether the commit was written. Read before trying again.
   *
   * @param cause why
   */
  record Unknown<R>(StoreException cause) implements CommitOutcome<R> {}
}
