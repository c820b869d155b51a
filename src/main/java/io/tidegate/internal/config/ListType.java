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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A type whose values are lists: texts between commas, a HOCON list, or {@code none}.
 *
 * @param element the type of the elements
 * @param <T> what an element is read to
 */
record ListType<T>(ScalarType<T> element) implements OptionType<List<T>> {
  /** What stands for the empty list. */
  static final String NONE = "none";

  @Override
  public List<T> parse(RawValue value) throws WrongValueException {
    if (value instanceof RawValue.Items given) {
      return read(given.items());
    }
    if (value instanceof RawValue.Text given) {
      return given.text().equals(NONE) ? List.of() : read(split(given.text()));
    }
    throw new WrongValueException(
        value instanceof RawValue.Unusable unusable ? unusable.why() : "is not a list");
  }

  private List<T> read(List<String> texts) throws WrongValueException {
    List<T> read = new ArrayList<>();
    for (String text : texts) {
      try {
        read.add(element.parse(text));
      } catch (WrongValueException e) {
        throw new WrongValueException(
            texts.size() == 1
                ? e.why()
                : "element " + (read.size() + 1) + " of " + texts.size() + " " + e.why());
      }
    }
    return List.copyOf(read);
  }

  private static List<String> split(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
  }

  @Override
  public String allowed() {
    return element.allowed() + "; several with commas between them, or `" + NONE + "`";
  }

  @Override
  public String inHocon(String text) {
    return text.equals(NONE)
        ? "[]"
        : split(text).stream()
            .map(HoconText::quoteIfNeeded)
            .collect(Collectors.joining(", ", "[", "]"));
  }
}
