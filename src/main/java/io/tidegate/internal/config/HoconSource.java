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

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.util.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes tidegate's settings out of a HOCON file. */
final class HoconSource {
  private static final String ROOT = "tidegate";

  private final HoconFile file;
  private final Redactor redactor;
  private final List<RawSetting> settings = new ArrayList<>();

  private HoconSource(HoconFile file, Redactor redactor) {
    this.file = file;
    this.redactor = redactor;
  }

  /**
   * Every setting under the root, defaults left out.
   *
   * @throws io.tidegate.internal.errors.InvalidConfigurationException when the text is no HOCON
   */
  static List<RawSetting> read(HoconFile file, Redactor redactor, Problems problems) {
    HoconSource source = new HoconSource(file, redactor);
    try {
      source.read(problems);
    } catch (ConfigException e) {
      throw Errors.confFileUnreadable(redactor.text(file.origin()), source.why(e));
    }
    return source.settings;
  }

  private void read(Problems problems) {
    Config parsed =
        ConfigFactory.parseString(
            file.text(),
            ConfigParseOptions.defaults()
                .setOriginDescription(file.origin())
                .setIncluder(new NoIncludes()));
    // Values come with the defaults beneath them, so that a reference finds them; keys do not.
    Config values = parsed.withFallback(ConfigFactory.parseString(ReferenceConf.text())).resolve();
    ConfigObject given = parsed.root();
    if (given.containsKey(ROOT) && values.root().get(ROOT) instanceof ConfigObject all) {
      read(keys(given.get(ROOT), all), List.of(), all);
      return;
    }
    problems.missing(
        new Address(null, Options.CONFIG.key()),
        "names a file ("
            + file.origin()
            + ") that has no object at the root `tidegate`. Expected: `tidegate { ... }`");
  }

  private void read(ConfigObject given, List<String> path, ConfigObject values) {
    for (Map.Entry<String, ConfigValue> member : given.entrySet()) {
      List<String> inner = new ArrayList<>(path);
      inner.add(member.getKey());
      ConfigValue value = values.get(member.getKey());
      if (value == null) {
        continue; // a reference to what there need not be
      }
      if (!(value instanceof ConfigObject all)) {
        add(inner, value);
        continue;
      }
      ConfigObject keys = keys(member.getValue(), all);
      if (!keys.isEmpty()) {
        read(keys, inner, all);
      } else if (!inner.equals(List.of(Address.QUERIES))) {
        add(inner, value);
      }
    }
  }

  /** The keys that an object of the file gives: all where it is built on another one. */
  private static ConfigObject keys(@Nullable ConfigValue given, ConfigObject all) {
    if (!(given instanceof ConfigObject object)) {
      return all;
    }
    try {
      return object.isEmpty() ? ConfigFactory.empty().root() : object;
    } catch (ConfigException.NotResolved e) {
      return all;
    }
  }

  private void add(List<String> path, ConfigValue value) {
    String key = RawSetting.Source.HOCON.prefix() + ConfigUtil.joinPath(path);
    settings.add(
        new RawSetting(
            RawSetting.Source.HOCON, key, address(path), raw(value), value.origin().description()));
  }

  private static Address address(List<String> path) {
    if (path.size() < 2 || !path.get(0).equals(Address.QUERIES)) {
      return new Address(null, ConfigUtil.joinPath(path));
    }
    List<String> option = path.subList(2, path.size());
    return new Address(path.get(1), option.isEmpty() ? "" : ConfigUtil.joinPath(option));
  }

  private static RawValue raw(ConfigValue value) {
    if (value instanceof ConfigList list) {
      List<String> items = new ArrayList<>();
      for (ConfigValue item : list) {
        if (!(raw(item) instanceof RawValue.Text text)) {
          return new RawValue.Unusable("[...]", "holds an element that is no single value");
        }
        items.add(text.text());
      }
      return new RawValue.Items(items);
    }
    return switch (value.valueType()) {
      case OBJECT -> new RawValue.Unusable("{...}", "is an object where a value is expected");
      case NULL ->
          new RawValue.Unusable("null", "is no value; leave the key out to get the default");
      case STRING -> new RawValue.Text((String) value.unwrapped());
      default -> new RawValue.Text(value.render(ConfigRenderOptions.concise()));
    };
  }

  /** What is wrong with the file; of a line that holds a secret only its number. */
  private String why(ConfigException error) {
    int number = error.origin() == null ? -1 : error.origin().lineNumber();
    String message = String.valueOf(error.getMessage());
    String prefix = error.origin() == null ? "" : error.origin().description() + ": ";
    String detail = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    List<String> lines = file.text().lines().toList();
    String line = number >= 1 && number <= lines.size() ? lines.get(number - 1) : "";
    boolean secret =
        redactor.value("", line).equals(Redactor.REPLACEMENT)
            || redactor.value("", detail).equals(Redactor.REPLACEMENT);
    return (number >= 1 ? "line " + number + ": " : "")
        + (secret
            ? "the syntax is wrong; the line may hold a secret and is not shown"
            : redactor.text(detail));
  }
}
