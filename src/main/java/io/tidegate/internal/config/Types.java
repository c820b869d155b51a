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

import io.tidegate.internal.model.FieldPath;
import io.tidegate.internal.model.NamePattern;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The types of options. */
final class Types {
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");
  private static final Pattern ERROR_PATTERN = Pattern.compile("[A-Za-z0-9_.$*]+");

  private Types() {}

  /** Words, each with its value, in the order in which they are shown. */
  static <T> ScalarType<T> words(Map<String, T> words) {
    List<String> known = List.copyOf(words.keySet());
    return new ScalarType<>(
        alternatives(known),
        text -> {
          T value = words.get(text);
          if (value == null) {
            throw new WrongValueException("is not a known word" + Nearest.question(text, known));
          }
          return value;
        });
  }

  /** The constants of an enum by some key of theirs. */
  static <E extends Enum<E>> ScalarType<E> constants(Class<E> type, Function<E, String> key) {
    Map<String, E> words = new LinkedHashMap<>();
    Arrays.stream(type.getEnumConstants()).forEach(c -> words.put(key.apply(c), c));
    return words(words);
  }

  /** The constants of an enum by their names in lower case. */
  static <E extends Enum<E>> ScalarType<E> constants(Class<E> type) {
    return constants(type, c -> c.name().toLowerCase(Locale.ROOT));
  }

  /** {@code true} or {@code false}. */
  static ScalarType<Boolean> bool() {
    Map<String, Boolean> words = new LinkedHashMap<>();
    words.put("true", true);
    words.put("false", false);
    return words(words);
  }

  /** Whole numbers from a least one, inclusive; {@code allowed} says which. */
  static ScalarType<Integer> whole(int least, String allowed) {
    return new ScalarType<>(
        allowed,
        text -> {
          if (!WHOLE.matcher(text).matches()) {
            throw new WrongValueException("is not a whole number");
          }
          try {
            int read = Integer.parseInt(text);
            if (read >= least) {
              return read;
            }
          } catch (NumberFormatException e) {
            // Too many digits: out of bounds like any other.
          }
          throw new WrongValueException("is out of bounds");
        });
  }

  /** Any text that is not blank; {@code allowed} says what it means. */
  static ScalarType<String> text(String allowed) {
    return new ScalarType<>(allowed, text -> text);
  }

  /** Texts that are not blank and neither begin nor end with a blank. */
  static ScalarType<String> trimmed(String allowed) {
    return new ScalarType<>(
        allowed,
        text -> {
          if (!text.equals(text.strip())) {
            throw new WrongValueException("begins or ends with a blank");
          }
          return text;
        });
  }

  /** Query names and globs. */
  static ScalarType<NamePattern> namePattern() {
    return new ScalarType<>(
        "a query name, or a glob in which `*` stands for any characters and `\\*` for a star",
        NamePattern::parse);
  }

  /** Paths into JSON. */
  static ScalarType<FieldPath> fieldPath() {
    return new ScalarType<>(
        "a dotted path",
        text -> {
          try {
            return FieldPath.parse(text);
          } catch (IllegalArgumentException e) {
            throw new WrongValueException("is not a path: " + e.getMessage());
          }
        });
  }

  /** Zones by region or by offset from UTC. */
  static ScalarType<ZoneId> zone() {
    return new ScalarType<>(
        "a region such as `Europe/Berlin`, or an offset such as `+02:00`",
        text -> {
          try {
            return ZoneId.of(text);
          } catch (DateTimeException e) {
            throw new WrongValueException(
                "is not a known zone" + Nearest.question(text, ZoneId.getAvailableZoneIds()));
          }
        });
  }

  /** Patterns of error classes and exception classes. */
  static ScalarType<String> errorPattern() {
    return new ScalarType<>(
        "an error class or the name of an exception class, `*` standing for any characters",
        text -> {
          if (!ERROR_PATTERN.matcher(text).matches()) {
            throw new WrongValueException("holds a character that no such name has");
          }
          return text;
        });
  }

  /** A type with one more word that stands for no value at all. */
  static <T> ScalarType<Optional<T>> orWord(String word, ScalarType<T> type) {
    return new ScalarType<>(
        type.allowed() + "; or `" + word + "`",
        text -> text.equals(word) ? Optional.empty() : Optional.of(type.parse(text)));
  }

  private static String alternatives(List<String> words) {
    List<String> quoted = words.stream().map(word -> "`" + word + "`").toList();
    return quoted.stream().limit(quoted.size() - 1L).collect(Collectors.joining(", "))
        + " or "
        + quoted.get(quoted.size() - 1);
  }
}
