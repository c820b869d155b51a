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
package io.tidegate.internal.cli;

import io.tidegate.internal.config.ConfigParser;
import io.tidegate.internal.config.HoconFile;
import io.tidegate.internal.config.SparkDefaults;
import io.tidegate.internal.errors.InvalidConfigurationException;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.checkpoint.HadoopFiles;
import io.tidegate.internal.util.Redactor;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * A configuration put together from files, in Spark's form or in HOCON, and from single settings,
 * each of which is stronger than those before it. Not thread safe.
 */
final class GivenConf {
  private static final String HADOOP = "spark.hadoop.";

  private final Map<String, String> spark = new HashMap<>();
  private final Map<String, String> origins = new HashMap<>();
  private @Nullable HoconFile hocon;

  /** A setting of Spark's form. */
  GivenConf with(String key, String value, String origin) {
    spark.put(key, value);
    origins.put(key, origin);
    return this;
  }

  /** Files, in their order. */
  GivenConf with(List<String> files) throws CommandException {
    for (String file : files) {
      String text = read(file);
      if (SparkDefaults.isOne(text)) {
        properties(file, text).forEach((key, value) -> with(key, value, file));
      } else if (hocon == null) {
        hocon = new HoconFile(file, text);
      } else {
        throw new CommandException(
            Exit.USAGE,
            "Both "
                + hocon.origin()
                + " and "
                + file
                + " are HOCON, and an application reads one such file. Give one of them, with any"
                + " number of files in the form of spark-defaults.conf.");
      }
    }
    return this;
  }

  private static Map<String, String> properties(String file, String text) throws CommandException {
    try {
      return SparkDefaults.read(text);
    } catch (IllegalArgumentException e) {
      throw unreadable(file, String.valueOf(e.getMessage()));
    }
  }

  private String read(String file) throws CommandException {
    try {
      return HadoopFiles.readText(file, hadoop());
    } catch (IOException | RuntimeException e) {
      throw unreadable(file, String.valueOf(e.getMessage()));
    }
  }

  private static CommandException unreadable(String file, String why) {
    return new CommandException(
        Exit.USAGE, "The file " + file + " cannot be read: " + why + ". Check the path.");
  }

  /**
   * How file systems are reached: Hadoop's own files, and what is given as {@code spark.hadoop.*}.
   */
  Configuration hadoop() {
    Configuration hadoop = new Configuration();
    spark.forEach(
        (key, value) -> {
          if (key.startsWith(HADOOP)) {
            hadoop.set(key.substring(HADOOP.length()), value);
          }
        });
    return hadoop;
  }

  /** Hides what Spark's own settings call secret. */
  Redactor redactor() {
    return ConfigParser.redactor(spark);
  }

  /**
   * The settings.
   *
   * @throws CommandException naming every wrong one
   */
  TidegateSettings settings() throws CommandException {
    try {
      Optional<String> named = ConfigParser.configFile(spark);
      if (hocon == null && named.isPresent()) {
        hocon = new HoconFile(named.get(), read(named.get()));
      }
      return ConfigParser.parse(
          spark, key -> origins.getOrDefault(key, "defaults"), hocon, redactor());
    } catch (InvalidConfigurationException e) {
      List<String> problems = e.problems();
      throw new CommandException(
          Exit.USAGE,
          (problems.size() == 1 ? "1 setting is wrong:" : problems.size() + " settings are wrong:")
              + "\n  - "
              + String.join("\n  - ", problems));
    }
  }
}
