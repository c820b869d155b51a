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
package io.tidegate.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogNameTest {
  @ParameterizedTest
  @CsvSource({
    "control, `control`, control",
    "main.ops.tidegate_control, `main`.`ops`.`tidegate_control`, main.ops.tidegate_control",
    "c.main.ops.t, `c`.`main`.`ops`.`t`, c.main.ops.t",
    "my-catalog.ops.t, `my-catalog`.`ops`.`t`, `my-catalog`.ops.t",
    "`a.b`.`c``d`, `a.b`.`c``d`, `a.b`.`c``d`",
    "`quoted`.t, `quoted`.`t`, quoted.t",
    "1st.2nd, `1st`.`2nd`, 1st.2nd",
    "straße.t, `straße`.`t`, `straße`.t"
  })
  void isReadAsSparkReadsIt(String text, String quoted, String shown) {
    CatalogName name = CatalogName.parse(text);

    assertThat(name.quoted()).isEqualTo(quoted);
    assertThat(name).hasToString(shown);
    assertThat(CatalogName.parse(name.toString())).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "a..b, one of its parts is empty",
    "main.ops., one of its parts is empty",
    ".a, one of its parts is empty",
    "``.a, one of its parts is empty",
    "a.b.c.d.e, 'it has 5 parts, not one to four'",
    "`a.b, a backtick is not closed",
    "`a``, a backtick is not closed",
    "`a`b.c, a dot is missing after `a`",
    "a b.c, the part 'a b' needs backticks around it",
    "a`b.c, the part 'a`b' needs backticks around it",
    "a;b, the part 'a;b' needs backticks around it"
  })
  void nonsenseIsRefusedWithTheReason(String text, String reason) {
    assertThatThrownBy(() -> CatalogName.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(reason);
  }

  @Test
  void theSuffixGoesToTheTable() {
    assertThat(CatalogName.parse("main.ops.`tide gate`").with("_lineages"))
        .hasToString("main.ops.`tide gate_lineages`");
  }

  @Test
  void namesThatDifferInCaseAreOne() {
    CatalogName name = new CatalogName(List.of("Main", "T"));

    assertThat(name.sameAs(CatalogName.parse("main.t"))).isTrue();
    assertThat(name.sameAs(CatalogName.parse("`main.t`"))).isFalse();
  }
}
