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

import io.tidegate.it.apps.LastApp;
import io.tidegate.it.apps.MinuteFeed;
import io.tidegate.it.apps.SqlApp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables kept by SQL, in a catalog or behind a path, hold to the same laws. */
class SqlStoreIT {
  private static ScenarioResults results;
  private static List<String> log;
  private static Path warehouse;

  @BeforeAll
  static void runApplications(@TempDir Path directory) {
    try (SparkProcess app =
        SparkProcess.named("SqlStoreIT/applications")
            .jars(Shipped.jar())
            .app(SqlApp.class)
            .args(directory)
            .timeout(Duration.ofMinutes(12))
            .start()) {
      app.assertSucceeded();
      log = app.tidegateLog();
      warehouse = app.directory().resolve("warehouse");
    }
    results = ScenarioResults.in(directory);
  }

  private static String text(String name) {
    return results.get("contract", name).asText();
  }

  private static List<String> texts(String application, String name) {
    List<String> texts = new ArrayList<>();
    results.get(application, name).forEach(each -> texts.add(each.asText()));
    return texts;
  }

  @Test
  void everyApplicationRan() {
    assertThat(results.errors()).isEmpty();
  }

  @Test
  void writersThatCreateTheTableTogetherAllGetTheirRows() {
    assertThat(results.get("contract", "absent").asLong()).isEqualTo(-1);
    assertThat(texts("contract", "created")).containsOnly("true");
    assertThat(texts("contract", "born"))
        .containsExactly(
            "{\"table_name\":\"t0\",\"epoch\":0,\"query_name\":\"it's `q`\"}",
            "{\"table_name\":\"t1\",\"epoch\":1,\"query_name\":\"it's `q`\"}");
  }

  @Test
  void theTableIsCreatedAsByPath() {
    assertThat(texts("contract", "bornDetail"))
        .containsExactly(
            "{\"format\":\"delta\",\"partitionColumns\":[],\"properties\":{"
                + "\"delta.deletedFileRetentionDuration\":\"interval 6 hours\","
                + "\"delta.logRetentionDuration\":\"interval 6 hours\"},"
                + "\"minReaderVersion\":1,\"minWriterVersion\":2}");
  }

  @Test
  void ofTwoFirstWritersOfAKeyOneInserts() {
    assertThat(texts("contract", "newKey")).containsExactly("Committed", "Conflict");
    assertThat(texts("contract", "newKeyRows")).containsExactly("{\"n\":1}");
  }

  @Test
  void nothingThatSomebodyWroteSinceIsOverwritten() {
    assertThat(text("won")).isEqualTo("Committed");
    assertThat(text("lost")).isEqualTo("Conflict");
    assertThat(text("lostInPart")).isEqualTo("Unknown");
    assertThat(text("inserted")).isEqualTo("Committed");
    assertThat(text("insertedAgain")).isEqualTo("Conflict");
    assertThat(text("chained")).isEqualTo("Committed");
    assertThat(texts("contract", "races"))
        .containsExactly(
            "{\"table_name\":\"t0\",\"epoch\":21}",
            "{\"table_name\":\"t1\",\"epoch\":6}",
            "{\"table_name\":\"t2\",\"epoch\":6}");
  }

  @Test
  void writersByNameAndByPathDoNotLoseEachOthersUpdates() {
    assertThat(texts("contract", "counted")).containsExactly("true", "true");
    assertThat(texts("contract", "count")).containsExactly("{\"epoch\":9}");
  }

  @Test
  void rowsColumnsAndTextsOfOthersAreCarriedThrough() {
    assertThat(text("carried")).isEqualTo("Committed");
    assertThat(texts("contract", "theirsAfter"))
        .hasSize(1)
        .containsExactlyElementsOf(texts("contract", "theirsBefore"));
    assertThat(texts("contract", "ours"))
        .containsExactly(
            "{\"table_name\":\"new\",\"epoch\":3,\"twice\":6}",
            "{\"table_name\":\"ours\",\"note\":{\"who\":\"ours\"},\"state\":\"PAUSED\",\"epoch\":2,\"twice\":4}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text | read [TIDEGATE_TABLE_SCHEMA] | epoch STRING",
        "view | fatal [TIDEGATE_NOT_A_TABLE] | MERGE destination only supports Delta sources",
        "parquet | fatal [TIDEGATE_NOT_A_TABLE] | does not support MERGE INTO TABLE",
        "appendOnly | fatal [TIDEGATE_TABLE_FEATURE] | DELTA_CANNOT_MODIFY_APPEND_ONLY",
        "noSchema | transient [TIDEGATE_STORE_UNAVAILABLE] | Create the schema (CREATE SCHEMA)",
        "noCatalog | read [TIDEGATE_STORE_UNAVAILABLE] | configure the catalog"
      })
  void whatCannotBeKeptIsToldWithItsReason(String table, String outcome, String reason) {
    assertThat(text(table)).startsWith(outcome).contains(reason);
  }

  private static Map<String, Object> row(String table) {
    return ControlTables.row(warehouse.resolve("flow.db/tidegate_control"), table).orElseThrow();
  }

  @Test
  void aQueryIsTrackedIntoACatalogTableAndHealedAtTheNextStart() {
    assertThat(row("t.sql"))
        .containsEntry("finalized_until", MinuteFeed.finalAfter(5))
        .containsEntry("query_name", "sql")
        .containsEntry("epoch", 1L);
    assertThat(
            ControlTables.history(warehouse.resolve("flow.db/tidegate_control"), "t.sql", "epoch"))
        .containsOnly(1L);
  }

  @Test
  void aRefusalComesInTimeAndStandsInTheRow() {
    assertThat(results.all("tracked", "attempt"))
        .extracting(each -> each.asText())
        .containsExactly("failed", "refused");
    assertThat(results.get("tracked", "refusedSeconds").asLong()).isLessThan(30);
    assertThat(results.get("healed", "refused").asText()).isEqualTo("refused");
    assertThat(row("t.poison")).containsEntry("state", "STOPPED");
  }

  @Test
  void functionsOfSqlReadItByNameToo() {
    assertThat(results.get("tracked", "cached").asText())
        .contains("[TIDEGATE_VERDICTS_UNREADABLE]", "UNCACHE TABLE");
    assertThat(texts("tracked", "functions"))
        .containsExactly(
            "{\"until\":" + MinuteFeed.finalAfter(3).getEpochSecond() + ",\"rows\":2}");
  }

  @Test
  void jobsSayWhatTheyAreAndTakeNothingFromTheApplication() {
    assertThat(texts("tracked", "pools")).containsExactly("none");
    assertThat(texts("tracked", "descriptions"))
        .as("as they are, and as Delta Lake goes on to say what it does")
        .contains("tidegate: recovery record", "tidegate: verdicts")
        .allMatch(said -> said.matches(".*tidegate: (recovery record|verdicts).*"));
    assertThat(texts("tracked", "author"))
        .singleElement()
        .asString()
        .startsWith("{\"userMetadata\":\"tidegate/");
  }

  @Test
  void whatIsLeftWhenTheContextStopsIsToldAtOnce() {
    assertThat(log)
        .filteredOn(line -> line.contains("The application ends before everything was written"))
        .isNotEmpty()
        .allMatch(line -> line.contains(" WARN "))
        .allMatch(line -> line.contains("cannot be written once the SparkContext has stopped"))
        .anyMatch(line -> line.contains(": t.sql"));
    assertThat(results.get("tracked", "stopSeconds").asLong())
        .as("not flushTimeout")
        .isLessThan(30);
    assertThat(log).noneMatch(line -> line.contains("TIDEGATE_STORE_STOPPED"));
  }

  @Test
  void aPathThatOnlySqlCanWriteIsKeptBySql() {
    assertThat(texts("path", "verdict")).containsExactly("{\"table_name\":\"t.sql\"}");
    assertThat(log)
        .filteredOn(line -> line.contains("is kept by SQL from now on"))
        .singleElement()
        .asString()
        .contains(" INFO ", "delta.enableChangeDataFeed=true");
  }

  @Test
  void anApplicationThatEndsWithoutStoppingLeavesNothing(@TempDir Path directory) {
    MinuteFeed.fill(directory, 2);
    try (SparkProcess app =
        SparkProcess.named("SqlStoreIT/last")
            .withPlugin()
            .conf("spark.tidegate.controlTable", "tidegate_control")
            .conf("spark.tidegate.frontier", "offset")
            .conf("spark.tidegate.granularity", "minute")
            .conf("spark.tidegate.startsAt", "beginning")
            .conf("spark.tidegate.flushTimeout", "2m") // it has not written anything yet
            .conf("spark.tidegate.queries.last.table", "t.last")
            .app(LastApp.class)
            .args(directory, "last", "exit")
            .start()) {
      app.assertSucceeded();

      Path control = app.directory().resolve("warehouse/tidegate_control");
      assertThat(ControlTables.row(control, "t.last").orElseThrow())
          .containsEntry("finalized_until", MinuteFeed.finalAfter(2))
          .containsEntry("state", "ENDED");
      assertThat(app.tidegateLog()).noneMatch(line -> line.contains("The application ends before"));
    }
  }
}
