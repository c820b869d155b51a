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

import static io.tidegate.internal.config.Confs.conf;
import static io.tidegate.internal.config.Confs.parse;
import static io.tidegate.internal.config.Confs.problem;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Entries do not get in each other's way, as far as can be seen before any query runs. */
class EntryChecksTest {

  /** Entries, each a label, a name and a table. */
  private static Map<String, String> entries(String... labelsNamesAndTables) {
    Map<String, String> conf = conf("~controlTable", "/c", "~frontier", "offset");
    for (int i = 0; i < labelsNamesAndTables.length; i += 3) {
      String entry = "spark.tidegate.queries." + labelsNamesAndTables[i];
      conf.put(entry + ".name", labelsNamesAndTables[i + 1]);
      conf.put(entry + ".table", labelsNamesAndTables[i + 2]);
    }
    return conf;
  }

  @Test
  void equalNamesAreAnError() {
    assertThat(problem(entries("a", "q", "t1", "b", "q", "t2")))
        .isEqualTo(
            "spark.tidegate.queries.b.name = 'q' (Spark configuration) matches the same queries as"
                + " the entry `a`.");
    assertThat(problem(entries("a", "q*", "t1.{name}", "b", "q*", "t2.{name}")))
        .contains("matches the same queries as the entry `a`");
    Map<String, String> byLabel = entries("a", "b", "t1", "b", "b", "t2");
    byLabel.remove("spark.tidegate.queries.b.name");
    assertThat(problem(byLabel))
        .startsWith("spark.tidegate.queries.b.name (the label) matches the same queries");
  }

  @Test
  void namesThatDifferInCaseAreTwoNames() {
    assertThat(parse(entries("a", "q", "t1", "b", "Q", "t2", "c", "q ", "t3")).queries())
        .hasSize(3);
  }

  @Test
  void aStarThatIsMeantIsNotTheGlob() {
    assertThat(parse(entries("a", "q\\*", "t1", "b", "q*", "t2.{name}")).queries()).hasSize(2);
  }

  @Test
  void aGlobNeedsThePlaceholder() {
    assertThat(problem(entries("a", "cdc.*", "raw.cdc")))
        .startsWith("spark.tidegate.queries.a.table = 'raw.cdc' (Spark configuration) gives one")
        .contains("`{name}`");
    assertThat(problem(entries("a", "*", "raw.{Name}"))).contains("`{name}`");
  }

  @Test
  void twoExactEntriesNeedTwoTables() {
    assertThat(problem(entries("a", "q1", "t", "b", "q2", "t")))
        .isEqualTo(
            "spark.tidegate.queries.b.table = 't' (Spark configuration) is the table of the entry"
                + " `a` too. Expected: one entry for each table.");
    assertThat(problem(entries("a", "x", "t.{name}", "b", "y", "t.x")))
        .contains("is the table of the entry `a` too");
    assertThat(problem(entries("a", "x\\*", "t.{name}", "b", "y", "t.x*")))
        .contains("is the table of the entry `a` too");
  }

  @Test
  void aTableThatAGlobCanGiveIsAnError() {
    assertThat(problem(entries("a", "cdc.*", "raw.{name}", "b", "other", "raw.cdc.x")))
        .isEqualTo(
            "spark.tidegate.queries.b.table = 'raw.cdc.x' (Spark configuration) is also the table"
                + " that the entry `a` gives to a query named 'cdc.x'. Expected: one entry for each"
                + " table.");
    assertThat(problem(entries("a", "*", "{name}/{name}.t", "b", "other", "xy/xy.t")))
        .contains("to a query named 'xy'");
  }

  @Test
  void anUnfinishedEntryDoesNotHideAClash() {
    Map<String, String> conf = entries("a", "*", "{name}", "b", "q", "x", "c", "y", "z");
    conf.remove("spark.tidegate.queries.c.table");
    assertThat(Confs.problems(conf))
        .hasSize(2)
        .anyMatch(line -> line.contains("to a query named 'x'"))
        .anyMatch(line -> line.startsWith("spark.tidegate.queries.c.table is required"));
  }

  @Test
  void aTableThatNoQueryOfTheGlobLeadsToIsFine() {
    // The glob does not match, another entry takes the query, or the halves differ.
    assertThat(parse(entries("a", "cdc.*", "raw.{name}", "b", "q", "raw.orders")).queries())
        .hasSize(2);
    assertThat(parse(entries("a", "cdc.*", "raw.{name}", "b", "cdc.x", "raw.cdc.x")).queries())
        .hasSize(2);
    assertThat(
            parse(
                    entries(
                        "a", "*", "raw.{name}", "b", "cdc.*", "cdc.{name}", "c", "q", "raw.cdc.x"))
                .queries())
        .hasSize(3);
    assertThat(parse(entries("a", "*", "{name}/{name}", "b", "q", "x/y")).queries()).hasSize(2);
    assertThat(parse(entries("a", "*", "t.{name}.t", "b", "q", "t.t")).queries()).hasSize(2);
    assertThat(parse(entries("a", "*", "t.{name}", "b", "q", "t.")).queries()).hasSize(2);
  }

  @Test
  void aTieGivesNoTable() {
    assertThat(
            parse(entries("a", "q*x*", "t.{name}", "b", "q*y*", "t.{name}", "c", "z", "t.qxy"))
                .queries())
        .hasSize(3);
  }

  @Test
  void oneTemplateUnderTwoGlobsIsFine() {
    assertThat(parse(entries("a", "a*", "t.{name}", "b", "b*", "t.{name}")).queries()).hasSize(2);
  }
}
