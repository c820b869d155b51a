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
package io.tidegate.internal.errors;

import io.tidegate.api.ErrorCode;
import org.jspecify.annotations.Nullable;

/** A table of ours could not be read or written. */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final boolean retryable;
  private final String bySqlOnly;

  StoreException(ErrorCode code, boolean retryable, String message, @Nullable Throwable cause) {
    this(code, retryable, message, cause, "");
  }

  StoreException(
      ErrorCode code,
      boolean retryable,
      String message,
      @Nullable Throwable cause,
      String bySqlOnly) {
    super(message, cause);
    this.code = code;
    this.retryable = retryable;
    this.bySqlOnly = bySqlOnly;
  }

  /** What only SQL can write, in a clause; empty where that is not what fails. */
  public String bySqlOnly() {
    return bySqlOnly;
  }

  /** The stable code. */
  public ErrorCode code() {
    return code;
  }

  /** Whether the same call may succeed later without anybody changing the table. */
  public boolean retryable() {
    return retryable;
  }
}
