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
 * Stable codes of tidegate's errors, as they stand in brackets before a message and in {@code
 * docs/errors.md}.
 */
public enum ErrorCode {
  /** One or more settings are wrong; the message lists them all. */
  TIDEGATE_INVALID_CONF,
  /** The HOCON file could not be read. */
  TIDEGATE_CONF_FILE_UNREADABLE,
  /** The schema of a table of ours is not the expected one. */
  TIDEGATE_TABLE_SCHEMA,
  /** A table of ours uses a Delta feature that this store cannot write. */
  TIDEGATE_TABLE_FEATURE,
  /** The place of a table of ours holds something that is not a Delta table. */
  TIDEGATE_NOT_A_TABLE,
  /** The file system of a table of ours cannot create a file only if it is absent. */
  TIDEGATE_NO_PUT_IF_ABSENT,
  /** A table of ours could not be read or written, for a reason that may pass. */
  TIDEGATE_STORE_UNAVAILABLE,
  /** The store of a table of ours cannot work in this application at all. */
  TIDEGATE_STORE_UNUSABLE,
  /** Other writers won every race for a table of ours for a while. */
  TIDEGATE_STORE_CONTENDED,
  /** A table kept by SQL can no longer be written, since the SparkContext has stopped. */
  TIDEGATE_STORE_STOPPED,
  /** A store call did not return in time and was abandoned to its thread. */
  TIDEGATE_STORE_HUNG,
  /** A streaming query was refused a start, because its lineage has reached a bound. */
  TIDEGATE_START_REFUSED,
  /** A done marker could not be delivered, for a reason that may pass. */
  TIDEGATE_MARKER_UNDELIVERED,
  /** The receiver of a done marker refused it for good. */
  TIDEGATE_MARKER_REFUSED,
  /** A function of SQL was called in a way that has no answer. */
  TIDEGATE_FUNCTION_MISUSED,
  /** A statement asked for a table that has no row. */
  TIDEGATE_UNKNOWN_TABLE,
  /** A statement asked for verdicts where there is no control table. */
  TIDEGATE_NO_CONTROL_TABLE,
  /** A statement asked for verdicts that cannot be read. */
  TIDEGATE_VERDICTS_UNREADABLE
}
