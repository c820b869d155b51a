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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusCommandTest {
  @TempDir private Path directory;
  private Typed typed;

  @BeforeEach
  void newTyped() {
    typed = new Typed(directory);
  }

  private void fourTables() {
    typed.write(
        Typed.row("sales.orders"),
        Typed.row("raw.lost")
            .seenAt(Typed.NOON.minus(Duration.ofHours(30)))
            .aliveUntil(Typed.NOON.minus(Duration.ofHours(29))),
        Typed.row("raw.bad")
            .state(VerdictState.STOPPED)
            .reasonCode("REFUSED")
            .reason("the limit is 3")
            .heldSince(Typed.NOON),
        VerdictRow.builder("new").state(VerdictState.ACTIVE));
  }

  @Test
  void everyTableIsALine() {
    fourTables();
    assertThat(typed.on("status")).isZero();
    assertThat(typed.out())
        .isEqualTo(
            """
            TABLE         STATE    FROM                  UNTIL                 LAG    SEEN       BASIS      HELD BY
            new           ACTIVE   -                     -                     -      -          -          nothing final yet
            raw.bad       STOPPED  2026-10-01T08:00:00Z  2026-10-01T11:00:00Z  1h 0m  2m 0s ago  watermark  REFUSED since 2026-10-01T12:00:00Z
            raw.lost      LOST     2026-10-01T08:00:00Z  2026-10-01T11:00:00Z  1h 0m  1d 6h ago  watermark  LOST, not seen since 2026-09-30T06:00:00Z
            sales.orders  ACTIVE   2026-10-01T08:00:00Z  2026-10-01T11:00:00Z  1h 0m  2m 0s ago  watermark  -
            """);
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void aTableThatOnlySqlCanWriteIsReadToo() throws IOException {
    typed.write(Typed.row("sales.orders"));
    Path log = typed.control().resolve("_delta_log");
    Path first = log.resolve("00000000000000000000.json");
    String created = Files.readString(first);
    Files.writeString(
        first,
        created.replace(
            "\"configuration\":{", "\"configuration\":{\"delta.enableChangeDataFeed\":\"true\","));
    Files.deleteIfExists(log.resolve("00000000000000000000.crc"));

    assertThat(typed.on("status")).isZero();
    assertThat(typed.out()).contains("sales.orders  ACTIVE");
  }

  @Test
  void coloursAreForTerminals() {
    fourTables();
    typed.on("status");
    assertThat(typed.out()).doesNotContain("\u001b");
    typed.onTerminal().on("status");
    assertThat(typed.out())
        .contains("\u001b[31mSTOPPED\u001b[0m  2026")
        .contains("\u001b[33mLOST\u001b[0m     2026");
  }

  @Test
  void namesCannotSteerATerminal() {
    typed.write(Typed.row("evil\u001b[2J\n"));
    typed.on("status");
    assertThat(typed.out()).contains("evil [2J  ").doesNotContain("\u001b");
  }

  @Test
  void jsonHasEveryColumn() throws IOException {
    fourTables();
    assertThat(typed.on("status", "--json", "--table", "raw.lost")).isZero();
    JsonNode json = new ObjectMapper().readTree(typed.out());
    assertThat(json.get("as_of").asText()).isEqualTo("2026-10-01T12:00:00Z");
    assertThat(json.get("control_table").asText()).endsWith("/control");
    JsonNode table = json.get("tables").get(0);
    assertThat(json.get("tables")).hasSize(1);
    assertThat(table.get("table_name").asText()).isEqualTo("raw.lost");
    assertThat(table.get("state").asText()).isEqualTo("LOST");
    assertThat(table.get("reason_code").asText()).isEqualTo("LOST");
    assertThat(table.get("finalized_until").asText()).isEqualTo("2026-10-01T11:00:00Z");
    assertThat(table.get("lag_seconds").asLong()).isEqualTo(3600);
    assertThat(table.get("batch_id").isNull()).isTrue();
    assertThat(table.fieldNames())
        .toIterable()
        .containsAll(
            java.util.Arrays.stream(VerdictRow.class.getRecordComponents())
                .map(
                    c ->
                        c.getName().replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT))
                .toList());
  }

  @Test
  void anUnknownTableGetsTheKnownOnes() {
    fourTables();
    assertThat(typed.on("status", "-t", "sales.odrers")).isEqualTo(5);
    assertThat(typed.err())
        .contains("has no row for the table 'sales.odrers'. It has: sales.orders, raw.bad")
        .endsWith("A row appears when its query first starts.\n");
    assertThat(typed.out()).isEmpty();
  }

  @Test
  void aPathWithoutATableIsSaid() throws IOException {
    assertThat(typed.on("status")).isEqualTo(5);
    assertThat(typed.err())
        .startsWith("There is no control table file:")
        .contains("no Delta table is at that path. Check the path");
    assertThat(directory).isEmptyDirectory();
    Files.createDirectories(typed.control().resolve("something"));
    assertThat(typed.on("status")).isEqualTo(5);
    assertThat(typed.err()).startsWith("There is no control table file:");
    Files.createDirectories(typed.control().resolve("_delta_log"));
    Files.writeString(typed.control().resolve("_delta_log/00000000000000000000.json"), "{");
    assertThat(typed.on("status")).isEqualTo(5);
    assertThat(typed.err()).contains("cannot be read").doesNotContain("\tat ");
  }

  @Test
  void theTableMayBeInTheEnvironmentOrInAFile() throws IOException {
    fourTables();
    assertThat(typed.run("status")).isEqualTo(2);
    assertThat(typed.err()).contains("Which control table?", "TIDEGATE_CONTROL");
    typed.environment("TIDEGATE_CONTROL", typed.control().toString());
    assertThat(typed.run("status")).isZero();
    assertThat(typed.out()).contains("sales.orders");
    Path elsewhere = directory.resolve("elsewhere.conf");
    Files.writeString(elsewhere, "tidegate.controlTable = \"" + directory + "/none\"");
    assertThat(typed.run("status", "--conf-file", elsewhere.toString())).isEqualTo(5);
    Path defaults = directory.resolve("spark-defaults.conf");
    Files.writeString(defaults, "spark.tidegate.controlTable  " + typed.control() + "\n");
    assertThat(typed.run("status", "--conf-file", defaults.toString())).isZero();
    assertThat(typed.out()).contains("sales.orders");
  }

  @Test
  void aCatalogNameIsRefusedWithTheWayToItsPath() {
    assertThat(typed.run("status", "--control", "main.ops.control")).isEqualTo(2);
    assertThat(typed.err())
        .contains(
            "spark.tidegate.controlTable is the catalog name main.ops.control, and the command line"
                + " reads tables by path, without Spark. Give the path, which is the `location` of"
                + " DESCRIBE DETAIL main.ops.control in Spark, with --control.");
  }

  @Test
  void aCatalogNameInAConfigurationIsRefusedLikewise() throws Exception {
    Path file = directory.resolve("conf.properties");
    Files.writeString(file, "spark.tidegate.controlTable main.ops.control\n");
    assertThat(typed.run("status", "--conf-file", file.toString())).isEqualTo(2);
    assertThat(typed.err()).contains("DESCRIBE DETAIL main.ops.control");
  }
}
