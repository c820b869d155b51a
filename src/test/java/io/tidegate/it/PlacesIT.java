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
package io.tidegate.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.it.apps.PlacesApp;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacesIT {
  private static ScenarioResults results;

  @BeforeAll
  static void runApplications(@TempDir Path directory) {
    try (SparkProcess app =
        SparkProcess.named("PlacesIT")
            .jars(Shipped.jar())
            .app(PlacesApp.class)
            .args(directory)
            .timeout(Duration.ofMinutes(10))
            .start()) {
      app.assertSucceeded();
    }
    results = ScenarioResults.in(directory);
    assertThat(results.errors()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"marked", "mapped"})
  void theLogSaysWhatSparkCounts(String application) {
    assertThat(results.all(application, "logged"))
        .hasSize(4)
        .allSatisfy(rows -> assertThat(rows.longValue()).isPositive())
        .isEqualTo(results.all(application, "selected"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"marked", "mapped"})
  void rowsWereMarkedAsDeleted(String application) {
    assertThat(results.get(application, "marks").longValue()).isPositive();
  }

  @Test
  void whatTheLogDoesNotSayIsNotCounted() {
    assertThat(results.all("noStatistics", "told"))
        .hasSize(2)
        .allSatisfy(
            told ->
                assertThat(told.asText())
                    .contains(" cannot be counted, because the log does not say how many rows"));
  }

  @Test
  void aTimeIsFoundAsTheLogHasIt() {
    assertThat(results.get("times", "rows").longValue()).isEqualTo(10);
  }
}
