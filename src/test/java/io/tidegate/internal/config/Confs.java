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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidegate.api.ErrorCode;
import io.tidegate.internal.errors.InvalidConfigurationException;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.util.Redactor;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Configurations for tests, in few words. */
final class Confs {
  private Confs() {}

  /** Keys, each with its value; {@code ~} stands for the prefix. */
  static Map<String, String> conf(String... keysAndValues) {
    Map<String, String> conf = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      conf.put(keysAndValues[i].replace("~", "spark.tidegate."), keysAndValues[i + 1]);
    }
    return conf;
  }

  /** The same, with a control table and one right entry {@code orders}. */
  static Map<String, String> orders(String... keysAndValues) {
    Map<String, String> conf =
        conf(
            "~controlTable", "/lake/control",
            "~queries.orders.table", "sales.orders",
            "~queries.orders.frontier", "offset");
    conf.putAll(conf(keysAndValues));
    return conf;
  }

  static TidegateSettings parse(Map<String, String> conf) {
    return ConfigParser.parse(conf, null, Redactor.standard());
  }

  static TidegateSettings parse(Map<String, String> conf, String hocon) {
    return ConfigParser.parse(conf, new HoconFile("my.conf", hocon), Redactor.standard());
  }

  static QuerySettings only(TidegateSettings settings) {
    assertThat(settings.queries()).hasSize(1);
    return settings.queries().get(0);
  }

  /** The lines of what is wrong, in their order. */
  static List<String> problems(Map<String, String> conf) {
    return problems(conf, null, Redactor.standard());
  }

  static List<String> problems(Map<String, String> conf, String hocon) {
    return problems(conf, new HoconFile("my.conf", hocon), Redactor.standard());
  }

  static List<String> problems(Map<String, String> conf, HoconFile hocon, Redactor redactor) {
    InvalidConfigurationException error =
        catchThrowableOfType(
            InvalidConfigurationException.class, () -> ConfigParser.parse(conf, hocon, redactor));
    assertThat(error).as("an error").isNotNull();
    assertThat(error.code()).isEqualTo(ErrorCode.TIDEGATE_INVALID_CONF);
    return error
        .getMessage()
        .lines()
        .filter(line -> line.startsWith("  - "))
        .map(line -> line.substring(4))
        .toList();
  }

  /** The one thing that is wrong. */
  static String problem(Map<String, String> conf) {
    List<String> all = problems(conf);
    assertThat(all).hasSize(1);
    return all.get(0);
  }
}
