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
package io.tidegate.internal.spark;

import io.tidegate.internal.util.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions for tidegate's own SQL. Each stands beside a session of the application's: it sees the
 * catalogs and the storage of that one, and nothing else of what that one sets.
 */
final class OwnSession {
  private static final Logger LOG = LoggerFactory.getLogger(OwnSession.class);
  private static final String TABLE_DEFAULTS = "spark.databricks.delta.properties.defaults.";
  private static final String CATALOGS = "spark.sql.catalog.";
  private static final String DEFAULT_CATALOG = "spark.sql.defaultCatalog";

  /** What the statements mean, and that they are small, whatever the application has set. */
  private static final Map<String, String> FIXED =
      Map.ofEntries(
          Map.entry("spark.sql.session.timeZone", "UTC"),
          Map.entry("spark.sql.ansi.enabled", "true"),
          Map.entry("spark.sql.ansi.doubleQuotedIdentifiers", "false"),
          Map.entry("spark.sql.caseSensitive", "false"),
          Map.entry("spark.sql.timestampType", "TIMESTAMP_LTZ"),
          Map.entry("spark.sql.variable.substitute", "false"),
          Map.entry("spark.sql.optimizer.excludedRules", ""),
          Map.entry("spark.sql.shuffle.partitions", "1"),
          Map.entry("spark.sql.adaptive.enabled", "false"),
          Map.entry("spark.databricks.delta.snapshotPartitions", "1"),
          Map.entry("spark.databricks.delta.schema.autoMerge.enabled", "false"),
          Map.entry("spark.databricks.delta.merge.materializeSource", "none"));

  private OwnSession() {}

  /** Opens one. */
  static SparkSession beside(SparkSession application) {
    SparkSession own = application.newSession();
    Sessions.own(own);
    follow(own, application);
    FIXED.forEach((key, value) -> set(own, key, value));
    // A table that it creates is to be readable by every reader, whatever a site has by default.
    tableDefaults(own.sessionState().newHadoopConf()).forEach(key -> unset(own, key));
    set(own, "spark.databricks.delta.commitInfo.userMetadata", author());
    return own;
  }

  /** Who writes, for the history of the tables. */
  static String author() {
    return "tidegate/" + Version.of();
  }

  /** Takes over what the session that it stands beside sets by now. */
  static void follow(SparkSession own, SparkSession application) {
    Configuration given = application.sessionState().newHadoopConf();
    Configuration had = own.sessionState().newHadoopConf();
    for (Map.Entry<String, String> each : given) {
      if (concernsTables(each.getKey()) && !each.getValue().equals(raw(had, each.getKey()))) {
        set(own, each.getKey(), each.getValue());
      }
    }
    for (Map.Entry<String, String> each : had) {
      if (concernsTables(each.getKey()) && raw(given, each.getKey()) == null) {
        unset(own, each.getKey());
      }
    }
  }

  /** Whether a setting says which tables there are, or how their storage is reached. */
  private static boolean concernsTables(String key) {
    return !key.startsWith("spark.") || key.startsWith(CATALOGS) || key.equals(DEFAULT_CATALOG);
  }

  /** The settings that say which properties Delta Lake gives to each table it creates. */
  static List<String> tableDefaults(Iterable<Map.Entry<String, String>> settings) {
    List<String> keys = new ArrayList<>();
    for (Map.Entry<String, String> each : settings) {
      if (each.getKey().startsWith(TABLE_DEFAULTS)) {
        keys.add(each.getKey());
      }
    }
    return keys;
  }

  private static @Nullable String raw(Configuration conf, String key) {
    return conf.getRaw(key);
  }

  private static void set(SparkSession session, String key, String value) {
    try {
      session.conf().set(key, value);
    } catch (Exception e) { // a platform may not let it be set
      LOG.debug("{} cannot be set for tidegate's own session.", key, e);
    }
  }

  private static void unset(SparkSession session, String key) {
    try {
      session.conf().unset(key);
    } catch (Exception e) { // likewise
      LOG.debug("{} cannot be unset for tidegate's own session.", key, e);
    }
  }
}
