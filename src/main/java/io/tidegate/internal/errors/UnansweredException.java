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

/**
 * A statement asked for verdicts and gets no answer. It is an {@link IllegalArgumentException} so
 * that Python shows its message as one.
 */
public final class UnansweredException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  UnansweredException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  /** The stable code. */
  public ErrorCode code() {
    return code;
  }
}
