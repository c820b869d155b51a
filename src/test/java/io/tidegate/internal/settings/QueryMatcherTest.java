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
package io.tidegate.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.settings.QueryMatcher.Ambiguous;
import io.tidegate.internal.settings.QueryMatcher.NotTracked;
import io.tidegate.internal.settings.QueryMatcher.Tracked;
import io.tidegate.internal.testing.Entries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A query belongs to the best entry, to none, or visibly to several. */
class QueryMatcherTest {

  private static QuerySettings entry(String name) {
    return Entries.of(FrontierRule.OFFSET).name(name).table("t.{name}").settings();
  }

  private static List<QuerySettings> entries(String... names) {
    return Stream.of(names).map(QueryMatcherTest::entry).toList();
  }

  private static String best(String queryName, String... names) {
    List<QuerySettings> entries = entries(names);
    QueryMatcher.Match forwards = new QueryMatcher(entries).match(queryName);
    List<QuerySettings> reversed = new ArrayList<>(entries);
    Collections.reverse(reversed);
    assertThat(new QueryMatcher(reversed).match(queryName)).isEqualTo(forwards);
    assertThat(forwards).isInstanceOf(Tracked.class);
    return ((Tracked) forwards).entry().name().text();
  }

  @Test
  void exactBeatsGlobWhateverItsLength() {
    assertThat(best("cdc.orders", "cdc.order*", "cdc.orders", "*")).isEqualTo("cdc.orders");
  }

  @Test
  void aLongerBeginningBeatsAShorterOne() {
    assertThat(best("cdc.orders", "*", "cdc.*", "c*orders")).isEqualTo("cdc.*");
  }

  @Test
  void fewerStarsBeatMore() {
    assertThat(best("cdc.orders", "cdc.*d*s", "cdc.*s")).isEqualTo("cdc.*s");
  }

  @Test
  void aTieIsAmbiguousAndNamesAll() {
    List<QuerySettings> entries = entries("q*x*", "q*y*", "*", "q*z*");
    assertThat(new QueryMatcher(entries).match("qxy"))
        .isEqualTo(new Ambiguous(List.of(entries.get(0), entries.get(1))));
    assertThat(new QueryMatcher(entries).match("qx")).isEqualTo(new Tracked(entries.get(0)));
  }

  @Test
  void aTieBelowTheBestIsNone() {
    assertThat(best("qxy", "q*x*", "q*y*", "qxy")).isEqualTo("qxy");
  }

  @Test
  void withoutANameOrAMatchNothingIsTracked() {
    QueryMatcher matcher = new QueryMatcher(entries("*"));
    assertThat(matcher.match(null)).isEqualTo(new NotTracked());
    assertThat(matcher.match("")).isEqualTo(new NotTracked());
    assertThat(matcher.match("  ")).isEqualTo(new NotTracked());
    assertThat(new QueryMatcher(List.of()).match("x")).isEqualTo(new NotTracked());
    assertThat(new QueryMatcher(entries("a")).match("A")).isEqualTo(new NotTracked());
  }

  @Test
  void ambiguityTakesTwo() {
    assertThatThrownBy(() -> new Ambiguous(entries("a")))
        .hasMessage("Fewer than two entries are not ambiguous.");
  }

  @Test
  void theTableOfAGlobCarriesTheName() {
    assertThat(entry("cdc.*").tableFor("cdc.a $1\\")).isEqualTo("t.cdc.a $1\\");
  }
}
