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
package io.tidegate.internal.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.api.FrontierRule;
import io.tidegate.internal.frontier.Arrival;
import io.tidegate.internal.frontier.Evaluation;
import io.tidegate.internal.frontier.FrontierRules;
import io.tidegate.internal.frontier.Periods;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.SourcePosition;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares a verdict with what its rule makes of its proof. */
final class RuleCheck {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /** No batch is planned later, so that the guard lets every frontier pass. */
  private static final Instant EVER = Instant.parse("9000-01-01T00:00:00Z");

  /** No period is longer, however a zone changes. */
  private static final Duration LONGEST_PERIOD = Duration.ofHours(49);

  private final Verified.Builder found;
  private final Instant until;
  private final Instant frontier;
  private final String basis;
  private final boolean tainted;
  private final @Nullable QuerySettings entry;
  private final Duration maxFutureSkew;

  /**
   * @param found gets what is not as it should be
   * @param tainted whether a rejected frontier stands in the row, which brings its own basis along
   * @param entry the configured entry; null where none is given, or it has another basis by now
   */
  RuleCheck(
      Verified.Builder found,
      Instant until,
      Instant frontier,
      String basis,
      boolean tainted,
      @Nullable QuerySettings entry,
      Duration maxFutureSkew) {
    this.found = found;
    this.until = until;
    this.frontier = frontier;
    this.basis = basis;
    this.tainted = tainted;
    this.entry = entry;
    this.maxFutureSkew = maxFutureSkew;
  }

  /** Whether the verdict is the start of the frontier's period. */
  void period() {
    if (entry != null) {
      Instant start = new Periods(entry.granularity(), entry.zone()).floor(frontier);
      if (!start.equals(until)) {
        found.differs("finalized_until", start, until);
      }
      return;
    }
    if (until.isAfter(frontier)) {
      found.differs("finalized_until", "none later than the frontier " + frontier, until);
    } else if (until.isBefore(frontier.minus(LONGEST_PERIOD))) {
      found.differs("finalized_until", "the period that holds the frontier " + frontier, until);
    }
    found.unchecked("the period's length and zone, and lag (give --conf-file)");
  }

  /** Whether the rule yields the frontier from the batch. */
  void batch(CommittedBatch batch, boolean hasState) {
    Optional<QuerySettings> rule = rule();
    if (rule.isEmpty()) {
      return;
    }
    boolean watermark = rule.get().frontier() == FrontierRule.WATERMARK;
    // Of a query that keeps rows the watermark after a batch is more than it has emitted by.
    boolean bound = watermark && hasState;
    if (bound) {
      found.unchecked("how far behind the watermark rows were kept in state");
    }
    evaluate(rule.get(), batch, entry != null && !bound, Duration.ZERO);
  }

  /** Whether the rule can yield the frontier from the end offsets that the row has kept. */
  void keptOffsets(VerdictRow row, long batchId, String endOffset) {
    Optional<QuerySettings> rule = rule();
    if (rule.isEmpty()) {
      return;
    }
    if (rule.get().frontier() == FrontierRule.WATERMARK) {
      found.unchecked("the watermark, which only the log had");
      return;
    }
    Optional<List<SourcePosition>> sources = sources(endOffset);
    if (sources.isEmpty()) {
      found.differs("end_offset", "a JSON array with an offset for each source", endOffset);
      return;
    }
    CommittedBatch kept = new CommittedBatch(batchId, EVER, null, null, null, sources.get(), false);
    evaluate(rule.get(), kept, entry != null, maxFutureSkew);
  }

  private Optional<QuerySettings> rule() {
    if (tainted) {
      found.unchecked("the frontier, while basis may be that of the rejected held_value");
      return Optional.empty();
    }
    Optional<QuerySettings> rule = entry != null ? Optional.of(entry) : Basis.entry(basis);
    if (rule.isEmpty() || rule.get().frontier() == FrontierRule.ARRIVAL) {
      found.unchecked(
          basis.equals("arrival")
              ? "the frontier: arrival goes by the progress of a run, which no checkpoint holds"
              : "the frontier: this version does not know the basis " + basis);
      return Optional.empty();
    }
    return rule;
  }

  /**
   * @param exact whether nothing that is not known may have made the frontier any earlier
   * @param capped by how much the guard may have made it earlier all the same
   */
  private void evaluate(QuerySettings rule, CommittedBatch batch, boolean exact, Duration capped) {
    Evaluation evaluation =
        new FrontierRules(rule, maxFutureSkew)
            .evaluate(DeclaredPlan.of(false, true), false, batch, Arrival.NOTHING);
    if (evaluation instanceof Evaluation.None none) {
      found.differs("frontier", "none (" + none.code() + ": " + none.why() + ")", frontier);
      return;
    }
    Instant latest = ((Evaluation.Frontier) evaluation).frontier().truncatedTo(ChronoUnit.MICROS);
    if (frontier.isAfter(latest) || (exact && frontier.isBefore(latest.minus(capped)))) {
      found.differs("frontier", exact ? latest : "none later than " + latest, frontier);
    }
  }

  private static Optional<List<SourcePosition>> sources(String endOffset) {
    try {
      JsonNode array = JSON.readTree(endOffset);
      if (!array.isArray() || array.isEmpty()) {
        return Optional.empty();
      }
      List<SourcePosition> sources = new ArrayList<>();
      for (JsonNode each : array) {
        String text = each.isNull() ? null : each.isTextual() ? each.textValue() : each.toString();
        sources.add(new SourcePosition(Integer.toString(sources.size()), text));
      }
      return Optional.of(sources);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
