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
package io.tidegate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.ErrorCode;
import io.tidegate.api.HoldCode;
import io.tidegate.api.VerdictState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every code a user can meet has a row in the documentation, and no row is of a code that is gone.
 */
class DocumentedCodesTest {
  private static final Path DOCS = Path.of(System.getProperty("tidegate.basedir", ""), "docs");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z][A-Z_]+)` \\|");

  @Test
  void holds() throws IOException {
    String text = Files.readString(DOCS.resolve("holds.md"));
    int inLog = text.indexOf("## In log and metrics only");
    assertThat(rows(text.substring(0, inLog))).isEqualTo(names(HoldCode::inRow));
    assertThat(rows(text.substring(inLog))).isEqualTo(names(code -> !code.inRow()));
  }

  private static List<String> names(java.util.function.Predicate<HoldCode> which) {
    return Arrays.stream(HoldCode.values()).filter(which).map(Enum::name).toList();
  }

  @Test
  void errors() throws IOException {
    assertThat(rows(Files.readString(DOCS.resolve("errors.md"))))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ErrorCode.values()).map(Enum::name).toList());
  }

  @Test
  void states() throws IOException {
    assertThat(rows(Files.readString(DOCS.resolve("control-table.md"))))
        .isEqualTo(Arrays.stream(VerdictState.values()).map(Enum::name).toList());
  }

  private static List<String> rows(String text) {
    return ROW.matcher(text).results().map(found -> found.group(1)).toList();
  }
}
