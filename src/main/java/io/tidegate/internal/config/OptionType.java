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
 * How the values of an option are read. Implementations are immutable.
 *
 * @param <T> what a value is read to
 */
interface OptionType<T> {
  /** Reads a value; repairs nothing. */
  T parse(RawValue value) throws WrongValueException;

  /** What is allowed, as it follows the word "Allowed:" and without a full stop. */
  String allowed();

  /** A default as it is written in HOCON. */
  default String inHocon(String text) {
    return HoconText.quoteIfNeeded(text);
  }
}
