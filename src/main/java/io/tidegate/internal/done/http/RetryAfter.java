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
package io.tidegate.internal.done.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** The header by which a server says how long it wants to be left alone: seconds, or a date. */
final class RetryAfter {
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");
  private static final Duration LONGEST = Duration.ofHours(1);

  private RetryAfter() {}

  /** How long from now, at most an hour; zero for a time that has passed and for any other text. */
  static Duration read(String header, Instant now) {
    String text = header.strip();
    Duration asked;
    if (SECONDS.matcher(text).matches()) {
      asked = Duration.ofSeconds(Long.parseLong(text));
    } else {
      try {
        asked =
            Duration.between(now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
      } catch (DateTimeException e) {
        return Duration.ZERO;
      }
    }
    if (asked.isNegative()) {
      return Duration.ZERO;
    }
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }
}
