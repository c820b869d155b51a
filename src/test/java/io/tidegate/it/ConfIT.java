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

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.it.apps.ConfApp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What settings do to an application: stop it, be left out, or track queries of any name. */
class ConfIT {
  private static final String LISTENERS = "spark.sql.streaming.streamingQueryListeners";
  private static final String LISTENER = "io.tidegate.TidegateListener";
  private static final String LONG_IN_FILE = "file." + "x".repeat(4_995);
  private static final String LONG_IN_CONF = "conf." + "y".repeat(4_995);

  @TempDir private Path work;

  private SparkProcessBuilder app(String name, String... queryNames) throws Exception {
    Files.writeString(
        work.resolve("names.json"), new ObjectMapper().writeValueAsString(queryNames));
    return SparkProcess.named("ConfIT/" + name).jars(Shipped.jar()).app(ConfApp.class).args(work);
  }

  private Path control() {
    return work.resolve("control");
  }

  private Path file(String text) throws Exception {
    return Files.writeString(work.resolve("tide gate.conf"), text);
  }

  private SparkProcessBuilder wrong(SparkProcessBuilder builder) throws Exception {
    Path file =
        file(
            """
            tidegate {
              queries.ledger { table = ledger, frontier = offset, granularity = fortnight }
            }
            """);
    return builder
        .conf("spark.tidegate.config", "file:" + file)
        .conf("spark.tidegate.controlTable", control().toString())
        .conf("spark.tidegate.heartbeat", "soon")
        .conf("spark.tidegate.maxFutureSkw", "5m")
        .conf("spark.tidegate.queries.orders.table", "orders")
        .conf("spark.tidegate.queries.clicks.frontier", "watermark")
        .conf("spark.tidegate.queries.clicks.api_token", "hunter2");
  }

  private static void assertNamesAllThatIsWrong(String text) {
    assertThat(text)
        .contains("[TIDEGATE_INVALID_CONF] 6 settings of tidegate are wrong:")
        .contains("spark.tidegate.heartbeat", "soon")
        .contains("spark.tidegate.maxFutureSkw", "maxFutureSkew")
        .contains("spark.tidegate.queries.orders.frontier")
        .contains("spark.tidegate.queries.clicks.table")
        .contains("api_token")
        .contains("fortnight", "tide gate.conf")
        .contains("spark.tidegate.failOnInvalidConf=false")
        .doesNotContain("hunter2");
  }

  @Test
  void wrongSettingsStopTheApplicationWithAllThatIsWrong() throws Exception {
    try (SparkProcess app =
        wrong(app("wrong", "orders")).conf("spark.plugins", "io.tidegate.TidegatePlugin").start()) {
      app.assertFailed();
      ScenarioResults results = ScenarioResults.in(work);
      assertNamesAllThatIsWrong(results.get("session", "refusal").textValue());
      assertThat(results.get("session", "illegalArgument").booleanValue())
          .as("an error that PySpark shows by its message")
          .isTrue();
      assertThat(results.all("names", "ran")).isEmpty();
      assertThat(app.stderr())
          .contains("6 settings of tidegate are wrong")
          .doesNotContain("hunter2");
    }
    assertThat(control()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void wrongSettingsOtherwiseLeaveTheApplicationAlone(boolean plugin) throws Exception {
    SparkProcessBuilder builder = wrong(app(plugin ? "lenient" : "listener", "orders", "clicks"));
    if (plugin) {
      builder
          .conf("spark.plugins", "io.tidegate.TidegatePlugin")
          .conf("spark.tidegate.failOnInvalidConf", "false");
    } else {
      builder.conf(LISTENERS, LISTENER);
    }
    try (SparkProcess app = builder.start()) {
      app.assertSucceeded();
      assertThat(ScenarioResults.in(work).errors()).isEmpty();
      assertThat(ScenarioResults.in(work).get("names", "ran").intValue()).isEqualTo(2);
      assertThat(app.tidegateLog()).singleElement().asString().contains(" ERROR ", "disabled");
      assertNamesAllThatIsWrong(app.stderr());
    }
    assertThat(control()).doesNotExist();
  }

  @Test
  void nothingConfiguredIsAsIfItWereNotThere() throws Exception {
    try (SparkProcess app = app("nothing", "orders").withPlugin().start()) {
      app.assertSucceeded();
      ScenarioResults results = ScenarioResults.in(work);
      assertThat(results.errors()).isEmpty();
      assertThat(results.get("names", LISTENERS).textValue()).isEmpty();
      assertThat(results.get("names", "spark.sql.extensions").textValue())
          .as("whoever asks for a verdict is told what to set")
          .isEqualTo("io.delta.sql.DeltaSparkSessionExtension,io.tidegate.TidegateExtensions");
      assertThat(app.tidegateLog())
          .singleElement()
          .asString()
          .contains(" INFO ", "nothing is tracked");
      assertThat(app.directory().resolve("warehouse/tidegate")).doesNotExist();
    }
  }

  @Test
  void queriesOfAnyNameAreTrackedUnderTheirTables() throws Exception {
    Map<String, String> tables =
        Map.ofEntries(
            Map.entry("orders.to lake/v2 \"eu\"", "sales.orders"),
            Map.entry("commandes é 中文", "sales.commandes"),
            Map.entry("🌊 tide", "sea.🌊"),
            Map.entry(LONG_IN_FILE, "long.file"),
            Map.entry(LONG_IN_CONF, "long.conf"),
            Map.entry("a*b", "star"),
            Map.entry("aXb", "any.aXb"),
            Map.entry("cdc.orders", "raw.cdc.orders"),
            Map.entry("cdc.eu.orders", "eu.cdc.eu.orders"),
            Map.entry("cdc.special", "special"),
            Map.entry("Orders", "any.Orders"));
    Path file = file(hocon());
    List<String> names = new ArrayList<>(tables.keySet());
    names.addAll(Arrays.asList(null, " ", "tie.break"));
    SparkProcessBuilder builder =
        app("names", names.toArray(String[]::new))
            .withPlugin()
            .conf("spark.tidegate.config", file.toString())
            .conf("spark.tidegate.granularity", "hour")
            .conf("spark.tidegate.queries.long_conf.name", LONG_IN_CONF)
            .conf("spark.tidegate.queries.long_conf.table", "long.conf");
    try (SparkProcess app = builder.start()) {
      app.assertSucceeded();
      assertThat(ScenarioResults.in(work).errors()).isEmpty();
      assertThat(ScenarioResults.in(work).get("names", "ran").intValue()).isEqualTo(names.size());
      List<Map<String, Object>> rows =
          ControlTables.rows(app.directory().resolve("warehouse/tidegate/control"));
      assertThat(rows)
          .extracting(r -> Map.entry(r.get("query_name"), r.get("table_name")))
          .containsExactlyInAnyOrderElementsOf(
              tables.entrySet().stream()
                  .map(e -> Map.<Object, Object>entry(e.getKey(), e.getValue()))
                  .toList());
      assertThat(rows)
          .as("by the hour that Spark's configuration gives, not by the day of the file")
          .allSatisfy(
              r ->
                  assertThat(r)
                      .containsEntry("finalized_until", Instant.parse("2024-10-01T14:00:00Z")));
      assertThat(app.tidegateLog())
          .filteredOn(l -> l.contains(" ERROR "))
          .singleElement()
          .asString()
          .contains("'tie.break' is not tracked (AMBIGUOUS)", "tie_one, tie_two");
    }
  }

  private static String hocon() {
    return """
        tidegate {
          frontier = offset
          granularity = day
          queries {
            orders { name = "orders.to lake/v2 \\"eu\\"", table = sales.orders }
            french { name = "commandes é 中文", table = sales.commandes }
            sea { name = "🌊 tide", table = "sea.🌊" }
            long { name = "%s", table = long.file }
            star { name = "a\\\\*b", table = star }
            cdc { name = "cdc.*", table = "raw.{name}" }
            eu { name = "cdc.eu.*", table = "eu.{name}" }
            special { name = cdc.special, table = special }
            tie_one { name = "tie.*k", table = "one.{name}" }
            tie_two { name = "tie.*ak", table = "two.{name}" }
            any { name = "*", table = "any.{name}" }
          }
        }
        """
        .formatted(LONG_IN_FILE);
  }
}
