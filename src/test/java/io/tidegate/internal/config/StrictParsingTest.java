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
import static io.tidegate.internal.config.Confs.problem;
import static io.tidegate.internal.config.Confs.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.errors.InvalidConfigurationException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing wrong passes, nothing is repaired, and everything wrong is said at once. */
class StrictParsingTest {

  @ParameterizedTest
  @CsvSource({
    "~queries.orders.granularty, did you mean spark.tidegate.queries.orders.granularity?",
    "~queries.orders.Lag, did you mean spark.tidegate.queries.orders.lag?",
    "~queries.order.lagg, did you mean spark.tidegate.queries.order.lag?",
    "~queries.orders.offset.feild, did you mean spark.tidegate.queries.orders.offset.field?",
    "~controltable, did you mean spark.tidegate.controlTable?",
    "~CONTROLTABLE, did you mean spark.tidegate.controlTable?",
    "~commit.timeout, did you mean spark.tidegate.commitTimeout?",
    "~query.orders.table, did you mean spark.tidegate.queries.orders.table?",
    "~recovery.Limit, did you mean spark.tidegate.recovery.limit?",
    "spark.Tidegate.heartbeat, did you mean spark.tidegate.heartbeat?",
    "~heartbeat.x, did you mean spark.tidegate.heartbeat?"
  })
  void anUnknownKeyComesWithTheNearestKnownOne(String key, String expected) {
    assertThat(problem(orders(key, "5m")))
        .isEqualTo(
            key.replace("~", "spark.tidegate.")
                + " = '5m' (Spark configuration) is an unknown key; "
                + expected);
  }

  @Test
  void aKeyFarFromAllIsToldTheNearestWithoutAGuess() {
    assertThat(problem(orders("~x", "5m")))
        .contains("is an unknown key; the nearest known key is spark.tidegate.")
        .doesNotContain("did you mean");
    assertThat(problem(orders("~somethingElseEntirely", "5m")))
        .contains("is an unknown key; the nearest known key is spark.tidegate.")
        .doesNotContain("did you mean");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "~queries.a b.table",
        "~queries..table",
        "~queries.",
        "~queries.ünï.table",
        "~queries. .table",
        "~queries.a/b.table"
      })
  void aWrongLabelIsAnError(String key) {
    assertThat(problem(orders(key, "t")))
        .contains("has a wrong label. Allowed: letters, digits, `_` and `-`")
        .contains("spark.tidegate.queries.<label>.name");
  }

  @Test
  void aLabelWithADotIsExplained() {
    assertThat(problem(orders("~queries.cdc.payments.table", "t")))
        .contains(
            "is an unknown key (a label holds no dots: names with dots are values of `.name`)")
        .endsWith("the nearest known key is spark.tidegate.queries.cdc.table.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"~", "~queries", "spark.tidegate", "~queries.a", "~queries.a."})
  void aKeyWithoutAnOptionIsAnError(String key) {
    assertThat(problem(orders(key, "t")))
        .contains("names no option. Expected: a key such as spark.tidegate.queries.");
  }

  @Test
  void anOptionInTheWrongPlaceIsToldTheRightOne() {
    assertThat(problem(orders("~table", "t")))
        .endsWith("has to stand in a query entry, as spark.tidegate.queries.<label>.table.");
    assertThat(problem(orders("~queries.orders.heartbeat", "1m")))
        .endsWith("holds for the whole application; did you mean spark.tidegate.heartbeat?");
    assertThat(problem(orders("~queries.orders.config", "x")))
        .contains("is read from Spark's configuration only, as spark.tidegate.config");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ture", "TRUE", "True", "1", "yes", "on", "true ", " true", "", "  "})
  void onlyTrueAndFalseAreBooleans(String value) {
    assertThat(problem(orders("~recovery.enabled", value)))
        .startsWith("spark.tidegate.recovery.enabled = '" + value + "' (Spark configuration) ")
        .endsWith("Allowed: `true` or `false`.");
    assertThat(problem(orders("~failOnInvalidConf", value))).contains("Allowed: `true` or `false`");
  }

  @Test
  void aTypoInAWordGetsAQuestion() {
    assertThat(problem(orders("~recovery.enabled", "ture"))).contains("did you mean `true`?");
    assertThat(problem(orders("~granularity", "hours"))).contains("did you mean `hour`?");
    assertThat(problem(orders("~zone", "Europe/Berln"))).contains("did you mean `Europe/Berlin`?");
  }

  @ParameterizedTest
  @CsvSource({
    "5m, PT5M",
    "10 s, PT10S",
    "1h, PT1H",
    "0s, PT0S",
    "250ms, PT0.25S",
    "3 days, PT72H",
    "PT1H30M, PT1H30M",
    "P1DT0.5S, PT24H0.5S",
    "36500d, PT876000H",
  })
  void durationsAreRead(String text, Duration expected) {
    assertThat(only(parse(orders("~lag", text))).lag()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "10, has no unit",
    "0, has no unit",
    "-5m, 'is negative, or not a duration'",
    "PT-5M, is not a duration",
    "-PT5M, 'is negative, or not a duration'",
    "5M, is not a duration",
    "5 fortnights, has an unknown unit",
    "1.5h, is not a duration",
    "5m 3s, is not a duration",
    "P, is not a duration",
    "PT, is not a duration",
    "P1Y, is not a duration",
    "pt5m, is not a duration",
    "' 5m', is not a duration",
    "٥m, is not a duration",
    "36501d, is too long",
    "PT876000H0.000000001S, is too long",
    "99999999999999999d, is too long",
    "999999999999999999999999s, is too long",
    "PT99999999999999999999H, is too long",
  })
  void otherDurationsAreNot(String text, String why) {
    assertThat(problem(orders("~lag", text)))
        .startsWith("spark.tidegate.lag = '" + text + "' (Spark configuration) " + why)
        .endsWith("from 0s to 36500d.");
  }

  @ParameterizedTest
  @CsvSource({"~heartbeat, 999ms", "~commitTimeout, 0s", "~recovery.maxElapsed, 0s"})
  void someDurationsHaveALeast(String key, String value) {
    assertThat(problem(orders(key, value))).contains("is too short. Allowed:", "from 1s");
  }

  @ParameterizedTest
  @CsvSource({
    "minute, PT1M",
    "hour, PT1H",
    "day, PT24H",
    "PT1S, PT1S",
    "P1D, PT24H",
    "PT24H, PT24H",
    "PT8H, PT8H",
    "PT90M, PT1H30M"
  })
  void granularitiesDivideADay(String text, Duration expected) {
    assertThat(only(parse(orders("~granularity", text))).granularity()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "PT7H, does not divide a day",
    "P2D, is longer than a day",
    "PT25H, is longer than a day",
    "PT0S, is not one or more whole seconds",
    "PT0.5S, is not one or more whole seconds",
    "-PT1H, is not a granularity",
    "15m, is not a granularity; did you mean `PT15M`?",
    "Hour, is not a granularity; did you mean `hour`?",
    "week, is not a granularity",
    "PT, is not a granularity",
  })
  void otherGranularitiesAreNot(String text, String why) {
    assertThat(problem(orders("~queries.orders.granularity", text))).contains(") " + why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "EST5EDT", "Asia/Kathmandu", "+05:45", "Z", "-08:00"})
  void zonesAreRegionsOrOffsets(String zone) {
    assertThat(only(parse(orders("~zone", zone))).zone()).isEqualTo(ZoneId.of(zone));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Foo/Bar", "europe/berlin", "EST", "+25:00", "UTC ", "none", "local", ""})
  void otherZonesAreNot(String zone) {
    assertThat(problem(orders("~queries.orders.zone", zone)))
        .contains("Allowed: a region such as `Europe/Berlin`");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.0", "three", "+3", "2147483648", "0x3", "3 ", ""})
  void onlyWholeNumbersAreNumbers(String text) {
    assertThat(problem(orders("~recovery.limit", text))).contains("Allowed: a whole number");
  }

  @ParameterizedTest
  @CsvSource({
    "~offset.field, a..b, is not a path: a segment is empty",
    "~offset.field, `a, is not a path: a backtick is not closed",
    "~offset.incompleteWhen, 'a,,b', element 2 of 3 is empty",
    "~offset.incompleteWhen, '', is empty",
    "~recovery.places, orders, 'is a catalog name, and places are given by path'",
    "~recovery.places, /a?b, has a filter that is not `column=value&...`",
    "~recovery.places, '/a,/b?x=1&', element 2 of 2 has a filter",
    "~recovery.places, /a?b=50%, 'has a filter that is not `column=value&...` with each column once'",
    "~recovery.places, /a?b=1&B=2, 'has a filter that is not `column=value&...` with each column'",
    "~recovery.exemptErrors, A B, holds a character that no such name has",
    "~recovery.maxAttempts, 0, is out of bounds",
    "~recovery.action, stop, is not a known word",
    "~onNewLineage, Trust, is not a known word; did you mean `trust`?",
    "~startsAt, end, is not a known word",
    "~queries.orders.name, '  ', is empty",
    "~queries.orders.table, '', is empty",
    "~queries.orders.table, ' t', begins or ends with a blank",
    "~config, '', is empty",
  })
  void aWrongValueIsAnError(String key, String value, String why) {
    assertThat(problem(orders(key, value)))
        .startsWith(key.replace("~", "spark.tidegate.") + " = '" + value + "'")
        .contains("(Spark configuration) " + why);
  }

  @Test
  void anEntryNeedsATableAndAFrontier() {
    List<String> problems = problems(conf("~controlTable", "/c", "~queries.a.lag", "5m"));
    assertThat(problems).hasSize(2);
    assertThat(problems.get(0))
        .startsWith(
            "spark.tidegate.queries.a.frontier is required because of spark.tidegate.queries.a.lag"
                + " (Spark configuration), here or for all entries as spark.tidegate.frontier.");
    for (FrontierRule rule : FrontierRule.values()) {
      assertThat(problems.get(0))
          .contains("`" + rule.key() + "` assumes that " + rule.assumption());
    }
    assertThat(problems.get(1)).startsWith("spark.tidegate.queries.a.table is required");
  }

  @Test
  void arrivalNeedsALag() {
    assertThat(problem(orders("~queries.orders.frontier", "arrival")))
        .startsWith("spark.tidegate.queries.orders.lag is required with the frontier `arrival`");
    assertThat(only(parse(orders("~queries.orders.frontier", "arrival", "~lag", "0s"))).lag())
        .isZero();
  }

  @Test
  void aWrongPartnerIsNotAlsoMissing() {
    assertThat(
            problem(orders("~queries.orders.frontier", "arrival", "~queries.orders.lag", "soon")))
        .contains("is not a duration");
    assertThat(problem(orders("~queries.orders.frontier", "ofset")))
        .contains("did you mean `offset`?");
  }

  @Test
  void everythingIsSaidAtOnceInTheOrderOfTheKeys() {
    Map<String, String> conf =
        conf(
            "~zone", "Foo/Bar",
            "~queries.b.table", "",
            "~queries.b.frontier", "offset",
            "~queries.a.table", "ta",
            "~heartbeat", "10",
            "~queries.x y.table", "t",
            "~unknown", "1",
            "~failOnInvalidConf", "maybe");
    List<String> problems = problems(conf);
    assertThat(problems)
        .extracting(line -> line.substring(0, line.indexOf(' ')))
        .containsExactly(
            "spark.tidegate.controlTable",
            "spark.tidegate.failOnInvalidConf",
            "spark.tidegate.heartbeat",
            "spark.tidegate.queries.a.frontier",
            "spark.tidegate.queries.b.table",
            "spark.tidegate.queries.x",
            "spark.tidegate.unknown",
            "spark.tidegate.zone");
    assertThat(problems(conf)).isEqualTo(problems);
    assertThatThrownBy(() -> parse(conf))
        .isInstanceOf(InvalidConfigurationException.class)
        .hasMessageStartingWith("[TIDEGATE_INVALID_CONF] 8 settings of tidegate are wrong:\n")
        .hasMessageContaining("spark.tidegate.failOnInvalidConf=false");
  }

  @Test
  void manyWrongKeysAreToldApartInNoTime() {
    Map<String, String> conf = orders();
    for (int i = 0; i < 500; i++) {
      conf.put("spark.tidegate.queries.q" + i + ".table", "t" + i);
      conf.put("spark.tidegate.query.q" + i + ".frontier", "offset");
      conf.put("spark.tidegate.queries.q" + i + ".fronteir", "offset");
    }
    conf.put("spark.tidegate.frontier", "offset");
    assertThat(assertTimeout(Duration.ofSeconds(10), () -> problems(conf)))
        .hasSize(1000)
        .allMatch(line -> line.contains("did you mean spark.tidegate.queries.q"));
  }

  @Test
  void otherKeysOfSparkAreLeftAlone() {
    assertThat(only(parse(orders("spark.tidegated", "1", "spark.tide.gate", "x"))).label())
        .isEqualTo("orders");
  }
}
