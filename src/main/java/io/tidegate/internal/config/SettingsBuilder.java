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

import io.tidegate.internal.model.NamePattern;
import io.tidegate.internal.settings.DoneSettings;
import io.tidegate.internal.settings.OffsetSettings;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.RecoverySettings;
import io.tidegate.internal.settings.RecoverySettings.Action;
import io.tidegate.internal.settings.TidegateSettings;
import java.util.ArrayList;
import java.util.List;

/** Makes records of settings that have been checked. */
final class SettingsBuilder {
  private final GivenSettings given;

  SettingsBuilder(GivenSettings given) {
    this.given = given;
  }

  TidegateSettings build(TablePlaces places) {
    List<QuerySettings> queries = new ArrayList<>();
    given.labels().forEach(label -> queries.add(query(label)));
    return new TidegateSettings(
        places.controlTable().orElse(null),
        places.lineageTable().orElse(null),
        queries,
        given.get(Options.MAX_FUTURE_SKEW, null),
        given.get(Options.HEARTBEAT, null),
        given.get(Options.FLUSH_TIMEOUT, null),
        given.get(Options.COMMIT_TIMEOUT, null));
  }

  private QuerySettings query(String label) {
    NamePattern name = given.find(Options.NAME, label).orElseGet(() -> NamePattern.parse(label));
    return new QuerySettings(
        label,
        name,
        given.get(Options.TABLE, label),
        given.get(Options.FRONTIER, label),
        given.get(Options.GRANULARITY, label),
        given.get(Options.ZONE, label),
        given.get(Options.LAG, label),
        new OffsetSettings(
            given.get(Options.OFFSET_FIELD, label),
            given.get(Options.OFFSET_ZONE, label).orElse(null),
            given.get(Options.OFFSET_INCOMPLETE_WHEN, label)),
        given.get(Options.ON_NEW_LINEAGE, label),
        given.get(Options.STARTS_AT, label),
        recovery(label, name.isGlob() ? Action.WARN : Action.REFUSE),
        done(label));
  }

  private DoneSettings done(String label) {
    return new DoneSettings(
        given.get(DoneOptions.SUCCESS_FILE, label).orElse(null),
        given.get(DoneOptions.HTTP, label).orElse(null),
        given.get(DoneOptions.HTTP_TOKEN, label).orElse(null));
  }

  private RecoverySettings recovery(String label, Action defaultAction) {
    return new RecoverySettings(
        given.get(RecoveryOptions.ENABLED, label),
        given.get(RecoveryOptions.LIMIT, label),
        given.find(RecoveryOptions.ACTION, label).orElse(defaultAction),
        given.get(RecoveryOptions.COOLDOWN, label),
        given.get(RecoveryOptions.PLACES, label),
        given.get(RecoveryOptions.RESUME, label).orElse(null),
        given.get(RecoveryOptions.EXEMPT_ERRORS, label),
        given.get(RecoveryOptions.MAX_ATTEMPTS, label).orElse(null),
        given.get(RecoveryOptions.MAX_ELAPSED, label).orElse(null));
  }
}
