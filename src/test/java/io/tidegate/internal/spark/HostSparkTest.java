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
package io.tidegate.internal.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.spark.HostSpark.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which Sparks are worked with, warned of and left alone. */
class HostSparkTest {
  @ParameterizedTest
  @CsvSource({
    "3.5.0, 2.12.18, TESTED",
    "3.5.9, 2.13.8, TESTED",
    "3.5.2-vendor-1, 2.12.15, TESTED",
    "4.0, 2.13.16, TESTED",
    "4.2.0, 2.13.18, TESTED",
    "4.2.1-SNAPSHOT, 2.13.18, TESTED",
    "4.3.0, 2.13.18, UNTESTED",
    "4.10.0, 2.13.18, UNTESTED",
    "5.0.0-preview1, 2.13.18, UNTESTED",
    "4.2.0, unknown, TESTED",
    "of our own, 2.13.18, UNTESTED",
    "1234567.5, 2.13.18, UNTESTED",
    "3.4.4, 2.12.17, UNUSABLE",
    "2.4.8, 2.12.10, UNUSABLE",
    "4.2.0, 3.3.6, UNUSABLE",
    "3.5.9, 2.11.12, UNUSABLE",
    "5.0.0, 2.14.0, UNUSABLE",
  })
  void judgedByMajorAndMinorVersion(String spark, String scala, Verdict verdict) {
    assertThat(HostSpark.of(spark, scala).verdict()).isEqualTo(verdict);
  }

  @Test
  void nothingIsSaidOfOneItIsTestedWith() {
    assertThat(HostSpark.of("3.5.9", "2.12.18").text()).isEmpty();
  }

  @Test
  void oneItCannotWorkWithIsNamedWithThoseItCan() {
    assertThat(HostSpark.of("3.4.4", "2.12.17").text())
        .startsWith("Tidegate is disabled: this is Spark 3.4.4 with Scala 2.12.17,")
        .contains("The application runs on")
        .contains("is tested with Spark 3.5, 4.0, 4.1, 4.2 and Scala 2.12, 2.13.")
        .hasLineCount(1);
  }

  @Test
  void oneItDoesNotKnowIsNamedWithThoseItDoes() {
    assertThat(HostSpark.of("4.3.0", "2.13.18").text())
        .startsWith("Tidegate goes on, although this is Spark 4.3.0 with Scala 2.13.18,")
        .contains("is tested with Spark 3.5, 4.0, 4.1, 4.2 and Scala 2.12, 2.13.")
        .hasLineCount(1);
  }

  @Test
  void thoseItNamesAreThoseOfTheMatrix() throws IOException {
    Path matrix =
        Path.of(System.getProperty("tidegate.basedir"), "integration-tests/matrix/matrix.csv");
    List<String> rows = Files.readAllLines(matrix);
    assertThat(rows.subList(1, rows.size()))
        .extracting(row -> row.replaceFirst("\\.\\d+,.*", ""))
        .containsOnly(HostSpark.TESTED.toArray(String[]::new));
  }
}
