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
package io.tidegate.internal.config;

import static io.tidegate.internal.config.Confs.conf;
import static io.tidegate.internal.config.Confs.only;
import static io.tidegate.internal.config.Confs.orders;
import static io.tidegate.internal.config.Confs.parse;
import static io.tidegate.internal.config.Confs.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.api.ErrorCode;
import io.tidegate.internal.errors.InvalidConfigurationException;
import io.tidegate.internal.model.FieldPath;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.TidegateSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A HOCON file is read as strictly as Spark's configuration, and comes after it. */
class HoconSourceTest {
  private static final String ORDERS =
      """
      tidegate {
        controlTable = "/lake/control"
        lag = 10 s
        queries.orders {
          table = sales.orders
          frontier = offset
          offset { field = a.b, incompleteWhen = [ "x,y", z ] }
          recovery.limit = 7
          recovery.enabled = false
        }
      }
      """;

  @Test
  void aFileIsRead() {
    TidegateSettings settings = parse(Map.of(), ORDERS);
    QuerySettings query = only(settings);
    assertThat(settings.controlTable().value()).isEqualTo("/lake/control");
    assertThat(query.table()).isEqualTo("sales.orders");
    assertThat(query.lag()).isEqualTo(Duration.ofSeconds(10));
    assertThat(query.offset().field()).hasToString("a.b");
    assertThat(query.offset().incompleteWhen())
        .extracting(FieldPath::toString)
        .containsExactly("x,y", "z");
    assertThat(query.recovery().limit()).isEqualTo(7);
    assertThat(query.recovery().enabled()).isFalse();
  }

  @Test
  void sparksConfigurationComesFirstAndTheEntryBeforeWhatHoldsForAll() {
    QuerySettings query =
        only(
            parse(
                conf(
                    "~lag", "1h",
                    "~granularity", "day",
                    "~queries.orders.table", "other",
                    "~recovery.limit", "99"),
                ORDERS));
    assertThat(query.lag()).isEqualTo(Duration.ofHours(1));
    assertThat(query.granularity()).isEqualTo(Duration.ofDays(1));
    assertThat(query.table()).isEqualTo("other");
    assertThat(query.recovery().limit()).isEqualTo(7);
  }

  @Test
  void aHiddenValueIsCheckedAsWell() {
    assertThat(problems(orders("~lag", "1h"), "tidegate.lag = soon"))
        .singleElement()
        .asString()
        .startsWith("tidegate.lag = 'soon' (my.conf: 1) is not a duration");
  }

  @Test
  void problemsNameTheirLineAndMixWithOthersInTheOrderOfTheKeys() {
    List<String> problems =
        problems(
            orders("~maxFutureSkew", "x", "~commitTimeout", "y"),
            """
            tidegate {
              heartbeat = 10
              # a comment
              queries.orders.granularty = hour
              queries { "a.b" { table = t } }
            }
            """);
    assertThat(problems).hasSize(5);
    assertThat(problems.get(0)).startsWith("spark.tidegate.commitTimeout = 'y'");
    assertThat(problems.get(1))
        .startsWith("tidegate.heartbeat = '10' (my.conf: 2) has no unit. Allowed: ");
    assertThat(problems.get(2)).startsWith("spark.tidegate.maxFutureSkew = 'x'");
    assertThat(problems.get(3))
        .startsWith("tidegate.queries.\"a.b\".table = 't' (my.conf: 5) has a wrong label.")
        .endsWith("tidegate.queries.<label>.name.");
    assertThat(problems.get(4))
        .isEqualTo(
            "tidegate.queries.orders.granularty = 'hour' (my.conf: 4) is an unknown key; did you"
                + " mean tidegate.queries.orders.granularity?");
  }

  @ParameterizedTest
  @CsvSource({
    "tidegate.lag = null, is no value; leave the key out",
    "tidegate.lag = {}, is an object where a value is expected",
    "tidegate.lag = [5m], is a list where one value is expected",
    "tidegate.lag.x = 5m, is an unknown key",
    "tidegate.recovery = 3, is an unknown key",
    "'tidegate.offset.incompleteWhen = [a, [b]]', holds an element that is no single value",
    "tidegate.offset.incompleteWhen = {a = 1}, is an unknown key",
    "tidegate.recovery.enabled = yes, is not a known word",
    "tidegate.recovery.limit = 3.5, is not a whole number",
    "'tidegate.\"offset.field\" = ts', is an unknown key",
    "tidegate.queries.a = {}, names no option",
    "tidegate.queries.a = 5, names no option",
    "tidegate.queries = [], names no option",
    "tidegate.config = other.conf, is read from Spark's configuration only",
    "tidegate.failOnInvalidConf = false, is read from Spark's configuration only",
    "tidegate.spark.tidegate.lag = 5m, is an unknown key",
  })
  void aWrongSettingIsAnError(String line, String why) {
    assertThat(problems(orders(), line)).singleElement().asString().contains("(my.conf: 1) " + why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "spark.tidegate.lag = 5m", "Tidegate {}", "tidegate = 5", "{}"})
  void aFileWithoutTheRootIsAnError(String text) {
    assertThat(problems(orders(), text))
        .singleElement()
        .asString()
        .startsWith("spark.tidegate.config names a file (my.conf) that has no object at the root");
  }

  @ParameterizedTest
  @CsvSource({
    "'tidegate {\n  lag = 5m', line 2: ",
    "'tidegate {\n\n  name = cdc.*\n}', line 3: ",
    "'tidegate.lag = ${no.such.value}', line 1: Could not resolve substitution",
    "'tidegate.lag = ${tidegate.zone}${tidegate.lag2}', line 1: ",
  })
  void aBrokenFileIsUnreadable(String text, String why) {
    assertThatThrownBy(() -> parse(orders(), text))
        .isInstanceOf(InvalidConfigurationException.class)
        .hasMessageStartingWith(
            "[TIDEGATE_CONF_FILE_UNREADABLE] The configuration file my.conf cannot be read: " + why)
        .extracting(e -> ((InvalidConfigurationException) e).code())
        .isEqualTo(ErrorCode.TIDEGATE_CONF_FILE_UNREADABLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "include \"other.conf\"",
        "include file(\"other.conf\")",
        "include required(classpath(\"other.conf\"))",
        "include url(\"file:///other.conf\")"
      })
  void otherFilesAreNotIncluded(String include) {
    assertThatThrownBy(() -> parse(orders(), include + "\ntidegate {}"))
        .hasMessageContaining("other.conf, and one file has to hold all settings");
  }

  @Test
  void anEmptyRootIsFine() {
    assertThat(only(parse(orders(), "tidegate { queries {} }")).label()).isEqualTo("orders");
  }

  @Test
  void referencesFindTheFileAndTheDefaults() {
    TidegateSettings settings =
        parse(
            orders(),
            """
            base = 3
            tidegate {
              commitTimeout = ${tidegate.heartbeat}
              flushTimeout = ${base}s
              offset.incompleteWhen = ${tidegate.offset.incompleteWhen} [mine]
              zone = ${?NO_SUCH_VARIABLE_ANYWHERE}
            }
            """);
    assertThat(settings.commitTimeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings.flushTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(only(settings).zone().getId()).isEqualTo("UTC");
    assertThat(only(settings).offset().incompleteWhen())
        .extracting(FieldPath::toString)
        .containsExactly("snapshot", "isStartingVersion", "scanSnapshot", "scan_all_files", "mine");
  }

  @Test
  void theEnvironmentComesOverWhatTheFileSays() {
    TidegateSettings settings =
        parse(
            conf("~queries.orders.table", "sales.orders", "~queries.orders.frontier", "offset"),
            """
            tidegate {
              controlTable = /lake/control
              controlTable = "/lake/"${?PATH}
              lineageTable = /lake/lineages
              lineageTable = ${?NO_SUCH_VARIABLE_ANYWHERE}
            }
            """);
    assertThat(settings.controlTable().value()).isEqualTo("/lake/" + System.getenv("PATH"));
    assertThat(settings.lineageTable().value()).isEqualTo("/lake/lineages");
  }

  @Test
  void anObjectCanTakeTheDefaultsAlong() {
    TidegateSettings settings =
        parse(orders(), "tidegate.recovery = ${tidegate.recovery} { limit = 8 }");
    assertThat(only(settings).recovery().limit()).isEqualTo(8);
    assertThat(only(settings).recovery().cooldown()).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void entriesCanBeBuiltOnOneAnother() {
    TidegateSettings settings =
        parse(
            conf("~controlTable", "/c"),
            """
            common { frontier = arrival, lag = 5m, recovery { limit = 8 } }
            tidegate.queries.a = ${common} { table = ta }
            tidegate.queries.b = ${tidegate.queries.a} { table = tb, lag = 6m }
            """);
    assertThat(settings.queries()).extracting(QuerySettings::table).containsExactly("ta", "tb");
    assertThat(settings.queries())
        .extracting(QuerySettings::lag)
        .containsExactly(Duration.ofMinutes(5), Duration.ofMinutes(6));
    assertThat(settings.queries().get(1).recovery().limit()).isEqualTo(8);
  }

  @Test
  void noneIsAnEmptyList() {
    assertThat(only(parse(orders(), "tidegate.recovery.exemptErrors = []")).recovery())
        .extracting(r -> r.exemptErrors().size())
        .isEqualTo(0);
  }
}
