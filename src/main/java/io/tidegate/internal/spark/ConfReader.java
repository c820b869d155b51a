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
package io.tidegate.internal.spark;

import io.tidegate.internal.config.ConfigParser;
import io.tidegate.internal.config.HoconFile;
import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.checkpoint.HadoopFiles;
import io.tidegate.internal.util.Redactor;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/** Reads settings from Spark's configuration and from the HOCON file it may name. */
public final class ConfReader {
  private ConfReader() {}

  /**
   * Reads.
   *
   * @throws io.tidegate.internal.errors.InvalidConfigurationException naming every wrong setting
   */
  public static TidegateSettings settings(SparkConf conf, Configuration hadoop, Redactor redactor) {
    Map<String, String> entries = entries(conf);
    return ConfigParser.parse(entries, hocon(entries, hadoop, redactor), redactor);
  }

  static boolean failOnInvalidConf(SparkConf conf) {
    return ConfigParser.failOnInvalidConf(entries(conf));
  }

  /** Spark's own redaction. */
  public static Redactor redactor(SparkConf conf) {
    return ConfigParser.redactor(entries(conf));
  }

  private static @Nullable HoconFile hocon(
      Map<String, String> entries, Configuration hadoop, Redactor redactor) {
    Optional<String> path = ConfigParser.configFile(entries);
    if (path.isEmpty()) {
      return null;
    }
    String shown = redactor.text(path.get());
    try {
      return new HoconFile(shown, HadoopFiles.readText(path.get(), hadoop));
    } catch (IOException | RuntimeException e) {
      throw Errors.confFileUnreadable(shown, redactor.text(String.valueOf(e.getMessage())));
    }
  }

  private static Map<String, String> entries(SparkConf conf) {
    Map<String, String> entries = new HashMap<>();
    for (Tuple2<String, String> entry : conf.getAll()) {
      entries.put(entry._1(), entry._2());
    }
    return entries;
  }
}
