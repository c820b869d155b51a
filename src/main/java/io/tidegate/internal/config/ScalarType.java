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

/**
 * A type whose values are single texts that are not blank.
 *
 * @param allowed what is allowed
 * @param reader reads a text that is not blank
 * @param <T> what a value is read to
 */
record ScalarType<T>(String allowed, Reader<T> reader) implements OptionType<T> {

  /**
   * Reads a text.
   *
   * @param <T> what it is read to
   */
  @FunctionalInterface
  interface Reader<T> {
    T read(String text) throws WrongValueException;
  }

  @Override
  public T parse(RawValue value) throws WrongValueException {
    if (value instanceof RawValue.Text given) {
      return parse(given.text());
    }
    throw new WrongValueException(
        value instanceof RawValue.Unusable unusable
            ? unusable.why()
            : "is a list where one value is expected");
  }

  /** Reads a text, which may be blank. */
  T parse(String text) throws WrongValueException {
    if (text.isBlank()) {
      throw new WrongValueException("is empty");
    }
    return reader.read(text);
  }
}
