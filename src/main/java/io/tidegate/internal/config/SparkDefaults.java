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

import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Files in the form of {@code spark-defaults.conf}. */
public final class SparkDefaults {
  private static final Pattern A_KEY = Pattern.compile("(?m)^\\s*spark\\.");

  private SparkDefaults() {}

  /** Whether a file has this form: it has a line that begins with {@code spark.}. */
  public static boolean isOne(String text) {
    return A_KEY.matcher(text).find();
  }

  /**
   * The keys and values, as spark-submit reads them.
   *
   * @throws IllegalArgumentException for an escape that is none
   */
  public static Map<String, String> read(String text) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
    Map<String, String> entries = new TreeMap<>();
    for (String key : properties.stringPropertyNames()) {
      entries.put(key, properties.getProperty(key).trim());
    }
    return entries;
  }
}
