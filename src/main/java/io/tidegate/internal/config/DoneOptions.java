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

import io.tidegate.internal.config.ConfigOption.Default;
import io.tidegate.internal.config.ConfigOption.Scope;
import io.tidegate.internal.model.MarkerPattern;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The options of done markers. */
final class DoneOptions {
  private static final String FIRST = "0.1.0";
  private static final String NONE = "none";
  private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]+");

  private DoneOptions() {}

  static final ConfigOption<Optional<MarkerPattern>> SUCCESS_FILE =
      option(
          "successFile",
          pattern(),
          "Path of a file that is written for each period that has become final.");

  static final ConfigOption<Optional<URI>> HTTP =
      option(
          "http",
          url(),
          "URL that each period that has become final is posted to, as JSON. Redirects are not"
              + " followed.");

  static final ConfigOption<Optional<String>> HTTP_TOKEN =
      option(
          "httpToken",
          token(),
          "Sent with each post as `Authorization: Bearer`. It is a secret: it is not shown, and is"
              + " best given in a HOCON file as `${?ENVIRONMENT_VARIABLE}`.");

  /** All of them. */
  static final List<ConfigOption<?>> ALL = List.of(SUCCESS_FILE, HTTP, HTTP_TOKEN);

  private static ScalarType<MarkerPattern> pattern() {
    String names =
        MarkerPattern.PLACEHOLDERS.stream()
            .map(name -> "`{" + name + "}`")
            .collect(Collectors.joining(", "));
    return new ScalarType<>(
        "the absolute path of a file on any Hadoop file system, with placeholders that tell any two"
            + " periods, and any two tables, apart: "
            + names,
        text -> {
          for (String name : MarkerPattern.placeholders(text)) {
            if (!MarkerPattern.PLACEHOLDERS.contains(name)) {
              String question =
                  Nearest.of(name, MarkerPattern.PLACEHOLDERS)
                      .map(guess -> "; did you mean `{" + guess.word() + "}`?")
                      .orElse("");
              throw new WrongValueException(
                  "holds the unknown placeholder {" + name + "}" + question);
            }
          }
          try {
            return new MarkerPattern(text);
          } catch (IllegalArgumentException e) {
            throw new WrongValueException(String.valueOf(e.getMessage()));
          }
        });
  }

  private static ScalarType<URI> url() {
    return new ScalarType<>(
        "a URL that begins with `http://` or `https://`, without user and password in it",
        text -> {
          URI url;
          try {
            url = new URI(text);
          } catch (URISyntaxException e) {
            throw new WrongValueException("is not a URL");
          }
          boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
          if (!http || url.getHost() == null || url.getRawFragment() != null) {
            throw new WrongValueException("is not a URL that can be posted to");
          }
          if (url.getRawUserInfo() != null) {
            throw new WrongValueException("holds a user or a password");
          }
          return url;
        });
  }

  private static ScalarType<String> token() {
    return new ScalarType<>(
        "visible ASCII characters without blanks",
        text -> {
          if (!VISIBLE.matcher(text).matches()) {
            throw new WrongValueException("holds a character that no header takes");
          }
          return text;
        });
  }

  private static <T> ConfigOption<Optional<T>> option(
      String key, ScalarType<T> type, String description) {
    return new ConfigOption<>(
        "done." + key,
        Scope.QUERY_OR_GLOBAL,
        Types.orWord(NONE, type),
        Default.value(NONE),
        description,
        FIRST);
  }
}
