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
import static io.tidegate.internal.config.Confs.orders;
import static io.tidegate.internal.config.Confs.problem;
import static io.tidegate.internal.config.Confs.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.internal.util.Redactor;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Values that may be secret are not shown, and no value breaks the list of problems. */
class SecretsTest {

  @Test
  void aSecretKeyHidesItsValue() {
    assertThat(problem(orders("~store.password", "hunter2")))
        .startsWith("spark.tidegate.store.password = '" + Redactor.REPLACEMENT + "'")
        .doesNotContain("hunter2");
  }

  @Test
  void aSecretValueIsHiddenUnderAnyKey() {
    assertThat(problem(orders("~lag", "mytoken-hunter2")))
        .contains("'" + Redactor.REPLACEMENT + "'")
        .doesNotContain("hunter2");
  }

  @Test
  void piecesOfTextAreHiddenByTheirOwnExpression() {
    Redactor redactor = new Redactor(Pattern.compile("never"), Pattern.compile("hunter[0-9]"));
    assertThat(problems(orders("~lag", "ahunter2b"), null, redactor).get(0))
        .contains("'a" + Redactor.REPLACEMENT + "b'")
        .doesNotContain("hunter2");
  }

  @Test
  void credentialsInPathsAndOriginsAreHidden() {
    assertThat(problem(orders("~lineageTable", "s3a://me:hunter2@lake"))).doesNotContain("hunter2");
    HoconFile file = new HoconFile("https://me:hunter2@h/x.conf", "tidegate { lag = 10 }");
    assertThat(problems(conf(), file, Redactor.standard()).get(0)).doesNotContain("hunter2");
    HoconFile partial = new HoconFile("https://me:hunter2@h/x.conf", "tidegate.queries.a.lag = 5m");
    assertThat(problems(orders(), partial, Redactor.standard()))
        .hasSize(2)
        .noneMatch(line -> line.contains("hunter2"));
    HoconFile empty = new HoconFile("https://me:hunter2@h/x.conf", "");
    assertThat(problems(orders(), empty, Redactor.standard()).get(0)).doesNotContain("hunter2");
    HoconFile broken = new HoconFile("https://me:hunter2@h/x.conf", "tidegate {");
    assertThatThrownBy(() -> ConfigParser.parse(conf(), broken, Redactor.standard()))
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aBrokenLineWithASecretIsNotQuoted() {
    HoconFile broken =
        new HoconFile("x.conf", "tidegate {\n  db.password = \"a\" : hunter2 {\n  lag = 5m\n}\n");
    assertThatThrownBy(() -> ConfigParser.parse(conf(), broken, Redactor.standard()))
        .hasMessageContaining("line 2: the syntax is wrong; the line may hold a secret")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void tablesThatClashAreRedactedToo() {
    assertThat(
            problems(
                orders(
                    "~queries.b.table", "token.hunter2",
                    "~queries.b.frontier", "offset",
                    "~queries.c.table", "token.hunter2",
                    "~queries.c.frontier", "offset")))
        .singleElement()
        .asString()
        .contains("is the table of the entry `b` too")
        .doesNotContain("hunter2");
  }

  @Test
  void aValueStaysOnItsLineAndHasAnEnd() {
    assertThat(problem(orders("~lag", "x\n  - forged\u0000")))
        .contains("'x\\u000a  - forged\\u0000'");
    assertThat(problem(orders("~lag", "\uD83C\uDF0A".repeat(5000))))
        .contains("'" + "\uD83C\uDF0A".repeat(200) + "...'")
        .hasSizeLessThan(1000);
    assertThat(problem(orders("~" + "k".repeat(5000), "v"))).hasSizeLessThan(1000);
  }
}
