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

import io.tidegate.internal.model.MarkerPattern;
import io.tidegate.internal.model.NamePattern;
import io.tidegate.internal.settings.QuerySettings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks for done markers that would overwrite each other, and for options without a partner. */
final class DoneChecks {
  /** Starts of periods to compare paths by: round ones, with the same parts as others' ends. */
  private static final List<Instant> SAMPLES =
      Stream.of(
              "2026-10-14T00:00:00Z",
              "2026-10-14T10:00:00Z",
              "2026-10-14T11:00:00Z",
              "2026-10-14T12:00:00Z",
              "2026-10-15T00:00:00Z")
          .map(Instant::parse)
          .toList();

  private static final Pattern LOCAL = Pattern.compile("^file:(//)?");

  private final GivenSettings given;
  private final Problems problems;
  private final Map<String, String> ownerOfPath = new HashMap<>();

  private DoneChecks(GivenSettings given, Problems problems) {
    this.given = given;
    this.problems = problems;
  }

  /** Checks every entry, alone and beside the others. */
  static void check(GivenSettings given, Problems problems) {
    DoneChecks checks = new DoneChecks(given, problems);
    given.labels().forEach(checks::checkPattern);
    checks.checkToken();
  }

  private void checkPattern(String label) {
    MarkerPattern pattern =
        given.find(DoneOptions.SUCCESS_FILE, label).orElse(Optional.empty()).orElse(null);
    RawSetting setting = given.given(DoneOptions.SUCCESS_FILE, label).orElse(null);
    if (pattern == null || setting == null) {
      return;
    }
    Optional<Duration> granularity = given.find(Options.GRANULARITY, label);
    Optional<ZoneId> zone = given.find(Options.ZONE, label);
    if (granularity.isPresent()
        && zone.isPresent()
        && !pattern.tellsApart(granularity.get(), zone.get())) {
      problems.wrong(setting, collides(label, granularity.get(), zone.get()));
    }
    checkTable(label, pattern, setting);
  }

  private static String collides(String label, Duration granularity, ZoneId zone) {
    boolean clocksChange =
        granularity.compareTo(Duration.ofDays(1)) < 0 && !zone.getRules().isFixedOffset();
    return "gives two periods of the entry `"
        + label
        + "` one path: "
        + (clocksChange
            ? "clocks in " + zone + " are set back, so that two periods have one local time"
            : "it leaves out a part of their start")
        + ". Expected: a path with `{start}` or `{end}` in it"
        + (clocksChange ? "" : ", or with every part down to the granularity");
  }

  private void checkTable(String label, MarkerPattern pattern, RawSetting setting) {
    Optional<String> table = given.find(Options.TABLE, label);
    boolean glob = given.find(Options.NAME, label).filter(NamePattern::isGlob).isPresent();
    if (glob && !pattern.namesTable()) {
      problems.wrong(
          setting,
          "gives the tables of all queries that the entry `"
              + label
              + "` matches one path. Expected: a path with `{table}` in it");
      return;
    }
    if (glob || table.isEmpty() || table.get().contains(QuerySettings.NAME_PLACEHOLDER)) {
      return;
    }
    Duration granularity = given.find(Options.GRANULARITY, label).orElse(Duration.ofHours(1));
    ZoneId zone = given.find(Options.ZONE, label).orElse(ZoneOffset.UTC);
    SAMPLES.stream()
        .map(start -> pattern.path(table.get(), start, start.plus(granularity), zone))
        .map(path -> ownerOfPath.putIfAbsent(LOCAL.matcher(path).replaceFirst(""), label))
        .filter(owner -> owner != null && !owner.equals(label))
        .findFirst()
        .ifPresent(
            owner ->
                problems.wrong(
                    setting,
                    "gives the tables of the entries `"
                        + owner
                        + "` and `"
                        + label
                        + "` one path. Expected: a path with `{table}` in it"));
  }

  /** A token that nothing would send is a mistake. */
  private void checkToken() {
    for (String label : given.labels()) {
      given
          .given(DoneOptions.HTTP_TOKEN, label)
          .filter(token -> token.address().label() != null && !posts(label))
          .ifPresent(token -> problems.wrong(token, "is given without done.http"));
    }
    if (!given.labels().isEmpty() && given.labels().stream().noneMatch(this::posts)) {
      given
          .given(DoneOptions.HTTP_TOKEN, null)
          .ifPresent(token -> problems.wrong(token, "is given without done.http"));
    }
  }

  /** Whether the entry posts, or would if its URL were right. */
  private boolean posts(String label) {
    return given.given(DoneOptions.HTTP, label).isPresent();
  }
}
