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

import static io.tidegate.internal.config.ConfigOption.Scope.GLOBAL;
import static io.tidegate.internal.config.ConfigOption.Scope.QUERY_ONLY;
import static io.tidegate.internal.config.ConfigOption.Scope.QUERY_OR_GLOBAL;
import static io.tidegate.internal.config.ConfigOption.Scope.SPARK_ONLY;

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.config.ConfigOption.Default;
import io.tidegate.internal.config.ConfigOption.Scope;
import io.tidegate.internal.model.FieldPath;
import io.tidegate.internal.model.NamePattern;
import io.tidegate.internal.settings.QuerySettings.OnNewLineage;
import io.tidegate.internal.settings.QuerySettings.StartsAt;
import io.tidegate.internal.settings.TableLocation;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Every option, each declared once, in the order of the reference. */
final class Options {
  private static final String FIRST = "0.1.0";

  private Options() {}

  static final ConfigOption<String> CONFIG =
      option(
          "config",
          SPARK_ONLY,
          Types.trimmed("any Hadoop path, or a file local to the driver"),
          Default.note("none"),
          "HOCON file with more settings, under the root `tidegate`.");

  static final ConfigOption<Boolean> FAIL_ON_INVALID_CONF =
      option(
          "failOnInvalidConf",
          SPARK_ONLY,
          Types.bool(),
          Default.value("true"),
          "Whether a wrong setting stops the application. With `false` it is one ERROR, and the"
              + " application runs without tidegate.");

  static final ConfigOption<TableLocation> CONTROL_TABLE =
      option(
          "controlTable",
          GLOBAL,
          Paths.table(),
          Default.note(
              "required where a query is configured; under a `local` or `local[...]` master"
                  + " `<spark.sql.warehouse.dir>/tidegate/control`"),
          "Delta table that holds the verdicts, one row for each target table. It is created on"
              + " first use. A path is kept without Spark jobs; a catalog name is kept by SQL, see"
              + " [the control table](control-table.md#by-name).");

  static final ConfigOption<TableLocation> LINEAGE_TABLE =
      option(
          "lineageTable",
          GLOBAL,
          Paths.table(),
          Default.note("`<controlTable>_lineages`"),
          "Delta table that holds the recovery record, by path or by name likewise. Neither table may"
              + " lie inside the other.");

  static final ConfigOption<Duration> MAX_FUTURE_SKEW =
      option(
          "maxFutureSkew",
          GLOBAL,
          Durations.atLeast(Duration.ZERO),
          Default.value("5m"),
          "How far a source's time may lie beyond its batch's own timestamp. Up to there it is"
              + " capped to the timestamp; what lies further is rejected and holds with `FUTURE`.");

  static final ConfigOption<Duration> HEARTBEAT =
      option(
          "heartbeat",
          GLOBAL,
          Durations.atLeast(Duration.ofSeconds(1)),
          Default.value("5m"),
          "How often a row that is not otherwise written refreshes `seen_at`. A run counts as alive"
              + " for three of these after the last one.");

  static final ConfigOption<Duration> FLUSH_TIMEOUT =
      option(
          "flushTimeout",
          GLOBAL,
          Durations.atLeast(Duration.ZERO),
          Default.value("10s"),
          "One deadline for everything that is still to be written when the application ends.");

  static final ConfigOption<Duration> COMMIT_TIMEOUT =
      option(
          "commitTimeout",
          GLOBAL,
          Durations.atLeast(Duration.ofSeconds(1)),
          Default.value("60s"),
          "After this a commit that does not return is abandoned to its thread, and the newest"
              + " values are tried again.");

  static final ConfigOption<NamePattern> NAME =
      option(
          "name",
          QUERY_ONLY,
          Types.namePattern(),
          Default.note("the label"),
          "Names of the queries that the entry tracks. See [Names and globs](#names-and-globs).");

  static final ConfigOption<String> TABLE =
      option(
          "table",
          QUERY_ONLY,
          Types.trimmed(
              "a name without blanks around it, with `{name}` in it where `name` is a glob"),
          Default.note("required"),
          "Target table: the name under which the verdict is kept and asked for. `{name}` stands for"
              + " the query's name.");

  static final ConfigOption<FrontierRule> FRONTIER =
      option(
          "frontier",
          QUERY_OR_GLOBAL,
          Types.constants(FrontierRule.class, FrontierRule::key),
          Default.note("required"),
          "The rule that says how far the data is complete. See [Frontiers](#frontiers).");

  static final ConfigOption<Duration> GRANULARITY =
      option(
          "granularity",
          QUERY_OR_GLOBAL,
          Granularities.type(),
          Default.value("hour"),
          "Length of a period. Verdicts move by whole periods.");

  static final ConfigOption<ZoneId> ZONE =
      option(
          "zone",
          QUERY_OR_GLOBAL,
          Types.zone(),
          Default.value("UTC"),
          "Zone of the periods: where their days begin.");

  static final ConfigOption<Duration> LAG =
      option(
          "lag",
          QUERY_OR_GLOBAL,
          Durations.atLeast(Duration.ZERO),
          Default.value("0s", "required with `frontier=arrival`"),
          "Subtracted from the frontier: the declared bound on how late a row may come.");

  static final ConfigOption<FieldPath> OFFSET_FIELD =
      option(
          "offset.field",
          QUERY_OR_GLOBAL,
          Types.fieldPath(),
          Default.value("commit_ts"),
          "Where the time stands in the end offset of each source.");

  static final ConfigOption<Optional<ZoneId>> OFFSET_ZONE =
      option(
          "offset.zone",
          QUERY_OR_GLOBAL,
          Types.orWord("none", Types.zone()),
          Default.value("none"),
          "Zone of times that are written without an offset from UTC. Without it such a time holds"
              + " with `ZONE_NEEDED`.");

  static final ConfigOption<List<FieldPath>> OFFSET_INCOMPLETE_WHEN =
      option(
          "offset.incompleteWhen",
          QUERY_OR_GLOBAL,
          new ListType<>(Types.fieldPath()),
          Default.value("snapshot,isStartingVersion,scanSnapshot,scan_all_files"),
          "Paths that, present in an end offset and not false, mean that the source is still being"
              + " read for the first time: its offset vouches for nothing yet.");

  static final ConfigOption<OnNewLineage> ON_NEW_LINEAGE =
      option(
          "onNewLineage",
          QUERY_OR_GLOBAL,
          Types.constants(OnNewLineage.class),
          Default.value("rebuild"),
          "What happens to the claim when another checkpoint takes the table over. `rebuild`"
              + " withdraws it until the new one has passed it; `trust` keeps it: the checkpoint was"
              + " only moved.");

  static final ConfigOption<StartsAt> STARTS_AT =
      option(
          "startsAt",
          QUERY_OR_GLOBAL,
          Types.constants(StartsAt.class),
          Default.value("now"),
          "`beginning` declares that a new checkpoint reads its sources from their beginning, so that"
              + " its claim reaches back to it.");

  /** All of them, those of done markers and of the bound on restarts last. */
  static final List<ConfigOption<?>> ALL =
      Stream.of(
              Stream.<ConfigOption<?>>of(
                  CONFIG,
                  FAIL_ON_INVALID_CONF,
                  CONTROL_TABLE,
                  LINEAGE_TABLE,
                  MAX_FUTURE_SKEW,
                  HEARTBEAT,
                  FLUSH_TIMEOUT,
                  COMMIT_TIMEOUT,
                  NAME,
                  TABLE,
                  FRONTIER,
                  GRANULARITY,
                  ZONE,
                  LAG,
                  OFFSET_FIELD,
                  OFFSET_ZONE,
                  OFFSET_INCOMPLETE_WHEN,
                  ON_NEW_LINEAGE,
                  STARTS_AT),
              DoneOptions.ALL.stream(),
              RecoveryOptions.ALL.stream())
          .<ConfigOption<?>>flatMap(Function.identity())
          .toList();

  private static <T> ConfigOption<T> option(
      String key, Scope scope, OptionType<T> type, Default fallback, String description) {
    return new ConfigOption<>(key, scope, type, fallback, description, FIRST);
  }
}
