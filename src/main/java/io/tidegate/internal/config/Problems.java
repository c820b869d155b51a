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

import io.tidegate.internal.util.Redactor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Collects everything that is wrong. Values are redacted on their way in. Not thread safe. */
final class Problems {
  private static final int LONGEST = 200;

  /**
   * One thing that is wrong.
   *
   * @param key what it is sorted by: the key without its prefix
   * @param line what is shown
   */
  private record Problem(String key, String line) {}

  private final Redactor redactor;
  private final List<Problem> problems = new ArrayList<>();

  Problems(Redactor redactor) {
    this.redactor = redactor;
  }

  /**
   * A setting that is wrong.
   *
   * @param why what follows its key, value and origin, without a full stop or question mark
   */
  void wrong(RawSetting setting, String why) {
    add(
        setting.address().key(),
        shown(redactor.text(setting.key()))
            + " = "
            + value(setting.key(), setting.value().shown())
            + redactor.text(" (" + setting.origin() + ") " + why));
  }

  /** A setting that should be there; {@code why} follows its key. */
  void missing(Address address, String why) {
    add(address.key(), redactor.text(RawSetting.Source.SPARK.prefix() + address.key() + " " + why));
  }

  /** A value as it may be shown: redacted, on one line, cut and between quotes. */
  String value(String key, String value) {
    return "'" + shown(redactor.value(key, value)) + "'";
  }

  boolean isEmpty() {
    return problems.isEmpty();
  }

  /** What is wrong, ordered by key. */
  List<String> lines() {
    return problems.stream()
        .sorted(Comparator.comparing(Problem::key).thenComparing(Problem::line))
        .map(Problem::line)
        .toList();
  }

  private void add(String key, String line) {
    problems.add(new Problem(key, line.endsWith("?") ? line : line + "."));
  }

  private static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(LONGEST)
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return text.codePointCount(0, text.length()) > LONGEST
        ? shown.append("...").toString()
        : shown.toString();
  }
}
