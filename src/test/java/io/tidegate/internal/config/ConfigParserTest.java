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
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.model.FieldPath;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.QuerySettings.OnNewLineage;
import io.tidegate.internal.settings.QuerySettings.StartsAt;
import io.tidegate.internal.settings.RecoverySettings.Action;
import io.tidegate.internal.settings.TableLocation;
import io.tidegate.internal.settings.TidegateSettings;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Right settings become the records they describe. */
class ConfigParserTest {

  @Test
  void withoutAnySettingThereAreDefaultsAndNoQuery() {
    TidegateSettings settings = parse(Map.of("spark.app.name", "x", "spark.master", "local[*]"));
    assertThat(settings.queries()).isEmpty();
    assertThat(settings.controlTable()).isNull();
    assertThat(settings.lineageTable()).isNull();
    assertThat(settings.maxFutureSkew()).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings.heartbeat()).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings.flushTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.commitTimeout()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void anEntryHasItsDefaults() {
    QuerySettings query = only(parse(orders()));
    assertThat(query.label()).isEqualTo("orders");
    assertThat(query.name().matches("orders")).isTrue();
    assertThat(query.table()).isEqualTo("sales.orders");
    assertThat(query.frontier()).isEqualTo(FrontierRule.OFFSET);
    assertThat(query.granularity()).isEqualTo(Duration.ofHours(1));
    assertThat(query.zone()).isEqualTo(ZoneId.of("UTC"));
    assertThat(query.lag()).isZero();
    assertThat(query.offset().field()).hasToString("commit_ts");
    assertThat(query.offset().zone()).isNull();
    assertThat(query.offset().incompleteWhen())
        .extracting(FieldPath::toString)
        .containsExactly("snapshot", "isStartingVersion", "scanSnapshot", "scan_all_files");
    assertThat(query.onNewLineage()).isEqualTo(OnNewLineage.REBUILD);
    assertThat(query.startsAt()).isEqualTo(StartsAt.NOW);
    assertThat(query.recovery().enabled()).isTrue();
    assertThat(query.recovery().limit()).isEqualTo(3);
    assertThat(query.recovery().action()).isEqualTo(Action.REFUSE);
    assertThat(query.recovery().cooldown()).isEqualTo(Duration.ofMinutes(15));
    assertThat(query.recovery().places()).isEmpty();
    assertThat(query.recovery().resume()).isNull();
    assertThat(query.recovery().exemptErrors())
        .contains("DELTA_SCHEMA_CHANGED*", "CONCURRENT_STREAM_LOG_UPDATE");
    assertThat(query.recovery().maxAttempts()).isNull();
    assertThat(query.recovery().maxElapsed()).isNull();
  }

  @Test
  void everyOptionOfAnEntryIsRead() {
    QuerySettings query =
        only(
            parse(
                orders(
                    "~queries.orders.name", "two sources/ünïcode.dots",
                    "~queries.orders.granularity", "PT15M",
                    "~queries.orders.zone", "Asia/Kathmandu",
                    "~queries.orders.lag", "10 s",
                    "~queries.orders.offset.field", "`a.b`.*.ts",
                    "~queries.orders.offset.zone", "+02:00",
                    "~queries.orders.offset.incompleteWhen", "first, x.y",
                    "~queries.orders.onNewLineage", "trust",
                    "~queries.orders.startsAt", "beginning",
                    "~queries.orders.recovery.enabled", "false",
                    "~queries.orders.recovery.limit", "-1",
                    "~queries.orders.recovery.action", "warn",
                    "~queries.orders.recovery.cooldown", "0",
                    "~queries.orders.recovery.places", "/lake/a?day=1&kind=x,/lake/b",
                    "~queries.orders.recovery.resume", "ticket 7",
                    "~queries.orders.recovery.exemptErrors", "none",
                    "~queries.orders.recovery.maxAttempts", "20",
                    "~queries.orders.recovery.maxElapsed", "P2D")));
    assertThat(query.name().matches("two sources/ünïcode.dots")).isTrue();
    assertThat(query.granularity()).isEqualTo(Duration.ofMinutes(15));
    assertThat(query.zone()).isEqualTo(ZoneId.of("Asia/Kathmandu"));
    assertThat(query.lag()).isEqualTo(Duration.ofSeconds(10));
    assertThat(query.offset().field()).hasToString("`a.b`.*.ts");
    assertThat(query.offset().zone()).isEqualTo(ZoneOffset.ofHours(2));
    assertThat(query.offset().incompleteWhen())
        .extracting(FieldPath::toString)
        .containsExactly("first", "x.y");
    assertThat(query.onNewLineage()).isEqualTo(OnNewLineage.TRUST);
    assertThat(query.startsAt()).isEqualTo(StartsAt.BEGINNING);
    assertThat(query.recovery().enabled()).isFalse();
    assertThat(query.recovery().limit()).isEqualTo(-1);
    assertThat(query.recovery().action()).isEqualTo(Action.WARN);
    assertThat(query.recovery().cooldown()).isZero();
    assertThat(query.recovery().places()).containsExactly("/lake/a?day=1&kind=x", "/lake/b");
    assertThat(query.recovery().resume()).isEqualTo("ticket 7");
    assertThat(query.recovery().exemptErrors()).isEmpty();
    assertThat(query.recovery().maxAttempts()).isEqualTo(20);
    assertThat(query.recovery().maxElapsed()).isEqualTo(Duration.ofDays(2));
  }

  @Test
  void optionsOfTheApplicationAreRead() {
    TidegateSettings settings =
        parse(
            conf(
                "~controlTable", "s3a://lake/control/",
                "~lineageTable", "s3a://lake/lineages",
                "~maxFutureSkew", "0s",
                "~heartbeat", "1s",
                "~flushTimeout", "0s",
                "~commitTimeout", "1500ms"));
    assertThat(settings.controlTable()).isEqualTo(new TableLocation("s3a://lake/control/"));
    assertThat(settings.lineageTable()).isEqualTo(new TableLocation("s3a://lake/lineages"));
    assertThat(settings.maxFutureSkew()).isZero();
    assertThat(settings.heartbeat()).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.flushTimeout()).isZero();
    assertThat(settings.commitTimeout()).isEqualTo(Duration.ofMillis(1500));
  }

  @Test
  void anOptionGivenForAllAppliesWhereAnEntryHasNone() {
    TidegateSettings settings =
        parse(
            conf(
                "~controlTable", "/lake/control",
                "~frontier", "arrival",
                "~lag", "7m",
                "~granularity", "day",
                "~offset.field", "ts",
                "~recovery.limit", "9",
                "~queries.a.table", "ta",
                "~queries.b.table", "tb",
                "~queries.b.frontier", "watermark",
                "~queries.b.lag", "0s",
                "~queries.b.recovery.limit", "1"));
    QuerySettings a = settings.queries().get(0);
    QuerySettings b = settings.queries().get(1);
    assertThat(a.frontier()).isEqualTo(FrontierRule.ARRIVAL);
    assertThat(a.lag()).isEqualTo(Duration.ofMinutes(7));
    assertThat(a.recovery().limit()).isEqualTo(9);
    assertThat(b.frontier()).isEqualTo(FrontierRule.WATERMARK);
    assertThat(b.lag()).isZero();
    assertThat(b.granularity()).isEqualTo(Duration.ofDays(1));
    assertThat(b.offset().field()).hasToString("ts");
    assertThat(b.recovery().limit()).isEqualTo(1);
  }

  @Test
  void aZoneGivenForAllCanBeTakenBack() {
    QuerySettings query =
        only(parse(orders("~offset.zone", "UTC", "~queries.orders.offset.zone", "none")));
    assertThat(query.offset().zone()).isNull();
  }

  @Test
  void entriesComeInTheOrderOfTheirLabels() {
    TidegateSettings settings =
        parse(
            conf(
                "~controlTable", "/c",
                "~frontier", "offset",
                "~queries.b_2.table", "t1",
                "~queries.B-1.table", "t2",
                "~queries.10.table", "t3",
                "~queries.a.table", "t4"));
    assertThat(settings.queries())
        .extracting(QuerySettings::label)
        .containsExactly("10", "B-1", "a", "b_2");
  }

  @Test
  void aGlobOnlyWarnsAtTheLimitUnlessItIsToldOtherwise() {
    Map<String, String> glob =
        orders("~queries.orders.name", "o*", "~queries.orders.table", "t.{name}");
    assertThat(only(parse(glob)).recovery().action()).isEqualTo(Action.WARN);
    glob.put("spark.tidegate.recovery.action", "refuse");
    assertThat(only(parse(glob)).recovery().action()).isEqualTo(Action.REFUSE);
    assertThat(only(parse(orders("~recovery.action", "warn"))).recovery().action())
        .isEqualTo(Action.WARN);
  }

  @Test
  void anEscapedStarIsNoGlob() {
    QuerySettings query = only(parse(orders("~queries.orders.name", "50\\*")));
    assertThat(query.name().matches("50*")).isTrue();
    assertThat(query.name().matches("500")).isFalse();
    assertThat(query.recovery().action()).isEqualTo(Action.REFUSE);
  }

  @Test
  void theFileIsNamedInSparksConfiguration() {
    assertThat(ConfigParser.configFile(conf("~config", "hdfs:///x.conf")))
        .contains("hdfs:///x.conf");
    assertThat(ConfigParser.configFile(conf("~config", " "))).isEmpty();
    assertThat(ConfigParser.configFile(Map.of())).isEmpty();
  }

  @Test
  void wrongSettingsStopTheApplicationUnlessItIsToldOtherwiseInSoManyWords() {
    assertThat(ConfigParser.failOnInvalidConf(Map.of())).isTrue();
    assertThat(ConfigParser.failOnInvalidConf(conf("~failOnInvalidConf", "true"))).isTrue();
    assertThat(ConfigParser.failOnInvalidConf(conf("~failOnInvalidConf", "fasle"))).isTrue();
    assertThat(ConfigParser.failOnInvalidConf(conf("~failOnInvalidConf", "FALSE"))).isTrue();
    assertThat(ConfigParser.failOnInvalidConf(conf("~failOnInvalidConf", "false", "~oops", "1")))
        .isFalse();
  }
}
