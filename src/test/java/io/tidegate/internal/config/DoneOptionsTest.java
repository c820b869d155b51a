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

import static io.tidegate.internal.config.Confs.only;
import static io.tidegate.internal.config.Confs.orders;
import static io.tidegate.internal.config.Confs.parse;
import static io.tidegate.internal.config.Confs.problem;
import static io.tidegate.internal.config.Confs.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.model.MarkerPattern;
import io.tidegate.internal.settings.DoneSettings;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DoneOptionsTest {
  private static final String FILE = "~queries.orders.done.successFile";

  private static DoneSettings done(Map<String, String> conf) {
    return only(parse(conf)).done();
  }

  @Test
  void thereAreNoneUnlessTheyAreAskedFor() {
    assertThat(done(orders())).isEqualTo(DoneSettings.NONE);
    assertThat(DoneSettings.NONE.any()).isFalse();
  }

  @Test
  void allAreRead() {
    DoneSettings done =
        done(
            orders(
                FILE,
                "s3a://lake/done/{table}/{start}",
                "~done.http",
                "https://hooks.example.com/x?y=1",
                "~done.httpToken",
                "abc.DEF-123"));

    assertThat(done.successFile()).isEqualTo(new MarkerPattern("s3a://lake/done/{table}/{start}"));
    assertThat(done.http()).isEqualTo(URI.create("https://hooks.example.com/x?y=1"));
    assertThat(done.httpToken()).isEqualTo("abc.DEF-123");
  }

  @Test
  void anEntryMaySayNone() {
    assertThat(
            done(
                orders(
                    "~done.successFile",
                    "/done/{table}/{start}",
                    "~done.http",
                    "https://hooks",
                    FILE,
                    "none",
                    "~queries.orders.done.http",
                    "none")))
        .isEqualTo(DoneSettings.NONE);
  }

  @Test
  void anUnknownPlaceholderIsToldWithTheNearest() {
    assertThat(problem(orders(FILE, "/done/{tabel}/{start}")))
        .contains("holds the unknown placeholder {tabel}; did you mean `{table}`? Allowed: ");
    assertThat(problem(orders(FILE, "/done/{YYYY}/{start}"))).contains("did you mean `{yyyy}`?");
  }

  @Test
  void aPathThatLeavesItsDirectoryIsRefused() {
    assertThat(problem(orders(FILE, "/done/../{start}"))).contains("holds a `..`. Allowed: ");
  }

  @Test
  void twoPeriodsOfOneEntryNeedTwoPaths() {
    assertThat(problem(orders(FILE, "/done/{yyyy}/{MM}/{dd}")))
        .contains(
            "gives two periods of the entry `orders` one path: it leaves out a part of their start."
                + " Expected: a path with `{start}` or `{end}` in it, or with every part down to the"
                + " granularity");
    done(orders(FILE, "/done/{yyyy}/{MM}/{dd}", "~granularity", "day"));
  }

  @Test
  void anHourThatComesTwiceIsAnErrorAndNotACollision() {
    assertThat(problem(orders(FILE, "/done/{yyyy}/{MM}/{dd}/{HH}", "~zone", "Europe/Berlin")))
        .contains(
            "gives two periods of the entry `orders` one path: clocks in Europe/Berlin are set back,"
                + " so that two periods have one local time. Expected: a path with `{start}` or"
                + " `{end}` in it");
    done(orders(FILE, "/done/{yyyy}/{MM}/{dd}/{HH}", "~zone", "UTC"));
  }

  @Test
  void twoTablesNeedTwoPaths() {
    assertThat(
            problem(
                orders(
                    "~queries.b.table", "b",
                    "~queries.b.frontier", "offset",
                    "~done.successFile", "/done/{start}")))
        .startsWith("spark.tidegate.done.successFile = '/done/{start}'")
        .contains("gives the tables of the entries `b` and `orders` one path.")
        .contains("Expected: a path with `{table}` in it");
    parse(
        orders(
            "~queries.b.table", "b",
            "~queries.b.frontier", "offset",
            "~done.successFile", "/done/{table}/{start}"));
    parse(
        orders(
            "~queries.b.table",
            "b",
            "~queries.b.frontier",
            "offset",
            FILE,
            "/done/orders/{start}",
            "~queries.b.done.successFile",
            "/done/b/{start}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/done/{end}", "file:/done/{start}", "/done/{yyyy}{MM}{dd}T{HH}0000Z"})
  void pathsThatMeetInAnyPeriodAreOne(String other) {
    assertThat(
            problems(
                orders(
                    FILE,
                    "/done/{start}",
                    "~queries.b.table",
                    "b",
                    "~queries.b.frontier",
                    "offset",
                    "~queries.b.done.successFile",
                    other)))
        .singleElement()
        .asString()
        .contains("gives the tables of the entries `b` and `orders` one path.");
  }

  @Test
  void aGlobNeedsTheTableInThePath() {
    assertThat(
            problems(
                orders(
                    "~queries.orders.name",
                    "cdc.*",
                    "~queries.orders.table",
                    "raw.{name}",
                    FILE,
                    "/done/{start}")))
        .singleElement()
        .asString()
        .contains("gives the tables of all queries that the entry `orders` matches one path");
  }

  @ParameterizedTest
  @CsvSource({
    "ftp://h/x, is not a URL that can be posted to",
    "hooks.example.com, is not a URL that can be posted to",
    "https:///x, is not a URL that can be posted to",
    "https://h/x#y, is not a URL that can be posted to",
    "https://h/a b, is not a URL",
    "https://me:hunter2@h/x, holds a user or a password",
    "https://hunter2@h/x, holds a user or a password"
  })
  void whatCannotBePostedToIsRefused(String url, String why) {
    assertThat(problem(orders("~done.http", url)))
        .contains(why + ". Allowed: ")
        .doesNotContain("hunter2");
  }

  @Test
  void aTokenIsNeverShown() {
    assertThat(problem(orders("~done.http", "https://h", "~done.httpToken", "hunter2\nX: y")))
        .startsWith("spark.tidegate.done.httpToken = '*********(redacted)'")
        .contains("holds a character that no header takes")
        .doesNotContain("hunter2");
  }

  @Test
  void aTokenWithoutAUrlIsAMistake() {
    assertThat(problem(orders("~done.httpToken", "abc"))).contains("is given without done.http");
    assertThat(problem(orders("~queries.orders.done.httpToken", "abc")))
        .contains("is given without done.http");
  }
}
