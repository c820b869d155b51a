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
package io.tidegate.internal.frontier;

import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.TriggerReport;
import java.util.Optional;
import java.util.Set;

/**
 * Tells from what a trigger reported whether it had read all there was. The end offset alone proves
 * nothing: many sources report as latest whatever they were read up to. Pure; thread safe.
 */
public final class CaughtUp {

  /** Sources known to report their newest offset whatever limits a batch. */
  private static final Set<String> HONEST = Set.of("KafkaV2");

  private CaughtUp() {}

  /** Whether the trigger is a witness of idleness: every source was asked and had nothing. */
  public static boolean idle(TriggerReport trigger) {
    return !trigger.sources().isEmpty() && trigger.sources().stream().allMatch(CaughtUp::idle);
  }

  /** The last batch that the trigger speaks for; -1 before the first. */
  public static long lastBatch(TriggerReport trigger) {
    return idle(trigger) ? trigger.batchId() - 1 : trigger.batchId();
  }

  /**
   * Why the trigger does not prove that everything had been read.
   *
   * @return a sentence without its full stop; empty when it does prove it
   */
  public static Optional<String> missing(TriggerReport trigger) {
    if (trigger.sources().isEmpty()) {
      return Optional.of("the query reported no source");
    }
    return trigger.sources().stream()
        .filter(source -> !idle(source) && !readToItsLatest(source))
        .findFirst()
        .map(CaughtUp::described);
  }

  private static String described(SourceReport source) {
    String name = "source " + source.description();
    if (OffsetJson.same(source.start(), source.end())) {
      return name + " left records waiting: it reports " + source.latest() + " as its latest";
    }
    return HONEST.contains(kind(source))
        ? name + " has more to read: it reports " + source.latest() + " as its latest"
        : name + " had something to read at each trigger";
  }

  private static boolean idle(SourceReport source) {
    return OffsetJson.same(source.start(), source.end())
        && (source.latest() == null || OffsetJson.same(source.latest(), source.end()));
  }

  private static boolean readToItsLatest(SourceReport source) {
    return HONEST.contains(kind(source))
        && source.latest() != null
        && OffsetJson.same(source.latest(), source.end());
  }

  private static String kind(SourceReport source) {
    int bracket = source.description().indexOf('[');
    return bracket < 0 ? source.description() : source.description().substring(0, bracket);
  }
}
