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

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.model.NamePattern;
import io.tidegate.internal.settings.QueryMatcher;
import io.tidegate.internal.settings.QuerySettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Looks for what is missing in query entries, and for entries that get in each other's way. */
final class EntryChecks {
  private static final String RULES =
      Arrays.stream(FrontierRule.values())
          .map(rule -> "`" + rule.key() + "` assumes that " + rule.assumption())
          .collect(Collectors.joining(". "));

  /**
   * An entry with a right name and a right table.
   *
   * @param label its label
   * @param name the queries it tracks
   * @param table its table, the placeholder filled in where the name is exact
   */
  private record Entry(String label, NamePattern name, String table) {
    static Entry of(String label, NamePattern name, String table) {
      return new Entry(
          label,
          name,
          name.isGlob() ? table : table.replace(QuerySettings.NAME_PLACEHOLDER, literal(name)));
    }

    private static String literal(NamePattern exact) {
      return exact.text().replace("\\*", "*");
    }
  }

  private final GivenSettings given;
  private final Problems problems;

  private EntryChecks(GivenSettings given, Problems problems) {
    this.given = given;
    this.problems = problems;
  }

  /** Checks every entry, alone and beside the others. */
  static void check(GivenSettings given, Problems problems) {
    EntryChecks checks = new EntryChecks(given, problems);
    given.labels().forEach(checks::checkPartners);
    checks.checkNames();
    checks.checkTables();
  }

  private void checkPartners(String label) {
    if (given.given(Options.TABLE, label).isEmpty()) {
      problems.missing(
          new Address(label, Options.TABLE.key()),
          "is required" + because(label) + ". Expected: " + Options.TABLE.type().allowed());
    }
    if (given.given(Options.FRONTIER, label).isEmpty()) {
      problems.missing(
          new Address(label, Options.FRONTIER.key()),
          "is required"
              + because(label)
              + ", here or for all entries as spark.tidegate.frontier. Choose the rule whose"
              + " assumption holds: "
              + RULES);
    }
    boolean arrival =
        given.find(Options.FRONTIER, label).filter(FrontierRule.ARRIVAL::equals).isPresent();
    if (arrival && given.given(Options.LAG, label).isEmpty()) {
      problems.missing(
          new Address(label, Options.LAG.key()),
          "is required with the frontier `arrival`, here or for all entries as spark.tidegate.lag:"
              + " it declares how late a row may come. Expected: "
              + Options.LAG.type().allowed());
    }
  }

  private String because(String label) {
    return given
        .anyOf(label)
        .map(setting -> " because of " + setting.key() + " (" + setting.origin() + ")")
        .orElse("");
  }

  private void checkNames() {
    Map<NamePattern, String> owners = new HashMap<>();
    for (String label : given.labels()) {
      Optional<NamePattern> name = name(label);
      String owner = name.isEmpty() ? null : owners.putIfAbsent(name.get(), label);
      if (owner != null) {
        report(Options.NAME, label, "matches the same queries as the entry `" + owner + "`");
      }
    }
  }

  private void checkTables() {
    Map<String, NamePattern> names = new LinkedHashMap<>();
    List<Entry> entries = new ArrayList<>();
    for (String label : given.labels()) {
      Optional<NamePattern> name = name(label);
      Optional<String> table = given.find(Options.TABLE, label);
      name.ifPresent(n -> names.put(label, n));
      if (name.isEmpty() || table.isEmpty()) {
        continue;
      }
      if (name.get().isGlob() && !table.get().contains(QuerySettings.NAME_PLACEHOLDER)) {
        report(
            Options.TABLE,
            label,
            "gives one table to every query that the glob matches. Expected: a name with `{name}`"
                + " in it, which stands for the query's name");
      } else {
        entries.add(Entry.of(label, name.get(), table.get()));
      }
    }
    checkExactTables(entries);
    if (names.size() == given.labels().size()) {
      entries.stream()
          .filter(entry -> !entry.name().isGlob())
          .forEach(exact -> checkGlobs(exact, entries, names));
    }
  }

  private void checkExactTables(List<Entry> entries) {
    Map<String, String> owners = new HashMap<>();
    for (Entry entry : entries) {
      if (entry.name().isGlob()) {
        continue;
      }
      String owner = owners.putIfAbsent(entry.table(), entry.label());
      if (owner != null) {
        report(
            Options.TABLE,
            entry.label(),
            "is the table of the entry `" + owner + "` too. Expected: one entry for each table");
      }
    }
  }

  /** Looks for a query name that leads to the table of an exact entry by way of a glob. */
  private void checkGlobs(Entry exact, List<Entry> entries, Map<String, NamePattern> names) {
    for (Entry glob : entries) {
      if (!glob.name().isGlob()) {
        continue;
      }
      Optional<String> name = nameFor(glob.table(), exact.table());
      if (name.isPresent() && leadsTo(glob.label(), name.get(), names)) {
        report(
            Options.TABLE,
            exact.label(),
            "is also the table that the entry `"
                + glob.label()
                + "` gives to a query named "
                + problems.value(nameKey(glob.label()), name.get())
                + ". Expected: one entry for each table");
      }
    }
  }

  /** Whether the query with this name is tracked by the entry with this label. */
  private static boolean leadsTo(String label, String queryName, Map<String, NamePattern> names) {
    List<Map.Entry<String, NamePattern>> best =
        QueryMatcher.best(queryName, names.entrySet(), Map.Entry::getValue);
    return best.size() == 1 && best.get(0).getKey().equals(label);
  }

  /** The query name for which a template with placeholders gives a table. */
  private static Optional<String> nameFor(String template, String table) {
    String placeholder = QuerySettings.NAME_PLACEHOLDER;
    int bare = template.replace(placeholder, "").length();
    int times = (template.length() - bare) / placeholder.length();
    int length = (table.length() - bare) / times;
    int from = template.indexOf(placeholder);
    if (length <= 0 || from + length > table.length()) {
      return Optional.empty();
    }
    String name = table.substring(from, from + length);
    return Optional.of(name).filter(n -> template.replace(placeholder, n).equals(table));
  }

  private Optional<NamePattern> name(String label) {
    return given.given(Options.NAME, label).isPresent()
        ? given.find(Options.NAME, label)
        : Optional.of(NamePattern.parse(label));
  }

  private void report(ConfigOption<?> option, String label, String why) {
    given
        .given(option, label)
        .ifPresentOrElse(
            setting -> problems.wrong(setting, why),
            () -> problems.missing(new Address(label, option.key()), "(the label) " + why));
  }

  private static String nameKey(String label) {
    return RawSetting.Source.SPARK.prefix() + new Address(label, Options.NAME.key()).key();
  }
}
