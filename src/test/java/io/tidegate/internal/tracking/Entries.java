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
package io.tidegate.internal.tracking;

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.model.FieldPath;
import io.tidegate.internal.model.NamePattern;
import io.tidegate.internal.settings.OffsetSettings;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.QuerySettings.OnNewLineage;
import io.tidegate.internal.settings.QuerySettings.StartsAt;
import io.tidegate.internal.settings.RecoverySettings;
import io.tidegate.internal.settings.TidegateSettings;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;

/** Settings for tests. */
final class Entries {
  static final Duration HEARTBEAT = Duration.ofMinutes(5);

  private static final RecoverySettings RECOVERY =
      new RecoverySettings(
          true,
          3,
          RecoverySettings.Action.REFUSE,
          Duration.ZERO,
          List.of(),
          null,
          List.of(),
          null,
          null);

  private Entries() {}

  static QuerySettings offset(String name, String table) {
    return entry(name, name, table, FrontierRule.OFFSET);
  }

  static QuerySettings watermark(String name, String table) {
    return entry(name, name, table, FrontierRule.WATERMARK);
  }

  static QuerySettings entry(String label, String name, String table, FrontierRule rule) {
    return entry(label, name, table, rule, StartsAt.NOW);
  }

  static QuerySettings entry(
      String label, String name, String table, FrontierRule rule, StartsAt startsAt) {
    return new QuerySettings(
        label,
        NamePattern.parse(name),
        table,
        rule,
        Duration.ofHours(1),
        ZoneOffset.UTC,
        Duration.ZERO,
        new OffsetSettings(
            FieldPath.parse("commit_ts"), null, List.of(FieldPath.parse("snapshot"))),
        OnNewLineage.REBUILD,
        startsAt,
        RECOVERY);
  }

  static TidegateSettings settings(Duration maxFutureSkew, List<QuerySettings> entries) {
    return new TidegateSettings(
        null,
        null,
        entries,
        maxFutureSkew,
        HEARTBEAT,
        Duration.ofSeconds(10),
        Duration.ofSeconds(60));
  }
}
