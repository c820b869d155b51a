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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** README's compatibility table is what the last full run of the matrix has recorded. */
class CompatibilityTableTest {
  private static final Path BASE = Path.of(System.getProperty("tidegate.basedir"));
  private static final Path README = BASE.resolve("README.md");
  private static final Path MATRIX = BASE.resolve("integration-tests/matrix");
  private static final String START = "<!-- integration-tests/matrix/run --full writes this. -->\n";
  private static final String END = "<!-- Up to here. -->";

  private static List<List<String>> rows(String file) throws IOException {
    List<String> lines = Files.readAllLines(MATRIX.resolve(file));
    return lines.subList(1, lines.size()).stream()
        .map(line -> List.of(line.split(",", -1)))
        .toList();
  }

  private static String table() throws IOException {
    return "\n| Tidegate | Spark | Scala | Delta | Java |\n| --- | --- | --- | --- | --- |\n"
        + rows("results.csv").stream()
            .map(row -> "| " + String.join(" | ", row) + " |\n")
            .collect(Collectors.joining())
        + "\n";
  }

  @Test
  void readmeShowsWhatWasTried() throws IOException {
    String readme = Files.readString(README);
    int from = readme.indexOf(START);
    int to = readme.indexOf(END);
    assertThat(from).as("README has the table's markers").isPositive().isLessThan(to);
    String expected = readme.substring(0, from) + START + table() + readme.substring(to);
    if (Boolean.getBoolean("tidegate.regenerate")) {
      Files.writeString(README, expected);
    }
    assertThat(Files.readString(README))
        .as("README's table is not what was tried. Run integration-tests/matrix/run --full")
        .isEqualTo(expected);
  }

  @Test
  void everyRowOfTheMatrixWasTried() throws IOException {
    assertThat(rows("results.csv"))
        .extracting(row -> row.subList(1, row.size()))
        .as("results.csv is not of this matrix. Run integration-tests/matrix/run --full")
        .isEqualTo(rows("matrix.csv").stream().map(row -> row.subList(0, row.size() - 1)).toList());
  }
}
