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
package io.tidegate.internal.util;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hides secrets in whatever is shown or stored, by Spark's own two expressions: {@code
 * spark.redaction.regex} for a key and its value, {@code spark.redaction.string.regex} for pieces
 * of text. Immutable.
 */
public final class Redactor {
  /** What stands in the place of a secret; Spark's own word. */
  public static final String REPLACEMENT = "*********(redacted)";

  /** Spark's default for {@code spark.redaction.regex}. */
  public static final String DEFAULT_REGEX = "(?i)secret|password|token|access[.]?key";

  private static final Pattern USER_INFO =
      Pattern.compile(
          "(?<scheme>https?://)[^/\\s]+@"
              + "|(?<other>[a-zA-Z][a-zA-Z0-9+.-]{0,30}://)[^/@\\s:]+:[^/\\s]+@");

  private final Pattern keyOrValue;
  private final @Nullable Pattern text;

  /**
   * @param keyOrValue matches keys, and values, that are secret
   * @param text matches pieces of any text that are secret, or null for none
   */
  public Redactor(Pattern keyOrValue, @Nullable Pattern text) {
    this.keyOrValue = keyOrValue;
    this.text = text;
  }

  /** The redactor of a Spark without redaction settings. */
  public static Redactor standard() {
    return new Redactor(Pattern.compile(DEFAULT_REGEX), null);
  }

  /** The value as it may be shown beside its key. */
  public String value(String key, String value) {
    if (keyOrValue.matcher(key).find() || keyOrValue.matcher(value).find()) {
      return REPLACEMENT;
    }
    return text(value);
  }

  /** Free text, such as an error's message, as it may be shown. */
  public String text(String value) {
    String shown = USER_INFO.matcher(value).replaceAll("${scheme}${other}" + quoted() + "@");
    return text == null ? shown : text.matcher(shown).replaceAll(quoted());
  }

  private static String quoted() {
    return Matcher.quoteReplacement(REPLACEMENT);
  }
}
