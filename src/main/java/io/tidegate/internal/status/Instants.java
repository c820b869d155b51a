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
package io.tidegate.internal.status;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** Reads instants and periods as they are typed. An instant without a zone is none. */
public final class Instants {
  /** What is said of times that are taken and those that are not. */
  public static final String FORM =
      "an instant with its zone, such as 2026-10-01T14:00:00Z or 2026-10-01T16:00+02:00";

  private Instants() {}

  /**
   * An instant.
   *
   * @throws IllegalArgumentException with a sentence that says why it is none
   */
  public static Instant instant(String text) {
    String iso = text.strip().replaceFirst("(?<=^\\d{4}-\\d{2}-\\d{2}) ", "T");
    try {
      return ZonedDateTime.parse(iso).toInstant().truncatedTo(ChronoUnit.MICROS);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'" + text + "' " + (isLocal(iso) ? "has no zone" : "is not a time") + ". Give " + FORM,
          e);
    }
  }

  private static boolean isLocal(String iso) {
    try {
      LocalDateTime.parse(iso.contains("T") ? iso : iso + "T00:00");
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** {@code START/END}, or {@code START/} and an ISO-8601 duration; likewise. */
  public static Period period(String text) {
    int slash = slash(text);
    if (slash < 0) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not START/END. Give two instants with a slash between them, each "
              + FORM);
    }
    Instant start = instant(text.substring(0, slash));
    String rest = text.substring(slash + 1).strip();
    Instant end = rest.startsWith("P") ? start.plus(length(rest)) : instant(rest);
    if (!start.isBefore(end)) {
      throw new IllegalArgumentException("'" + text + "' ends before it starts, or as it does");
    }
    return new Period(start, end);
  }

  private static Duration length(String iso) {
    try {
      return Duration.parse(iso);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'" + iso + "' is not a duration. Give one in ISO-8601, such as PT1H", e);
    }
  }

  /** The slash between the two; those in the name of a zone, which is in brackets, are none. */
  private static int slash(String text) {
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == '/' && depth == 0) {
        return i;
      }
    }
    return -1;
  }
}
