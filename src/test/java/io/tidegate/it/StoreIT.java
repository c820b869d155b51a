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

import static io.tidegate.it.apps.StoreApp.AGED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidegate.it.apps.MinuteFeed;
import io.tidegate.it.apps.StoreApp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The control table among others: readers, other writers, and those who put things in its way. */
class StoreIT {
  private static Path work;
  private static ScenarioResults results;
  private static List<String> log;
  private static String stderr;

  @BeforeAll
  static void runApplications(@TempDir Path directory) {
    work = directory;
    try (SparkProcess app =
        SparkProcess.named("StoreIT")
            .jars(Shipped.jar())
            .app(StoreApp.class)
            .args(directory)
            .timeout(Duration.ofMinutes(10))
            .start()) {
      app.assertSucceeded();
      log = app.tidegateLog();
      stderr = app.stderr();
    }
    results = ScenarioResults.in(directory);
  }

  private static List<String> texts(String application, String name) {
    List<String> texts = new ArrayList<>();
    results.get(application, name).forEach(each -> texts.add(each.asText()));
    return texts;
  }

  /** What was logged about an application's control table. */
  private static List<String> logOf(String application) {
    String control = work.resolve(application).resolve("control").toString();
    return log.stream().filter(line -> line.contains(control)).toList();
  }

  @Test
  void everyApplicationRan() {
    assertThat(results.errors()).isEmpty();
  }

  @Test
  void sparkReadsItWithoutOptions() {
    assertThat(texts("sql", "verdict"))
        .containsExactly(
            "{\"table_name\":\"t.store\",\"until\":"
                + MinuteFeed.finalAfter(3).getEpochSecond()
                + ",\"state\":\"ENDED\"}");
    assertThat(texts("sql", "detail"))
        .containsExactly(
            "{\"format\":\"delta\",\"partitionColumns\":[],\"properties\":{"
                + "\"delta.deletedFileRetentionDuration\":\"interval 6 hours\","
                + "\"delta.logRetentionDuration\":\"interval 6 hours\"},"
                + "\"minReaderVersion\":1,\"minWriterVersion\":2,\"numFiles\":1}");
  }

  @Test
  void historySaysWhoWrote() {
    assertThat(texts("sql", "engines"))
        .singleElement()
        .asString()
        .containsPattern("^\\{\"engineInfo\":\".*[Tt]idegate/\\d+\\.\\d+\\.\\d+");
  }

  @Test
  void rowsAndColumnsOfOthersAreCarriedThrough() {
    assertThat(texts("carried", "foreignAfter"))
        .hasSize(1)
        .containsExactlyElementsOf(texts("carried", "foreignBefore"));
    assertThat(texts("carried", "ours"))
        .containsExactly(
            "{\"until\":"
                + MinuteFeed.finalAfter(3).getEpochSecond()
                + ",\"note\":{\"who\":\"ours\"}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text | TIDEGATE_TABLE_SCHEMA | finalized_until TIMESTAMP | finalized_until STRING",
        "local | TIDEGATE_TABLE_SCHEMA | finalized_until TIMESTAMP | finalized_until TIMESTAMP_NTZ",
        "appendOnly | TIDEGATE_TABLE_FEATURE | a plain Delta table | delta.appendOnly=true"
      })
  void tableThatCannotBeKeptIsRefusedOnce(
      String application, String code, String expected, String found) {
    assertThat(logOf(application))
        .filteredOn(line -> line.contains(" ERROR "))
        .singleElement()
        .asString()
        .contains("[" + code + "]")
        .containsPattern("Expected: .*" + expected + ".*Found: .*" + found);
    assertThat(logOf(application)).noneMatch(line -> line.contains(" WARN "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "local", "appendOnly"})
  void refusedTableStaysAsItIsAndTheQueryRunsOn(String application) {
    assertThat(results.get(application, "commits").intValue()).isEqualTo(1);
    assertThat(results.get(application, "batches").intValue()).isEqualTo(3);
    assertThat(results.get(application, "failure").booleanValue()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "local", "appendOnly"})
  void refusedTableDoesNotHoldUpTheEnd(String application) {
    assertThat(results.get(application, "stopSeconds").longValue()).isLessThan(9);
  }

  @Test
  void aKeyThatTheSessionGetsLaterOpensTheTable() {
    assertThat(results.get("locked", "active").booleanValue()).isTrue();
    assertThat(ControlTables.row(work.resolve("locked/locked"), "t.store").orElseThrow())
        .containsEntry("finalized_until", MinuteFeed.finalAfter(2))
        .containsEntry("state", "ENDED");
  }

  @Test
  void fileInTheWayNeverHarmsTheQueryAndHealsOnceItIsGone() {
    assertThat(results.get("inTheWay", "active").booleanValue()).isTrue();
    assertThat(results.get("inTheWay", "activeWhenHealed").booleanValue()).isTrue();
    assertThat(ControlTables.row(work.resolve("inTheWay/blocked/control"), "t.store").orElseThrow())
        .containsEntry("finalized_until", MinuteFeed.finalAfter(2))
        .containsEntry("state", "ENDED");
  }

  @Test
  void failuresInARowAreLoggedOnceWithTheStackAndOnceWhenTheyAreOver() {
    for (String table : List.of("control table", "lineage table")) {
      assertThat(logOf("inTheWay/blocked"))
          .filteredOn(line -> line.contains(" ERROR ") || line.contains(" WARN "))
          .filteredOn(line -> line.contains("The " + table))
          .singleElement()
          .asString()
          .contains(" ERROR ", "[TIDEGATE_STORE_UNAVAILABLE]");
    }
    assertThat(stderr).containsPattern("(?s)STORE_UNAVAILABLE.{1,2000}?\n\\s+at io\\.tidegate\\.");
    assertThat(log)
        .filteredOn(line -> line.contains("The control table can be written again, after "))
        .as("one for each of the two applications whose table could not be reached")
        .hasSize(2);
  }

  @Test
  void droppedTableIsMadeAgainWithWhatWasAcknowledged() {
    Path control = work.resolve("dropped/control");
    assertThat(ControlTables.rows(control))
        .extracting(row -> row.get("table_name"), row -> row.get("finalized_until"))
        .containsExactly(
            tuple("t.busy", MinuteFeed.finalAfter(3)), tuple("t.idle", MinuteFeed.finalAfter(2)));
    assertThat(ControlTables.history(control, "t.idle", "finalized_until"))
        .containsOnly(MinuteFeed.finalAfter(2));
  }

  @Test
  void agedTableIsReadAndWrittenBySparkAsAnyOther() {
    assertThat(texts("aged", "attempts")).containsExactly("{\"attempts\":" + 2 * AGED + "}");
    assertThat(texts("aged", "afterwards"))
        .containsExactly("{\"attempts\":" + (2 * AGED + 1) + ",\"query_name\":\"by Spark\"}");
  }

  @Test
  void agedTableTravelsInTimeWithinItsRetentionOnly() {
    // The first attempt made version 0.
    assertThat(texts("aged", "before")).containsExactly("{\"attempts\":" + (AGED + 1) + "}");
    assertThat(results.get("aged", "expired").asText())
        .contains("[DELTA_VERSION_NOT_FOUND]", "to version 3");
  }

  @Test
  void agedTableKeepsNoMoreFilesThanItsRetentionAsksFor() {
    long entries = results.get("aged", "entries").longValue();
    assertThat(entries).isBetween((long) AGED, AGED + 20L);
    assertThat(results.get("aged", "dataFiles").longValue()).isBetween((long) AGED, AGED + 20L);
    assertThat(results.get("aged", "logFiles").longValue()).isLessThan(entries * 9 / 4);
  }
}
