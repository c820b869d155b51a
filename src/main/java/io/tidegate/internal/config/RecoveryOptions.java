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

import io.tidegate.internal.config.ConfigOption.Default;
import io.tidegate.internal.config.ConfigOption.Scope;
import io.tidegate.internal.settings.RecoverySettings.Action;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The options of the bound on restarts. */
final class RecoveryOptions {
  private static final String FIRST = "0.1.0";

  /**
   * Errors that say "start me again" or "somebody else is running me". Schema evolution: Delta's
   * source ends the query on purpose so that the next start reads with the new schema. Concurrent
   * runs: the checkpoint was written by another run in the meantime.
   */
  private static final String EXEMPT =
      String.join(
          ",",
          "DELTA_SCHEMA_CHANGED*",
          "DELTA_STREAMING_METADATA_EVOLUTION",
          "DELTA_METADATA_CHANGED",
          "DELTA_CONCURRENT_TRANSACTION",
          "CONCURRENT_QUERY",
          "CONCURRENT_STREAM_LOG_UPDATE",
          "org.apache.spark.SparkConcurrentModificationException",
          "py4j.Py4JNetworkException");

  private RecoveryOptions() {}

  static final ConfigOption<Boolean> ENABLED =
      option(
          "enabled",
          Types.bool(),
          Default.value("true"),
          "Whether restarts of the query's lineage are bounded.");

  static final ConfigOption<Integer> LIMIT =
      option(
          "limit",
          Types.whole(Integer.MIN_VALUE, "a whole number"),
          Default.value("3"),
          "Consecutive attempts that end badly and bank nothing, until the next one is refused. `0`"
              + " or less refuses every replay after a bad end.");

  static final ConfigOption<Action> ACTION =
      option(
          "action",
          Types.constants(Action.class),
          Default.note("`refuse`; `warn` where `name` is a glob"),
          "What happens at the limit: the start is refused, or a WARN is logged.");

  static final ConfigOption<Duration> COOLDOWN =
      option(
          "cooldown",
          Durations.orZero(),
          Default.value("15m"),
          "A refused lineage gets one attempt each time this has passed since its last one. `0`:"
              + " never, a person has to resume it.");

  static final ConfigOption<List<String>> PLACES =
      option(
          "places",
          new ListType<>(Paths.place()),
          Default.value(ListType.NONE),
          "Delta tables whose row counts are progress too, each with an optional partition filter."
              + " No data is read for it. In a filter an empty value is NULL, and `%26` stands for `&`, `%2C` for a"
              + " comma, `%25` for `%`.");

  static final ConfigOption<Optional<String>> RESUME =
      option(
          "resume",
          Types.orWord("none", Types.trimmed("any text that has not been used before")),
          Default.value("none"),
          "A new value gives a refused lineage a fresh start, once.");

  static final ConfigOption<List<String>> EXEMPT_ERRORS =
      option(
          "exemptErrors",
          new ListType<>(Types.errorPattern()),
          Default.value(EXEMPT),
          "Errors that are not counted, at most ten in a row. The default names those with which"
              + " Delta asks for a restart because a schema or its metadata changed, and those that"
              + " tell of another run on the same checkpoint, and that of a Python application whose"
              + " process is gone.");

  static final ConfigOption<Optional<Integer>> MAX_ATTEMPTS =
      option(
          "maxAttempts",
          Types.orWord("off", Types.whole(1, "a whole number from 1 on")),
          Default.value("off"),
          "Cap on consecutive attempts that end badly, whether they bank progress or not.");

  static final ConfigOption<Optional<Duration>> MAX_ELAPSED =
      option(
          "maxElapsed",
          Types.orWord("off", Durations.atLeast(Duration.ofSeconds(1))),
          Default.value("off"),
          "Cap on the time since the first bad end after the last good one.");

  /** All of them, in the order of the reference. */
  static final List<ConfigOption<?>> ALL =
      List.of(
          ENABLED,
          LIMIT,
          ACTION,
          COOLDOWN,
          PLACES,
          RESUME,
          EXEMPT_ERRORS,
          MAX_ATTEMPTS,
          MAX_ELAPSED);

  private static <T> ConfigOption<T> option(
      String name, OptionType<T> type, Default fallback, String description) {
    return new ConfigOption<>(
        "recovery." + name, Scope.QUERY_OR_GLOBAL, type, fallback, description, FIRST);
  }
}
