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

import com.typesafe.config.ConfigUtil;
import java.util.regex.Pattern;

/** Texts as HOCON writes them. */
final class HoconText {
  private static final Pattern PLAIN =
      Pattern.compile("-?[A-Za-z0-9_]([A-Za-z0-9_ .-]*[A-Za-z0-9_])?");

  private HoconText() {}

  /** The text, between quotes unless it is safe without. */
  static String quoteIfNeeded(String text) {
    return PLAIN.matcher(text).matches() ? text : ConfigUtil.quoteString(text);
  }
}
