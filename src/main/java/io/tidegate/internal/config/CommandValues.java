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
package io.tidegate.internal.config;

import java.time.Duration;

/** Values given on a command line, by the rules and with the texts of the options. */
public final class CommandValues {
  private static final ScalarType<Duration> DURATION = Durations.orZero();
  private static final ScalarType<Duration> GRANULARITY = Granularities.type();

  private CommandValues() {}

  /**
   * A length of time, such as {@code 15m} or {@code PT15M}.
   *
   * @throws IllegalArgumentException with a clause that says why it is none and what is allowed
   */
  public static Duration duration(String text) {
    return read(DURATION, text);
  }

  /** The length of a period, such as {@code hour} or {@code PT15M}, likewise. */
  public static Duration granularity(String text) {
    return read(GRANULARITY, text);
  }

  private static <T> T read(ScalarType<T> type, String text) {
    try {
      return type.parse(text);
    } catch (WrongValueException e) {
      String stop = e.why().endsWith("?") ? " " : ". ";
      throw new IllegalArgumentException(e.why() + stop + "Allowed: " + type.allowed(), e);
    }
  }
}
