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
import java.util.ArrayList;
import java.util.List;

/** Wrong settings; the message lists every one. */
public final class InvalidConfigurationException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final ArrayList<String> problems;

  InvalidConfigurationException(ErrorCode code, List<String> problems, String message) {
    super(message);
    this.code = code;
    this.problems = new ArrayList<>(problems);
  }

  /** What is wrong, a sentence or more each. */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  /** The stable code. */
  public ErrorCode code() {
    return code;
  }
}
