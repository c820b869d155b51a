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
package io.tidegate.internal.testing;

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.model.FieldPath;
import io.tidegate.internal.model.NamePattern;
import io.tidegate.internal.settings.OffsetSettings;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.QuerySettings.OnNewLineage;
import io.tidegate.internal.settings.QuerySettings.StartsAt;
import io.tidegate.internal.settings.RecoverySettings;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries with the documented defaults, changed one option at a time. Immutable. */
public record Entries(
    FrontierRule rule,
    Duration granularity,
    ZoneId zone,
    Duration lag,
    String field,
    @Nullable ZoneId fieldZone,
    OnNewLineage onNewLineage) {

  /** An hourly entry in UTC. */
  public static Entries of(FrontierRule rule) {
    return new Entries(
        rule,
        Duration.ofHours(1),
        ZoneOffset.UTC,
        Duration.ZERO,
        "commit_ts",
        null,
        OnNewLineage.REBUILD);
  }

  public Entries granularity(Duration value) {
    return new Entries(rule, value, zone, lag, field, fieldZone, onNewLineage);
  }

  public Entries zone(String value) {
    return new Entries(rule, granularity, ZoneId.of(value), lag, field, fieldZone, onNewLineage);
  }

  public Entries lag(Duration value) {
    return new Entries(rule, granularity, zone, value, field, fieldZone, onNewLineage);
  }

  public Entries field(String value) {
    return new Entries(rule, granularity, zone, lag, value, fieldZone, onNewLineage);
  }

  public Entries fieldZone(String value) {
    return new Entries(rule, granularity, zone, lag, field, ZoneId.of(value), onNewLineage);
  }

  public Entries onNewLineage(OnNewLineage value) {
    return new Entries(rule, granularity, zone, lag, field, fieldZone, value);
  }

  /** The entry. */
  public QuerySettings settings() {
    return new QuerySettings(
        "orders",
        NamePattern.parse("orders"),
        "sales.orders",
        rule,
        granularity,
        zone,
        lag,
        new OffsetSettings(
            FieldPath.parse(field),
            fieldZone,
            List.of(
                FieldPath.parse("snapshot"),
                FieldPath.parse("isStartingVersion"),
                FieldPath.parse("scanSnapshot"),
                FieldPath.parse("scan_all_files"))),
        onNewLineage,
        StartsAt.NOW,
        new RecoverySettings(
            true,
            3,
            RecoverySettings.Action.REFUSE,
            Duration.ofMinutes(15),
            List.of(),
            null,
            List.of(),
            null,
            null));
  }
}
