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
package io.tidegate.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
  private static final Path DOC =
      Path.of(System.getProperty("tidegate.basedir", ""), "docs", "consumers.md");

  @TempDir private Path directory;
  private Typed typed;

  @BeforeEach
  void newTyped() {
    typed = new Typed(directory);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "wait",
        "explain",
        "attempts",
        "resume",
        "catchup",
        "verify",
        "config",
        "config check",
        "version"
      })
  void everyCommandHasHelpWithTheExitCodes(String command) {
    assertThat(typed.run((command + " --help").split(" "))).isZero();
    assertThat(typed.out())
        .startsWith("Usage: tidegate " + command)
        .contains("-h, --help", "Exit codes:", "  6    not covered");
    assertThat(typed.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void withoutACommandThereIsHelp() {
    assertThat(typed.run()).isZero();
    assertThat(typed.out()).startsWith("Usage: tidegate ").contains("  wait ", "  explain ");
    assertThat(typed.run("--help")).isZero();
  }

  @Test
  void aWrongCommandIsTwo() {
    assertThat(typed.run("satus")).isEqualTo(2);
    assertThat(typed.err()).contains("'satus'", "'tidegate --help' shows what can be given.");
    assertThat(typed.run("config")).isEqualTo(2);
    assertThat(typed.err()).contains("There is: check.");
  }

  @Test
  void versionIsThatOfTheJar() {
    assertThat(typed.run("version")).isZero();
    assertThat(typed.out()).matches("tidegate \\d+\\.\\d+\\.\\d+\n");
  }

  @Test
  void everyExitCodeIsDocumented() throws IOException {
    String doc = Files.readString(DOC);
    assertThat(Arrays.stream(Exit.values()).map(exit -> "| " + exit.code() + " | "))
        .allSatisfy(row -> assertThat(doc).contains(row));
    assertThat(Arrays.stream(Exit.values()).map(Exit::code)).doesNotHaveDuplicates();
  }
}
