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
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import io.tidegate.it.apps.SqlFunctionsApp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements of SQL that ask for verdicts, in Sparks whose executors do not have the jar. */
class SqlFunctionsIT {
  private static final String ONE = "2026-10-01T13:00:00Z";
  private static final String TWO = "2026-10-01T14:00:00Z";

  /** A period that is final for bronze.orders. */
  private static final String HOUR =
      "TIMESTAMP'2026-10-01 10:00:00Z', TIMESTAMP'2026-10-01 11:00:00Z'";

  private static ScenarioResults results;
  private static List<String> log;

  @BeforeAll
  static void runApplications(@TempDir Path directory) throws Exception {
    Files.writeString(
        directory.resolve(SqlFunctionsApp.STATEMENTS),
        new ObjectMapper()
            .writeValueAsString(
                Stream.concat(answers(), refusals()).map(each -> each.get()[0]).toList()));
    write(directory.resolve(SqlFunctionsApp.CONTROL));
    try (SparkProcess app =
        SparkProcess.named("SqlFunctionsIT")
            .driverClassPath(Shipped.jar())
            .master("local-cluster[1,1,1024]")
            .environment("SPARK_HOME", Shipped.sparkHome().toString())
            .environment("SPARK_SCALA_VERSION", "2.13")
            .conf("spark.executor.memory", "512m")
            .app(SqlFunctionsApp.class)
            .args(directory)
            .timeout(Duration.ofMinutes(10))
            .start()) {
      app.assertSucceeded();
      log = app.tidegateLog();
    }
    results = ScenarioResults.in(directory);
  }

  private static void write(Path control) throws Exception {
    TableStore<VerdictRow> store =
        KernelTableStore.verdicts(
            control.toString(), new Configuration(), SystemTime.INSTANCE, "test");
    Instant seen = Instant.parse("2026-10-01T13:20:00Z");
    VerdictRow orders =
        VerdictRow.builder("bronze.orders")
            .trackedFrom(Instant.parse("2026-10-01T08:00:00Z"))
            .finalizedUntil(Instant.parse(ONE))
            .state(VerdictState.ENDED)
            .basis("watermark")
            .build();
    VerdictRow items =
        VerdictRow.builder("bronze.items")
            .state(VerdictState.ACTIVE)
            .seenAt(seen)
            .aliveUntil(seen)
            .build();
    store.commit(store.read(), List.of(orders, items));
  }

  private static String select(String call) {
    return "SELECT " + call;
  }

  private static String final_(String start, String end) {
    return select("tidegate_is_final('bronze.orders', " + start + ", " + end + ")");
  }

  private static Stream<Arguments> answers() {
    return Stream.of(
        arguments(select("tidegate_finalized_until('bronze.orders')"), List.of(ONE)),
        arguments(select("tidegate_finalized_until(concat('bronze', '.orders'))"), List.of(ONE)),
        arguments(select("tidegate_finalized_until('bronze.items')"), List.of("null")),
        arguments(select("tidegate_finalized_until('no.such')"), List.of("null")),
        arguments(select("tidegate_finalized_until(NULL)"), List.of("null")),
        // The one predicate, at its edges.
        arguments(select("tidegate_is_final('bronze.orders', " + HOUR + ")"), List.of("true")),
        arguments(final_("'2026-10-01T08:00Z'", "'2026-10-01T13:00Z'"), List.of("true")),
        arguments(final_("'2026-10-01T07:59:59.999Z'", "'2026-10-01T13:00Z'"), List.of("false")),
        arguments(final_("'2026-10-01T08:00Z'", "'2026-10-01T13:00:00.000001Z'"), List.of("false")),
        arguments(select("tidegate_is_final('bronze.items', " + HOUR + ")"), List.of("false")),
        // What an instant may be.
        arguments(final_("'2026-10-01T10:00+02:00'", "'2026-10-01 09:00:00Z'"), List.of("true")),
        arguments(
            final_("TIMESTAMP'2026-10-01 08:00:00'", "TIMESTAMP'2026-10-01 13:00:00'"),
            List.of("true")),
        arguments(
            final_(
                "CAST('2026-10-01 10:00:00Z' AS TIMESTAMP)",
                "TIMESTAMP'2026-10-01 12:00:00Z' - INTERVAL 1 HOUR"),
            List.of("true")),
        arguments(
            final_(
                "to_timestamp('2026-10-01 10:00:00')",
                "timestampadd(HOUR, 1, to_timestamp('2026-10-01 10:00:00'))"),
            List.of("true")),
        arguments(
            final_(
                "CAST(DATE'2026-10-01' AS TIMESTAMP_LTZ)",
                "CAST(DATE'2026-10-02' AS TIMESTAMP_LTZ)"),
            List.of("false")),
        arguments(
            final_(
                "tidegate_finalized_until('bronze.orders') - INTERVAL 1 HOUR",
                "tidegate_finalized_until('bronze.orders')"),
            List.of("true")),
        arguments(final_("NULL", "TIMESTAMP'2026-10-01 10:00:00Z'"), List.of("null")),
        arguments(final_("TIMESTAMP'2026-10-01 10:00:00Z'", "NULL"), List.of("null")),
        arguments(select("tidegate_is_final(NULL, " + HOUR + ")"), List.of("null")),
        // The last whole hour, as a job that runs each hour asks.
        arguments(
            "SELECT id FROM range(2) WHERE NOT tidegate_is_final('bronze.orders',"
                + " date_trunc('HOUR', current_timestamp() - INTERVAL 1 HOUR),"
                + " date_trunc('HOUR', current_timestamp()))",
            List.of("0", "1")),
        // Wherever a statement may call it, on executors that know nothing of it.
        arguments(
            "SELECT id, tidegate_finalized_until('bronze.orders') FROM range(2)",
            List.of("0|" + ONE, "1|" + ONE)),
        arguments(
            "SELECT count(*) FROM range(10) WHERE id > 3 AND tidegate_is_final("
                + "'bronze.orders', "
                + HOUR
                + ")",
            List.of("6")),
        arguments(
            "SELECT CASE WHEN id > 0 THEN tidegate_finalized_until('bronze.orders') END"
                + " FROM range(2)",
            List.of("null", ONE)),
        arguments(
            "SELECT tidegate_finalized_until('bronze.orders'), count(*) FROM range(3)"
                + " GROUP BY tidegate_finalized_until('bronze.orders')",
            List.of(ONE + "|3")),
        arguments(
            "SELECT * FROM VALUES (1, tidegate_finalized_until('bronze.orders'), "
                + "tidegate_is_final('bronze.orders', now(), now() + INTERVAL 1 HOUR))",
            List.of("1|" + ONE + "|false")),
        arguments(
            "SELECT if(tidegate_is_final('bronze.orders', "
                + HOUR
                + "), 'go',"
                + " raise_error('not final'))",
            List.of("go")),
        // Every row.
        arguments(
            "SELECT table_name, tracked_from, finalized_until, state, reason_code, basis"
                + " FROM tidegate_verdicts()",
            List.of(
                "bronze.items|null|null|LOST|LOST|null",
                "bronze.orders|2026-10-01T08:00:00Z|" + ONE + "|ENDED|null|watermark")),
        arguments(
            "SELECT state FROM tidegate_verdicts() v WHERE v.table_name = 'bronze.orders'",
            List.of("ENDED")),
        arguments(
            "SELECT hours.start, v.tracked_from <= hours.start AND"
                + " hours.start + INTERVAL 1 HOUR <= v.finalized_until FROM VALUES"
                + " (TIMESTAMP'2026-10-01 12:00:00Z'), (TIMESTAMP'2026-10-01 13:00:00Z')"
                + " AS hours(start) JOIN tidegate_verdicts() v ON v.table_name = 'bronze.orders'"
                + " ORDER BY hours.start",
            List.of("2026-10-01T12:00:00Z|true", ONE + "|false")),
        arguments(
            "DESCRIBE FUNCTION tidegate_finalized_until",
            List.of(
                "Function: tidegate_finalized_until",
                "Class: io.tidegate.internal.spark.functions.FinalizedUntil",
                "Usage: tidegate_finalized_until(table) - Until when (exclusive) the table is"
                    + " final. NULL for a table that is not known or has no verdict yet.")),
        // Spark is told not to fold.
        arguments(
            "SET spark.sql.optimizer.excludedRules="
                + "org.apache.spark.sql.catalyst.optimizer.ConstantFolding",
            List.of(
                "spark.sql.optimizer.excludedRules|"
                    + "org.apache.spark.sql.catalyst.optimizer.ConstantFolding")),
        arguments(
            "SELECT id, tidegate_finalized_until('bronze.orders') FROM range(1)",
            List.of("0|" + ONE)));
  }

  @ParameterizedTest
  @MethodSource
  void answers(String statement, List<String> rows) {
    JsonNode told = results.get("asked", statement);
    assertThat(told.isArray()).as(told.toString()).isTrue();
    assertThat(told).extracting(JsonNode::textValue).containsExactlyElementsOf(rows);
  }

  private static Stream<Arguments> refusals() {
    return Stream.of(
        arguments(
            select("tidegate_is_final('bronze.ordres', " + HOUR + ")"),
            List.of(
                "[TIDEGATE_UNKNOWN_TABLE] The control table file:",
                "has no row for the table 'bronze.ordres'",
                "It has: bronze.orders, bronze.items. Correct the name")),
        arguments(
            "SELECT CASE WHEN id > 5 THEN tidegate_is_final('typo', "
                + HOUR
                + ") END FROM range(2)",
            List.of("[TIDEGATE_UNKNOWN_TABLE]", "the table 'typo'")),
        arguments(
            final_("'2026-10-01T10:00Z'", "TIMESTAMP'2026-10-01 10:00:00Z'"),
            List.of(
                "[TIDEGATE_FUNCTION_MISUSED] tidegate_is_final(table, start, end): the period from"
                    + " 2026-10-01T10:00:00Z to 2026-10-01T10:00:00Z ends before it starts",
                "give one after the start")),
        arguments(
            final_("'2026-10-01 10:00:00'", "'2026-10-01T11:00Z'"),
            List.of(
                "the argument `start`: '2026-10-01 10:00:00' has no zone. Give an instant with its"
                    + " zone, such as 2026-10-01T14:00:00Z or 2026-10-01T16:00+02:00, or a"
                    + " TIMESTAMP.")),
        arguments(
            final_("'2026-10-01T10:00Z'", "'soon'"),
            List.of("the argument `end`: 'soon' is not a time. Give an instant with its zone")),
        arguments(
            final_("TIMESTAMP_NTZ'2026-10-01 10:00:00'", "'2026-10-01T11:00Z'"),
            List.of(
                "the argument `start`,", "is of type TIMESTAMP_NTZ", "CAST(... AS TIMESTAMP_LTZ)")),
        arguments(
            final_("DATE'2026-10-01'", "DATE'2026-10-02'"),
            List.of(
                "the argument `start`, DATE '2026-10-01', is of type DATE", "Give a TIMESTAMP")),
        arguments(
            "SELECT tidegate_is_final('bronze.orders', t, t + INTERVAL 1 HOUR)"
                + " FROM VALUES (TIMESTAMP'2026-10-01 10:00:00Z') AS v(t)",
            List.of(
                "[TIDEGATE_FUNCTION_MISUSED]",
                "the argument `start`, v.t, may be another one in each row",
                "looked up once for a statement",
                "join with tidegate_verdicts()")),
        arguments(
            "SELECT tidegate_is_final('bronze.orders', TIMESTAMP'2026-10-01 10:00:00Z',"
                + " t + INTERVAL 1 HOUR) FROM VALUES (TIMESTAMP'2026-10-01 10:00:00Z') AS v(t)",
            List.of("the argument `end`,", "may be another one in each row")),
        arguments(
            select("tidegate_finalized_until((SELECT max(t) FROM VALUES ('a') AS v(t)))"),
            List.of("the argument `table`,", "may be another one in each row")),
        arguments(
            "SELECT tidegate_finalized_until(max('bronze.orders')) FROM range(2)",
            List.of("the argument `table`, max('bronze.orders'), may be another one in each row")),
        arguments(
            select("tidegate_finalized_until(7)"),
            List.of("the argument `table`, 7, is of type INT, and a table is named by a STRING")),
        arguments(
            select("tidegate_is_final('bronze.orders')"),
            List.of("tidegate_is_final(table, start, end): it was given 1 argument and takes 3")),
        arguments(
            "SELECT * FROM tidegate_verdicts('bronze.orders')",
            List.of("tidegate_verdicts(): it was given 1 argument and takes 0")));
  }

  @ParameterizedTest
  @MethodSource
  void refusals(String statement, List<String> parts) {
    assertThat(results.get("asked", statement).textValue())
        .startsWith("!! UnansweredException [TIDEGATE_")
        .contains(parts.toArray(String[]::new));
  }

  private static List<String> lines(String application, String name) {
    return Stream.of(results.get(application, name))
        .flatMap(told -> told.isArray() ? told.valueStream() : Stream.of(told))
        .map(JsonNode::textValue)
        .toList();
  }

  @Test
  void whatIsKeptOfAStatementIsAnsweredAgainUnlessItWasCached() {
    assertThat(results.errors()).isEmpty();
    assertThat(lines("kept", "before")).containsExactly(ONE);
    assertThat(lines("kept", "sql_view")).containsExactly(TWO);
    assertThat(lines("kept", "frame_view")).containsExactly(TWO);
    assertThat(lines("kept", "rows_view")).containsExactly(TWO);
    assertThat(lines("kept", "cached")).containsExactly(ONE + "|cached");
    assertThat(lines("kept", "asked")).as("a frame that has been executed").containsExactly(ONE);
    assertThat(lines("kept", "askedFurther")).containsExactly(TWO);
    assertThat(lines("kept", "notAsked")).containsExactly(TWO);
    assertThat(lines("kept", "anew")).containsExactly(TWO);
  }

  @Test
  void aStreamingQueryMayAskInForeachBatchOnly() {
    assertThat(lines("streamed", "refused").get(0))
        .contains("[TIDEGATE_FUNCTION_MISUSED] tidegate_finalized_until(table): a streaming query")
        .contains("Call it in a statement of its own, such as one in foreachBatch");
    assertThat(lines("streamed", "beside"))
        .hasSize(4)
        .allSatisfy(told -> assertThat(told).startsWith("[TIDEGATE_FUNCTION_MISUSED]"));
    assertThat(lines("streamed", "inForeachBatch"))
        .containsExactly("[" + ONE + "]", "[" + ONE + "]", "[" + TWO + "]", "[" + TWO + "]");
  }

  @Test
  void aStatementReadsTheTableOnceHoweverOftenItAsks() {
    int one = results.get("counted", "one").intValue();
    assertThat(one).isPositive();
    assertThat(results.get("counted", "five").intValue()).isEqualTo(one);
    assertThat(results.get("counted", "none").intValue()).isZero();
  }

  @Test
  void whatCannotBeReadFailsNothingButItsStatement() {
    assertThat(lines("unread", "absent").get(0))
        .contains("[TIDEGATE_NO_CONTROL_TABLE]", "no Delta table is there");
    assertThat(lines("unread", "another").get(0))
        .contains("[TIDEGATE_VERDICTS_UNREADABLE]", "no _delta_log, but part-0.csv")
        .doesNotContain("or wait");
    assertThat(lines("unread", "damaged").get(0))
        .contains("[TIDEGATE_VERDICTS_UNREADABLE] The statement cannot be answered")
        .contains("Nothing else is affected.");
    assertThat(lines("unread", "after")).containsExactly("1");
  }

  @Test
  void whatIsNotOrWronglySetIsNamed() {
    assertThat(lines("unset", "told").get(0))
        .contains("[TIDEGATE_NO_CONTROL_TABLE]", "Set spark.tidegate.controlTable");
    assertThat(lines("wrong", "told").get(0))
        .contains("[TIDEGATE_INVALID_CONF]", "the nearest known key is spark.tidegate.lag");
  }

  @Test
  void thePluginGivesTheFunctionsWithoutAQuery() {
    assertThat(lines("pluginAlone", "told").get(0)).contains("Set spark.tidegate.controlTable");
    assertThat(lines("pluginAsks", "told")).containsExactly(ONE);
    assertThat(lines("pluginAsks", "rows")).containsExactly("t|ENDED");
    assertThat(results.get("pluginAsks", "writers").intValue()).isZero();
  }

  @Test
  void anApplicationMayAskForItsOwnStream() {
    assertThat(lines("own", "told")).containsExactly("2024-10-01T06:02:00Z");
  }

  @Test
  void nothingIsLoggedForAnAnswer() {
    assertThat(log).noneMatch(line -> line.contains(" ERROR ") || line.contains(" WARN "));
  }
}
