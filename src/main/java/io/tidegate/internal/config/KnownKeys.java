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

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says which option a key names, or why it names none. */
final class KnownKeys {
  private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9_-]+");
  private static final String ANY_LABEL = "<label>";
  private static final Map<String, ConfigOption<?>> BY_KEY = new LinkedHashMap<>();

  static {
    Options.ALL.forEach(option -> BY_KEY.put(option.key(), option));
  }

  private KnownKeys() {}

  /** The option that a setting is for; empty when it names none that may stand there. */
  static Optional<ConfigOption<?>> option(RawSetting setting) {
    ConfigOption<?> option = BY_KEY.get(setting.address().option());
    return option != null && fits(option, setting) ? Optional.of(option) : Optional.empty();
  }

  private static boolean fits(ConfigOption<?> option, RawSetting setting) {
    String label = setting.address().label();
    if (!setting.key().startsWith(setting.source().prefix())) {
      return false;
    }
    if (label != null) {
      return option.scope().perQuery() && isLabel(label);
    }
    return option.scope() == ConfigOption.Scope.SPARK_ONLY
        ? setting.source() == RawSetting.Source.SPARK
        : option.scope().global();
  }

  /** Whether the text is a label. */
  static boolean isLabel(String text) {
    return LABEL.matcher(text).matches();
  }

  /**
   * Why a setting names no option, as what follows its key, value and origin.
   *
   * @param labels labels of the entries that are known
   */
  static String whyUnknown(RawSetting setting, Set<String> labels) {
    String prefix = setting.source().prefix();
    String label = setting.address().label();
    String name = setting.address().option();
    if (label != null && !isLabel(label)) {
      return "has a wrong label. Allowed: letters, digits, `_` and `-`; any other query name is a"
          + " value of "
          + prefix
          + "queries.<label>.name";
    }
    if (name.isEmpty() || name.equals(Address.QUERIES)) {
      return "names no option. Expected: a key such as "
          + prefix
          + "queries."
          + (label == null ? ANY_LABEL : label)
          + ".table";
    }
    ConfigOption<?> elsewhere = BY_KEY.get(name);
    if (elsewhere != null && setting.key().startsWith(prefix)) {
      return misplaced(elsewhere, prefix, label);
    }
    return "is an unknown key" + splitLabel(name, label) + nearest(setting, labels);
  }

  private static String misplaced(ConfigOption<?> option, String prefix, @Nullable String label) {
    return switch (option.scope()) {
      case SPARK_ONLY ->
          "is read from Spark's configuration only, as "
              + RawSetting.Source.SPARK.prefix()
              + option.key();
      case GLOBAL -> "holds for the whole application; did you mean " + prefix + option.key() + "?";
      case QUERY_ONLY, QUERY_OR_GLOBAL ->
          "has to stand in a query entry, as "
              + prefix
              + new Address(label == null ? ANY_LABEL : label, option.key()).key();
    };
  }

  /** A hint for a label that was meant to hold a dot. */
  private static String splitLabel(String name, @Nullable String label) {
    int dot = name.lastIndexOf('.');
    boolean meant = label != null && dot >= 0 && BY_KEY.containsKey(name.substring(dot + 1));
    return meant ? " (a label holds no dots: names with dots are values of `.name`)" : "";
  }

  private static String nearest(RawSetting setting, Set<String> labels) {
    String prefix = setting.source().prefix();
    return Nearest.of(setting.address().key(), candidates(setting.address(), labels))
        .map(
            guess ->
                guess.close()
                    ? "; did you mean " + prefix + guess.word() + "?"
                    : "; the nearest known key is " + prefix + guess.word())
        .orElse("");
  }

  /** The known keys, without prefix, for the entry that a key is in or seems to speak of. */
  private static Set<String> candidates(Address wrong, Set<String> labels) {
    String own = wrong.label();
    Set<String> entries = new TreeSet<>(own == null ? labels : Set.of(own));
    entries.removeIf(label -> !wrong.key().contains(label));
    if (entries.isEmpty()) {
      entries.add(ANY_LABEL);
    }
    Set<String> keys = new TreeSet<>();
    for (ConfigOption<?> option : BY_KEY.values()) {
      if (option.scope().global()) {
        keys.add(option.key());
      }
      if (option.scope().perQuery()) {
        entries.forEach(label -> keys.add(new Address(label, option.key()).key()));
      }
    }
    return keys;
  }
}
