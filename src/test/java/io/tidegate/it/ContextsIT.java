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

import com.fasterxml.jackson.databind.JsonNode;
import io.tidegate.it.apps.ContextsApp;
import io.tidegate.it.apps.MinuteFeed;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several SparkContexts, one after another in one JVM, have nothing to do with each other. */
class ContextsIT {
  private static Path work;
  private static ScenarioResults results;

  @BeforeAll
  static void runContexts(@TempDir Path directory) {
    work = directory;
    try (SparkProcess app =
        SparkProcess.named("ContextsIT")
            .jars(Shipped.jar())
            .app(ContextsApp.class)
            .args(directory)
            .start()) {
      app.assertSucceeded();
    }
    results = ScenarioResults.in(directory);
  }

  @Test
  void noThreadIsLeftAfterAStop() {
    assertThat(results.errors()).isEmpty();
    assertThat(results.all("contexts", "threadsWhileItRuns"))
        .hasSize(ContextsApp.CONTEXTS)
        .allSatisfy(
            threads -> {
              assertThat(threads).isNotEmpty();
              assertThat(threads)
                  .extracting(JsonNode::asText)
                  .filteredOn("tidegate-writer"::equals)
                  .hasSize(1);
            });
  }

  @Test
  void noHookIsLeftAfterAStop() {
    assertThat(results.all("contexts", "hooksAfterStop"))
        .hasSize(ContextsApp.CONTEXTS)
        .allSatisfy(hooks -> assertThat(hooks).isEmpty());
  }

  @Test
  void eachContextHasItsVerdictAndNothingOfTheOthers() {
    Set<Object> runs = new HashSet<>();
    for (int i = 1; i <= ContextsApp.CONTEXTS; i++) {
      Path control = work.resolve("contexts/control-" + i);
      List<Map<String, Object>> rows = ControlTables.rows(control);
      assertThat(rows).hasSize(1);
      assertThat(rows.get(0))
          .containsEntry("table_name", "t.contexts")
          .containsEntry("finalized_until", MinuteFeed.finalAfter(i))
          .containsEntry("batch_id", i - 1L)
          .containsEntry("state", "ENDED");
      assertThat(ControlTables.history(control, "t.contexts", "run_id"))
          .containsOnly(rows.get(0).get("run_id"));
      runs.add(rows.get(0).get("run_id"));
    }
    assertThat(runs).hasSize(ContextsApp.CONTEXTS);
  }
}
