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
package io.tidegate.internal.cli;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Small texts for people. */
final class Texts {
  static final String NONE = "-";

  private Texts() {}

  /** A text on one line that cannot steer a terminal. */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints().forEach(c -> shown.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
    return shown.toString();
  }

  /** A cell. */
  static String cell(@Nullable Object value) {
    return value == null ? NONE : shown(value.toString());
  }

  /** A length of time by its two greatest units, such as {@code 1h 23m}. */
  static String span(Duration duration) {
    if (duration.isNegative()) {
      return "-" + span(duration.negated());
    }
    if (duration.toDays() > 0) {
      return duration.toDays() + "d " + duration.toHoursPart() + "h";
    }
    if (duration.toHours() > 0) {
      return duration.toHours() + "h " + duration.toMinutesPart() + "m";
    }
    if (duration.toMinutes() > 0) {
      return duration.toMinutes() + "m " + duration.toSecondsPart() + "s";
    }
    return duration.toSeconds() + "s";
  }

  /** An instant and how long ago it is. */
  static String ago(@Nullable Instant instant, Instant now) {
    return instant == null ? NONE : instant + " (" + span(Duration.between(instant, now)) + " ago)";
  }
}
