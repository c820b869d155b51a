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

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings that apply: of each key the stronger source's, of each option the query entry's
 * before the one given for all, and the default last. Immutable.
 */
final class GivenSettings {
  private final Map<Address, RawSetting> byAddress;
  private final Set<String> labels;

  private GivenSettings(Map<Address, RawSetting> byAddress, Set<String> labels) {
    this.byAddress = byAddress;
    this.labels = Collections.unmodifiableSet(labels);
  }

  /** Checks every setting, also those that another one hides, and keeps those with a known key. */
  static GivenSettings of(List<RawSetting> strongestFirst, Problems problems) {
    Map<Address, RawSetting> kept = new HashMap<>();
    Set<String> labels = new TreeSet<>();
    for (RawSetting setting : strongestFirst) {
      Optional<ConfigOption<?>> option = KnownKeys.option(setting);
      if (option.isEmpty()) {
        continue;
      }
      kept.putIfAbsent(setting.address(), setting);
      if (setting.address().label() != null) {
        labels.add(setting.address().label());
      }
      check(option.get(), setting, problems);
    }
    for (RawSetting setting : strongestFirst) {
      if (KnownKeys.option(setting).isEmpty()) {
        problems.wrong(setting, KnownKeys.whyUnknown(setting, labels));
      }
    }
    return new GivenSettings(kept, labels);
  }

  private static void check(ConfigOption<?> option, RawSetting setting, Problems problems) {
    try {
      option.type().parse(setting.value());
    } catch (WrongValueException e) {
      String stop = e.why().endsWith("?") ? " " : ". ";
      problems.wrong(setting, e.why() + stop + "Allowed: " + option.type().allowed());
    }
  }

  /** The labels of the query entries, in their order. */
  Set<String> labels() {
    return labels;
  }

  /** What is given for an option, rightly or wrongly; empty where its default applies. */
  Optional<RawSetting> given(ConfigOption<?> option, @Nullable String label) {
    RawSetting own = byAddress.get(new Address(label, option.key()));
    return own != null || label == null || !option.scope().global()
        ? Optional.ofNullable(own)
        : Optional.ofNullable(byAddress.get(new Address(null, option.key())));
  }

  /** Any setting of an entry, the same one each time. */
  Optional<RawSetting> anyOf(String label) {
    return byAddress.values().stream()
        .filter(setting -> label.equals(setting.address().label()))
        .min((a, b) -> a.key().compareTo(b.key()));
  }

  /** The value that applies; empty when it is wrong, or when there is neither one nor a default. */
  <T> Optional<T> find(ConfigOption<T> option, @Nullable String label) {
    Optional<RawSetting> given = given(option, label);
    String fallback = option.fallback().text();
    if (given.isEmpty() && fallback == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          option
              .type()
              .parse(
                  given
                      .map(RawSetting::value)
                      .orElse(new RawValue.Text(String.valueOf(fallback)))));
    } catch (WrongValueException e) {
      return Optional.empty();
    }
  }

  /** The value that applies, where it is known that there is one. */
  <T> T get(ConfigOption<T> option, @Nullable String label) {
    return find(option, label)
        .orElseThrow(() -> new IllegalStateException("No value for " + option.key()));
  }
}
