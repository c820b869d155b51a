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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;

/**
 * Edits comma-separated lists of class names in an application's live configuration, before Spark
 * reads them.
 */
final class LiveConf {
  static final String PLUGINS = "spark.plugins";
  static final String LISTENERS = "spark.sql.streaming.streamingQueryListeners";
  static final String EXTENSIONS = "spark.sql.extensions";

  private LiveConf() {}

  /** Adds a class at the end, unless the list has it. What stands there stays as it is. */
  static void append(SparkConf conf, String key, String className) {
    List<String> names = names(conf, key);
    if (!names.contains(className)) {
      names.add(className);
      conf.set(key, String.join(",", names));
    }
  }

  /** Lists a class once only: Spark would make an instance for each mention. */
  static void once(SparkConf conf, String key, String className) {
    List<String> names = names(conf, key);
    if (names.indexOf(className) != names.lastIndexOf(className)) {
      conf.set(key, names.stream().distinct().collect(Collectors.joining(",")));
    }
  }

  /** Removes a class. */
  static void remove(SparkConf conf, String key, String className) {
    List<String> names = names(conf, key);
    if (!names.remove(className)) {
      return;
    }
    names.removeIf(className::equals);
    if (names.isEmpty()) {
      conf.remove(key);
    } else {
      conf.set(key, String.join(",", names));
    }
  }

  private static List<String> names(SparkConf conf, String key) {
    return Arrays.stream(conf.get(key, "").split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toCollection(ArrayList::new));
  }
}
