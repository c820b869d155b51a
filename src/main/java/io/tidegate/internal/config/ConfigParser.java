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

import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.util.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Turns keys and values into settings, strictly: everything that is wrong is collected and thrown
 * at once, and nothing is repaired. Does no I/O. Thread safe.
 */
public final class ConfigParser {
  private ConfigParser() {}

  /**
   * Reads the settings. Spark's configuration comes before the file, the file before the defaults.
   *
   * @param sparkConf all of Spark's configuration, whatever its prefix
   * @param hocon the file that {@code spark.tidegate.config} names; null when it names none
   * @param redactor hides secrets in the texts of errors
   * @throws io.tidegate.internal.errors.InvalidConfigurationException naming all that is wrong, in
   *     the order of the keys; or that the file is not HOCON
   */
  public static TidegateSettings parse(
      Map<String, String> sparkConf, @Nullable HoconFile hocon, Redactor redactor) {
    return parse(sparkConf, key -> "Spark configuration", hocon, redactor);
  }

  /**
   * The same for a configuration that is put together from several places.
   *
   * @param origin where a key of Spark's configuration was given, for people
   */
  public static TidegateSettings parse(
      Map<String, String> sparkConf,
      UnaryOperator<String> origin,
      @Nullable HoconFile hocon,
      Redactor redactor) {
    Problems problems = new Problems(redactor);
    List<RawSetting> settings = new ArrayList<>(SparkSource.read(sparkConf, origin));
    if (hocon != null) {
      settings.addAll(HoconSource.read(hocon, redactor, problems));
    }
    GivenSettings given = GivenSettings.of(settings, problems);
    TablePlaces places = new TablePlaces(given, sparkConf);
    EntryChecks.check(given, problems);
    DoneChecks.check(given, problems);
    places.check(problems);
    if (!problems.isEmpty()) {
      throw Errors.invalidConf(problems.lines());
    }
    return new SettingsBuilder(given).build(places);
  }

  /**
   * The HOCON file that is named; empty when none is, or when the name is blank, which is wrong.
   */
  public static Optional<String> configFile(Map<String, String> sparkConf) {
    return Optional.ofNullable(sparkConf.get(sparkKey(Options.CONFIG)))
        .filter(path -> !path.isBlank());
  }

  /** Whether wrong settings stop the application; so too when this setting itself is wrong. */
  public static boolean failOnInvalidConf(Map<String, String> sparkConf) {
    return !"false".equals(sparkConf.get(sparkKey(Options.FAIL_ON_INVALID_CONF)));
  }

  /** Spark's own redaction. An expression that Spark could not compile either is left out. */
  public static Redactor redactor(Map<String, String> sparkConf) {
    Pattern keyOrValue =
        pattern(sparkConf.getOrDefault("spark.redaction.regex", Redactor.DEFAULT_REGEX));
    Pattern text = pattern(sparkConf.getOrDefault("spark.redaction.string.regex", ""));
    return new Redactor(
        keyOrValue == null ? Pattern.compile(Redactor.DEFAULT_REGEX) : keyOrValue, text);
  }

  private static @Nullable Pattern pattern(String expression) {
    try {
      return expression.isEmpty() ? null : Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      return null;
    }
  }

  private static String sparkKey(ConfigOption<?> option) {
    return RawSetting.Source.SPARK.prefix() + option.key();
  }
}
