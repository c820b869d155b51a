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

import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.settings.QueryMatcher;
import io.tidegate.internal.settings.QueryMatcher.Match;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.util.Redactor;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs an application tracks, by run id, and the names it has seen. Thread safe: callbacks find
 * and add, the writer thread removes.
 */
final class Runs {
  private static final Logger LOG = LoggerFactory.getLogger(Runs.class);
  private static final int MOST_NAMES = 20;
  private static final int MOST_STRANGERS = 10_000;

  private final QueryMatcher matcher;
  private final BiFunction<RunStart, QuerySettings, TrackedRun> factory;
  private final TidegateMetrics metrics;
  private final Redactor redactor;
  private final Map<UUID, TrackedRun> runs = new ConcurrentHashMap<>();
  private final Set<UUID> strangers = ConcurrentHashMap.newKeySet();
  private final Set<String> namesSeen = ConcurrentHashMap.newKeySet();
  private final Set<String> ambiguousNames = ConcurrentHashMap.newKeySet();
  private final Set<String> matchedLabels = ConcurrentHashMap.newKeySet();
  private final Map<UUID, Sighting> sightings = new ConcurrentHashMap<>();

  /**
   * A run that is neither tracked nor known to be a stranger, seen without its name.
   *
   * @param queryId its query
   * @param runId the run
   */
  record Sighting(UUID queryId, UUID runId) {}

  Runs(
      QueryMatcher matcher,
      BiFunction<RunStart, QuerySettings, TrackedRun> factory,
      TidegateMetrics metrics,
      Redactor redactor) {
    this.matcher = matcher;
    this.factory = factory;
    this.metrics = metrics;
    this.redactor = redactor;
  }

  @Nullable TrackedRun find(UUID runId) {
    return runs.get(runId);
  }

  Collection<TrackedRun> all() {
    return runs.values();
  }

  boolean stranger(UUID runId) {
    return strangers.contains(runId);
  }

  /** Adds a run if its name is configured; the run, or null when it is not tracked. */
  @Nullable TrackedRun add(UUID queryId, UUID runId, @Nullable String name, StartOf start) {
    TrackedRun known = runs.get(runId);
    if (known != null || strangers.contains(runId)) {
      return known;
    }
    if (name != null) {
      seen(name);
    }
    Match match = matcher.match(name);
    if (name != null && match instanceof QueryMatcher.Tracked tracked) {
      matchedLabels.add(tracked.entry().label());
      TrackedRun fresh = factory.apply(start.of(queryId, runId, name), tracked.entry());
      TrackedRun raced = runs.putIfAbsent(runId, fresh);
      return raced == null ? fresh : raced;
    }
    if (name != null && match instanceof QueryMatcher.Ambiguous tie) {
      ambiguous(name, tie);
    }
    ignore(runId);
    return null;
  }

  /** Makes the start of a run whose name turned out to be configured. */
  interface StartOf {
    RunStart of(UUID queryId, UUID runId, String name);
  }

  private void ignore(UUID runId) {
    if (strangers.size() >= MOST_STRANGERS) {
      strangers.clear();
    }
    strangers.add(runId);
  }

  /** A query was refused, so that it does not become a run. */
  void refused(String name) {
    seen(name);
    if (matcher.match(name) instanceof QueryMatcher.Tracked tracked) {
      matchedLabels.add(tracked.entry().label());
    }
  }

  private void seen(String name) {
    if (namesSeen.size() < MOST_NAMES) {
      namesSeen.add(name);
    }
  }

  private void ambiguous(String name, QueryMatcher.Ambiguous tie) {
    if (ambiguousNames.size() >= MOST_STRANGERS || !ambiguousNames.add(name)) {
      return;
    }
    metrics.ambiguous();
    tie.entries().forEach(entry -> matchedLabels.add(entry.label()));
    LOG.error(
        "Query '{}' is not tracked (AMBIGUOUS): the entries {} match it equally well. Give one of"
            + " them the exact name, or a longer literal prefix.",
        redactor.text(name),
        tie.entries().stream().map(QuerySettings::label).collect(Collectors.joining(", ")));
  }

  /** Notes a run seen without its name. */
  void sighted(UUID queryId, UUID runId) {
    if (sightings.size() < MOST_STRANGERS) {
      sightings.putIfAbsent(runId, new Sighting(queryId, runId));
    }
  }

  /** Takes what was sighted since the last call. */
  List<Sighting> takeSightings() {
    List<Sighting> taken = List.copyOf(sightings.values());
    taken.forEach(seen -> sightings.remove(seen.runId()));
    return taken;
  }

  void forget(UUID runId) {
    strangers.remove(runId);
  }

  /** Lets go of a run for good: events of it that the bus still holds do not bring it back. */
  void remove(TrackedRun run) {
    if (run.slot().termination() == null) {
      ignore(run.start().runId());
    }
    runs.remove(run.start().runId(), run);
  }

  /** One WARN for each entry that no query has matched. */
  void warnOfUnmatched(List<QuerySettings> entries) {
    for (QuerySettings entry : entries) {
      if (!matchedLabels.contains(entry.label())) {
        LOG.warn(
            "The entry spark.tidegate.queries.{} (name '{}') has matched no query. Names seen: {}."
                + " Names are matched exactly and case-sensitively; set queryName(...) in the"
                + " application, or correct the entry's name.",
            entry.label(),
            redactor.text(entry.name().text()),
            namesSeen.isEmpty()
                ? "none"
                : namesSeen.stream()
                    .sorted()
                    .map(redactor::text)
                    .collect(Collectors.joining(", ")));
      }
    }
  }
}
