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

import io.tidegate.internal.store.sql.OwnSessions;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions of an application for the SQL that keeps tidegate's tables. They see the application's
 * catalogs and storage, and nothing else of what its own sessions set. Thread safe.
 */
final class StoreSessions implements OwnSessions {
  private static final Logger LOG = LoggerFactory.getLogger(StoreSessions.class);
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

  private final SparkContext context;
  private final String author;

  /**
   * @param author who writes, for the history of the tables
   */
  StoreSessions(SparkContext context, String author) {
    this.context = context;
    this.author = author;
  }

  @Override
  public boolean stopped() {
    return context.isStopped();
  }

  @Override
  public Optional<SparkSession> open() {
    for (SparkSession session : Sessions.known()) {
      if (session.sparkContext().equals(context)) {
        return Optional.of(beside(session));
      }
    }
    return Optional.empty();
  }

  private SparkSession beside(SparkSession application) {
    SparkSession own = application.newSession();
    Sessions.own(own);
    Configuration given = application.sessionState().newHadoopConf();
    Configuration plain = own.sessionState().newHadoopConf();
    for (Map.Entry<String, String> each : given) {
      if (concernsTables(each.getKey()) && !each.getValue().equals(raw(plain, each.getKey()))) {
        set(own, each.getKey(), each.getValue());
      }
    }
    FIXED.forEach((key, value) -> set(own, key, value));
    set(own, "spark.databricks.delta.commitInfo.userMetadata", author);
    return own;
  }

  /** Whether a setting says which tables there are, or how their storage is reached. */
  private static boolean concernsTables(String key) {
    return !key.startsWith("spark.") || key.startsWith(CATALOGS) || key.equals(DEFAULT_CATALOG);
  }

  private static @Nullable String raw(Configuration conf, String key) {
    return conf.getRaw(key);
  }

  private static void set(SparkSession session, String key, String value) {
    try {
      session.conf().set(key, value);
    } catch (Exception e) { // a platform may not let it be set
      LOG.debug("{} cannot be set for the session of the store.", key, e);
    }
  }
}
