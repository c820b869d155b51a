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
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Takes tidegate's settings out of Spark's configuration. */
final class SparkSource {
  private static final String ROOT = "spark.tidegate";

  private SparkSource() {}

  /**
   * Everything under the prefix, and what differs from it in upper and lower case only.
   *
   * @param origin where a key was given, for people
   */
  static List<RawSetting> read(Map<String, String> sparkConf, UnaryOperator<String> origin) {
    List<RawSetting> settings = new ArrayList<>();
    sparkConf.forEach(
        (key, value) -> {
          if (isOurs(key)) {
            String rest = key.length() > ROOT.length() ? key.substring(ROOT.length() + 1) : "";
            settings.add(
                new RawSetting(
                    RawSetting.Source.SPARK,
                    key,
                    Address.parse(rest),
                    new RawValue.Text(value),
                    origin.apply(key)));
          }
        });
    return settings;
  }

  private static boolean isOurs(String key) {
    return key.regionMatches(true, 0, ROOT, 0, ROOT.length())
        && (key.length() == ROOT.length() || key.charAt(ROOT.length()) == '.');
  }
}
