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
