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
import io.tidegate.internal.recovery.Attempt;
import io.tidegate.internal.recovery.AttemptOutcome;
import io.tidegate.it.apps.KindsApp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries of every kind are bounded for what they bank, and trouble with the record stops none. */
class KindsIT {
  private static Path work;
  private static ScenarioResults results;
  private static List<String> log;

  @BeforeAll
  static void runThem(@TempDir Path directory) throws Exception {
    work = directory;
    Files.writeString(directory.resolve("queries.sql"), documentedQueries());
    try (SparkProcess app =
        SparkProcess.named("KindsIT")
            .jars(Shipped.jar())
            .app(KindsApp.class)
            .args(directory)
            .start()) {
      app.assertSucceeded();
      log = app.tidegateLog();
    }
    results = ScenarioResults.in(directory);
  }

  /** The SQL of the page on recovery. */
  private static String documentedQueries() throws Exception {
    String page = Files.readString(Shipped.basedir().resolve("docs/recovery.md"));
    Matcher blocks = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL).matcher(page);
    StringBuilder all = new StringBuilder();
    while (blocks.find()) {
      all.append(all.isEmpty() ? "" : ";").append(blocks.group(1).strip());
    }
    return all.toString();
  }

  private static List<String> attempts(String scenario) {
    return results.all(scenario, "attempt").stream().map(JsonNode::asText).toList();
  }

  private static List<Attempt> recorded(String scenario) {
    return RecordTables.attempts(work.resolve(scenario + "/control"), "q.checkpoint");
  }

  @Test
  void everyCaseRan() {
    assertThat(results.errors()).isEmpty();
  }

  @Test
  void asyncProgressTrackingIsBoundedByWhatTheCheckpointSays() {
    assertThat(attempts("async")).startsWith("failed", "failed", "failed").endsWith("refused");
    assertThat(recorded("async")).extracting(Attempt::baseline).isSorted();
  }

  @Test
  void aContinuousQueryBanksItsEpochs() {
    assertThat(attempts("continuous")).hasSize(5).startsWith("failed", "failed", "failed");
    assertThat(recorded("continuous")).extracting(Attempt::baseline).isSorted();
  }

  @Test
  void aRealTimeQueryThatSparkDoesNotStartIsNotHeldAgainstItsLineage() {
    assertThat(attempts("realTime")).hasSize(5).allMatch(told -> told.contains("ALLOWLIST"));
  }

  @Test
  void schemaEvolutionIsExempt() {
    assertThat(attempts("schema"))
        .containsExactly("failed", "failed", "failed", "failed", "failed", "ended");
    assertThat(recorded("schema").subList(0, 5))
        .extracting(Attempt::outcome)
        .containsOnly(AttemptOutcome.EXEMPT);
  }

  @Test
  void theDocumentedQueriesShowARefusedLineage() {
    assertThat(attempts("sql")).containsExactly("failed", "failed", "failed", "failed", "refused");
    List<JsonNode> rows = results.all("sql", "rows");
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row.asText())
                    .contains("\"attempts\":4", "\"streak\":3", "\"refusals\":1")
                    .contains("3 attempts in a row that banked no progress"));
    assertThat(rows.get(1))
        .hasSize(4)
        .allSatisfy(row -> assertThat(row.asText()).contains("\"FAILED\"", "record 7 of batch"));
    assertThat(rows.get(1).get(3).asText()).contains("\"number\":4", "\"baseline\":1");
  }

  @Test
  void aRecordThatCannotBeKeptStopsNothing() {
    for (String trouble : List.of("fileInPlace", "unwritable", "hangs")) {
      assertThat(attempts(trouble)).as(trouble).containsExactly("ended", "ended", "ended");
      assertThat(log)
          .as(trouble)
          .anyMatch(l -> l.contains("/" + trouble + "/") && l.contains(told(trouble)));
    }
    for (String trouble : List.of("fileInPlace", "unwritable")) {
      for (String name : List.of("q", "also")) {
        assertThat(ControlTables.row(work.resolve(trouble + "/control"), "t." + name).orElseThrow())
            .containsEntry("state", "ENDED");
      }
    }
  }

  /** What is said of it; where nothing is there yet, that it cannot be written. */
  private static String told(String trouble) {
    return trouble.equals("unwritable")
        ? "ERROR [tidegate-writer]"
        : "recovery record could not be read";
  }

  @Test
  void aRecordThatHangsIsWaitedForNoLongerThanTheDeadline() {
    assertThat(results.get("hangs", "hung").asBoolean()).isTrue();
    List<JsonNode> millis = results.all("hangs", "millis");
    assertThat(millis.get(0).asLong()).isBetween(4_500L, 15_000L);
    assertThat(ControlTables.row(work.resolve("hangs/control"), "t.q")).isPresent();
    assertThat(millis.get(2).asLong()).as("a query that is not tracked").isLessThan(4_500);
  }
}
