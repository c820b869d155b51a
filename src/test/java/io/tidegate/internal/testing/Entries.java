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
import io.tidegate.internal.settings.DoneSettings;
import io.tidegate.internal.settings.OffsetSettings;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.QuerySettings.OnNewLineage;
import io.tidegate.internal.settings.QuerySettings.StartsAt;
import io.tidegate.internal.settings.RecoverySettings;
import io.tidegate.internal.settings.TidegateSettings;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Entries with the documented defaults, changed one option at a time. Immutable. */
public final class Entries {
  private final FrontierRule rule;
  private String label = "orders";
  private String name = "orders";
  private String table = "sales.orders";
  private Duration granularity = Duration.ofHours(1);
  private ZoneId zone = ZoneOffset.UTC;
  private Duration lag = Duration.ZERO;
  private String field = "commit_ts";
  private @Nullable ZoneId fieldZone;
  private OnNewLineage onNewLineage = OnNewLineage.REBUILD;
  private StartsAt startsAt = StartsAt.NOW;
  private DoneSettings done = DoneSettings.NONE;
  private RecoverySettings recovery = recovery(RecoverySettings.Action.REFUSE, null);

  private Entries(FrontierRule rule) {
    this.rule = rule;
  }

  /** An hourly entry in UTC for the query and the table {@code orders}. */
  public static Entries of(FrontierRule rule) {
    return new Entries(rule);
  }

  /** An {@code offset} entry for one query, labelled with its name. */
  public static QuerySettings offset(String name, String table) {
    return of(FrontierRule.OFFSET).label(name).name(name).table(table).settings();
  }

  /** A {@code watermark} entry for one query, labelled with its name. */
  public static QuerySettings watermark(String name, String table) {
    return of(FrontierRule.WATERMARK).label(name).name(name).table(table).settings();
  }

  /** An application with these entries and the documented defaults. */
  public static TidegateSettings application(List<QuerySettings> entries) {
    return application(Duration.ofMinutes(5), entries);
  }

  /** The same with another {@code maxFutureSkew}. */
  public static TidegateSettings application(Duration maxFutureSkew, List<QuerySettings> entries) {
    return new TidegateSettings(
        null,
        null,
        entries,
        maxFutureSkew,
        Duration.ofMinutes(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60));
  }

  public Entries label(String value) {
    return with(next -> next.label = value);
  }

  /** Which queries it tracks: a name, or a glob. */
  public Entries name(String value) {
    return with(next -> next.name = value);
  }

  public Entries table(String value) {
    return with(next -> next.table = value);
  }

  public Entries granularity(Duration value) {
    return with(next -> next.granularity = value);
  }

  public Entries zone(String value) {
    return with(next -> next.zone = ZoneId.of(value));
  }

  public Entries lag(Duration value) {
    return with(next -> next.lag = value);
  }

  public Entries field(String value) {
    return with(next -> next.field = value);
  }

  public Entries fieldZone(String value) {
    return with(next -> next.fieldZone = ZoneId.of(value));
  }

  public Entries onNewLineage(OnNewLineage value) {
    return with(next -> next.onNewLineage = value);
  }

  public Entries recovery(RecoverySettings value) {
    return with(next -> next.recovery = value);
  }

  /** The documented bound, with another action or a resume token. */
  public static RecoverySettings recovery(RecoverySettings.Action action, @Nullable String resume) {
    return new RecoverySettings(
        true, 3, action, Duration.ofMinutes(15), List.of(), resume, List.of("Exempt*"), null, null);
  }

  public Entries done(DoneSettings value) {
    return with(next -> next.done = value);
  }

  public Entries startsAt(StartsAt value) {
    return with(next -> next.startsAt = value);
  }

  private Entries with(Consumer<Entries> change) {
    Entries next = new Entries(rule);
    next.label = label;
    next.name = name;
    next.table = table;
    next.granularity = granularity;
    next.zone = zone;
    next.lag = lag;
    next.field = field;
    next.fieldZone = fieldZone;
    next.onNewLineage = onNewLineage;
    next.startsAt = startsAt;
    next.recovery = recovery;
    next.done = done;
    change.accept(next);
    return next;
  }

  /** The entry. */
  public QuerySettings settings() {
    return new QuerySettings(
        label,
        NamePattern.parse(name),
        table,
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
        startsAt,
        recovery,
        done);
  }
}
