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
import java.util.Map;
import java.util.Optional;

/** Lengths of periods. Each divides a day, so that periods begin with the day in every zone. */
final class Granularities {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Map<String, Duration> NAMED =
      Map.of("minute", Duration.ofMinutes(1), "hour", Duration.ofHours(1), "day", DAY);

  private Granularities() {}

  /** The type. */
  static ScalarType<Duration> type() {
    return new ScalarType<>(
        "`minute`, `hour`, `day`, or an ISO-8601 duration of whole seconds that divides a day, such"
            + " as `PT15M`",
        Granularities::read);
  }

  private static Duration read(String text) throws WrongValueException {
    Duration named = NAMED.get(text);
    if (named != null) {
      return named;
    }
    Optional<Duration> iso = Durations.iso(text);
    if (iso.isEmpty()) {
      throw new WrongValueException(
          "is not a granularity" + Nearest.question(text, NAMED.keySet()) + rewritten(text));
    }
    Duration read = iso.get();
    if (read.isZero() || read.toNanosPart() != 0) {
      throw new WrongValueException("is not one or more whole seconds");
    }
    if (read.compareTo(DAY) > 0) {
      throw new WrongValueException("is longer than a day");
    }
    if (DAY.toSeconds() % read.toSeconds() != 0) {
      throw new WrongValueException("does not divide a day");
    }
    return read;
  }

  /** A question for the ISO-8601 form of a duration in another form; empty for any other text. */
  private static String rewritten(String text) {
    try {
      return "; did you mean `" + Durations.atLeast(Duration.ofSeconds(1)).parse(text) + "`?";
    } catch (WrongValueException e) {
      return "";
    }
  }
}
