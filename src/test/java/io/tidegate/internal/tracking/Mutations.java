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

import static io.tidegate.internal.tracking.ModelSetup.Kind.ARRIVAL;
import static io.tidegate.internal.tracking.ModelSetup.Kind.OFFSET;
import static io.tidegate.internal.tracking.ModelSetup.Kind.WATERMARK;
import static io.tidegate.internal.tracking.ModelSetup.Kind.WINDOW;

import io.tidegate.api.HoldCode;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.frontier.Periods;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.SourcePosition;
import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.StreamingSource;
import io.tidegate.internal.model.TumblingWindow;
import io.tidegate.internal.store.CheckpointState;
import io.tidegate.internal.testing.Plans;
import io.tidegate.internal.tracking.ModelSetup.Kind;
import io.tidegate.internal.verdict.Merged;
import io.tidegate.internal.verdict.Owner;
import io.tidegate.internal.verdict.Proof;
import io.tidegate.internal.verdict.RunReport;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The wrong rules that the model must catch. */
final class Mutations {
  private Mutations() {}

  static List<Mutation> all() {
    return List.of(
        // What is taken for proof of having caught up.
        of("believes the latest of any source", sources(Mutations::asKafka), ARRIVAL),
        of("takes no latest for having read all", sources(Mutations::latestIsEnd), ARRIVAL),
        of("takes waiting for being idle", sources(Mutations::waitingIsIdle), ARRIVAL),
        of("takes a source without latest for busy", sources(Mutations::neverIdle), ARRIVAL),
        of("takes the trigger's time of pinned offsets", plans(Mutations::unpinned), ARRIVAL),
        of("takes a trigger's end for its beginning", Mutations::endOfTrigger, ARRIVAL),
        of("ignores open transactions", plans(Mutations::uncommittedShown), ARRIVAL),
        of("ignores a clock that was set", rules -> rules.tolerance = Duration.ofDays(1), ARRIVAL),
        // What a batch proves.
        of("takes the fastest source", batches(Mutations::fastest), OFFSET),
        of("accepts a batch that is not committed", Mutations::uncommitted, OFFSET, WINDOW),
        of("takes the fastest watermark", batches(Mutations::minPolicy), WATERMARK),
        of("overlooks a source without watermark", plans(Mutations::allWatermarked), WATERMARK),
        of("takes what is kept for emitted", plans(Mutations::keepsNothing), OFFSET, ARRIVAL),
        of("takes any lag for the length of windows", plans(Mutations::anyWindow), WINDOW),
        of("takes the greatest event time", batches(Mutations::undelayed), WATERMARK),
        of("takes the watermark of the event", batches(Mutations::ofTheEvent), WATERMARK),
        of("takes the watermark after a windowed batch", batches(Mutations::after), WINDOW),
        of("does not floor to a window", plans(Mutations::unfloored), WINDOW),
        of("ignores lag", reports((q, r) -> withoutLag(q, r)), ARRIVAL),
        of("rounds up to a period", reports(Mutations::roundedUp), Kind.values()),
        // What an epoch vouches for.
        of("covers the period it began in", reports(Mutations::fromThePeriod), Kind.values()),
        of("covers from the slowest source", Mutations::fromTheFirst, OFFSET),
        of("covers what a clock ahead had stamped", Mutations::fromTheFirst, ARRIVAL),
        of("keeps the claim of the epoch before", reports((q, r) -> trusting(r)), Kind.values()),
        // Whose row it is, and what stands in it.
        of("goes back", Mutations::goesBack, OFFSET),
        of("takes over within the epoch", Mutations::sameEpoch, Kind.values()),
        of("takes from the living", Mutations::conflictIgnored, Kind.values()),
        of("ignores a fence", Mutations::fenceIgnored, Kind.values()),
        of("ignores a successor", Mutations::successorIgnored, Kind.values()),
        of("lets a late failure overwrite", Mutations::lateFailure, Kind.values()),
        of("takes a copied checkpoint for the same", reports(Mutations::oneLineage), ARRIVAL),
        of("forgets a rejected time", Mutations::forgetsTaint, OFFSET),
        of("never says why", rows(row -> row.toBuilder().reason(null).build()), ARRIVAL),
        of("gives no code", rows(Mutations::withoutCode), ARRIVAL),
        of("holds for ever", reports((q, r) -> withoutProof(r)), Kind.values()));
  }

  private static Mutation of(String name, Consumer<ModelRules> change, Kind... kinds) {
    return new Mutation(name, Set.of(kinds), change);
  }

  private static Consumer<ModelRules> sources(UnaryOperator<SourceReport> change) {
    return rules -> rules.source = change;
  }

  private static Consumer<ModelRules> plans(UnaryOperator<QueryPlan> change) {
    return rules -> rules.plan = change;
  }

  private static Consumer<ModelRules> batches(UnaryOperator<CommittedBatch> change) {
    return rules -> rules.batch = change;
  }

  private static Consumer<ModelRules> reports(BiFunction<ModelQuery, RunReport, RunReport> change) {
    return rules -> rules.report = change::apply;
  }

  private static Consumer<ModelRules> rows(UnaryOperator<VerdictRow> change) {
    return rules ->
        rules.merge =
            (query, row, report, now) -> changed(rules.merged(query, row, report, now), change);
  }

  private static Merged changed(Merged merged, UnaryOperator<VerdictRow> change) {
    return merged instanceof Merged.Mine mine
        ? new Merged.Mine(change.apply(mine.row()), mine.urgency())
        : merged;
  }

  // ---- what sources report

  private static SourceReport asKafka(SourceReport of) {
    return new SourceReport("KafkaV2[x]", of.start(), of.end(), of.latest());
  }

  private static SourceReport latestIsEnd(SourceReport of) {
    return of.latest() == null ? asKafka(with(of, of.end())) : of;
  }

  private static SourceReport waitingIsIdle(SourceReport of) {
    return of.start() != null && of.start().equals(of.end()) ? with(of, of.end()) : of;
  }

  private static SourceReport neverIdle(SourceReport of) {
    return of.latest() == null ? with(of, "{}") : of;
  }

  private static SourceReport with(SourceReport of, @Nullable String latest) {
    return new SourceReport(of.description(), of.start(), of.end(), latest);
  }

  private static void endOfTrigger(ModelRules rules) {
    rules.trigger = (began, reported) -> reported;
  }

  // ---- what the plan says

  private static QueryPlan unpinned(QueryPlan of) {
    return plan(of, QueryPlan.Trigger.PROCESSING_TIME, of.sources(), of.window());
  }

  private static QueryPlan uncommittedShown(QueryPlan of) {
    List<StreamingSource> sources =
        of.sources().stream()
            .map(s -> new StreamingSource(s.provider(), s.watermarked(), false))
            .toList();
    return plan(of, of.trigger(), sources, of.window());
  }

  private static QueryPlan unfloored(QueryPlan of) {
    TumblingWindow none = new TumblingWindow(Duration.ofNanos(1_000), Instant.EPOCH);
    return plan(of, of.trigger(), of.sources(), none);
  }

  private static QueryPlan allWatermarked(QueryPlan of) {
    List<StreamingSource> sources =
        of.sources().stream()
            .map(s -> new StreamingSource(s.provider(), true, s.readCommitted()))
            .toList();
    return plan(of, of.trigger(), sources, of.window());
  }

  private static QueryPlan keepsNothing(QueryPlan of) {
    Plans plans = Plans.over(0);
    plans.trigger = of.trigger();
    plans.sources = of.sources();
    plans.emitsAtOnce = List.of("Deduplicate");
    return plans.build();
  }

  private static QueryPlan anyWindow(QueryPlan of) {
    return of.window() == null ? unfloored(of) : of;
  }

  private static QueryPlan plan(
      QueryPlan of,
      QueryPlan.Trigger trigger,
      List<StreamingSource> sources,
      @Nullable TumblingWindow window) {
    return new QueryPlan(
        of.execution(),
        trigger,
        of.outputMode(),
        of.unknown(),
        of.stateful(),
        of.emitsAtOnce(),
        sources,
        of.watermarks(),
        window);
  }

  // ---- what the checkpoint says

  private static CommittedBatch fastest(CommittedBatch of) {
    String greatest =
        of.sources().stream()
            .map(SourcePosition::offsetJson)
            .max((a, b) -> time(a).compareTo(time(b)))
            .orElseThrow();
    return batch(
        of,
        of.watermarkDuring(),
        of.watermarkAfter(),
        of.sources().stream().map(s -> new SourcePosition(s.source(), greatest)).toList());
  }

  private static Instant time(String json) {
    return Instant.parse(json.substring(json.indexOf(":\"") + 2, json.length() - 2));
  }

  private static CommittedBatch undelayed(CommittedBatch of) {
    Instant after = of.watermarkAfter();
    return batch(
        of,
        of.watermarkDuring(),
        after == null ? null : after.plus(Duration.ofMinutes(20)),
        of.sources());
  }

  private static CommittedBatch minPolicy(CommittedBatch of) {
    return new CommittedBatch(
        of.batchId(),
        of.batchTimestamp(),
        of.watermarkDuring(),
        of.watermarkAfter(),
        "min",
        of.sources(),
        of.positional());
  }

  private static CommittedBatch ofTheEvent(CommittedBatch of) {
    return batch(of, of.watermarkDuring(), of.watermarkDuring(), of.sources());
  }

  private static CommittedBatch after(CommittedBatch of) {
    return batch(of, of.watermarkAfter(), of.watermarkAfter(), of.sources());
  }

  private static CommittedBatch batch(
      CommittedBatch of,
      @Nullable Instant during,
      @Nullable Instant after,
      List<SourcePosition> sources) {
    return new CommittedBatch(
        of.batchId(),
        of.batchTimestamp(),
        during,
        after,
        of.watermarkPolicy(),
        sources,
        of.positional());
  }

  private static void uncommitted(ModelRules rules) {
    rules.checkpoint =
        (stream, state) -> {
          ModelStream.Batch pending = stream.pending();
          return pending == null
              ? state
              : new CheckpointState(
                  state.lineageId(), pending.read("min"), pending.id, state.hasState(), List.of());
        };
  }

  // ---- what a run reports

  private static RunReport withoutLag(ModelQuery query, RunReport of) {
    Proof proof = of.proof();
    if (proof == null) {
      return of;
    }
    Instant candidate = periods(query).floor(proof.raw());
    return report(
        of,
        of.owner(),
        of.coverageFrom(),
        new Proof(proof.raw(), proof.raw(), candidate, proof.batchId(), proof.endOffsets()),
        of.trustOldClaim());
  }

  private static RunReport roundedUp(ModelQuery query, RunReport of) {
    Proof proof = of.proof();
    if (proof == null) {
      return of;
    }
    Instant candidate = periods(query).nextAfter(proof.frontier());
    return report(
        of,
        of.owner(),
        of.coverageFrom(),
        new Proof(proof.raw(), candidate, candidate, proof.batchId(), proof.endOffsets()),
        of.trustOldClaim());
  }

  private static RunReport fromThePeriod(ModelQuery query, RunReport of) {
    Instant from = of.coverageFrom();
    Instant earlier = from == null ? null : from.minus(query.setup().granularity());
    return report(of, of.owner(), earlier, of.proof(), of.trustOldClaim());
  }

  /** Coverage begins after the raw frontier of a run's first proof, whatever else the rule says. */
  private static void fromTheFirst(ModelRules rules) {
    Map<UUID, Instant> first = new HashMap<>();
    rules.report =
        (query, of) -> {
          Proof proof = of.proof();
          if (proof == null) {
            return of;
          }
          Instant from = first.computeIfAbsent(query.runId, run -> proof.raw());
          return report(of, of.owner(), periods(query).nextAfter(from), proof, of.trustOldClaim());
        };
  }

  private static RunReport trusting(RunReport of) {
    return report(of, of.owner(), of.coverageFrom(), of.proof(), true);
  }

  private static RunReport withoutProof(RunReport of) {
    return report(of, of.owner(), of.coverageFrom(), null, of.trustOldClaim());
  }

  private static RunReport oneLineage(ModelQuery query, RunReport of) {
    Owner owner = of.owner();
    return report(
        of,
        owner(owner, owner.startedAt(), "by " + owner.queryId()),
        of.coverageFrom(),
        of.proof(),
        of.trustOldClaim());
  }

  private static Owner owner(Owner of, Instant startedAt, String checkpoint) {
    return new Owner(of.queryName(), of.queryId(), checkpoint, of.runId(), startedAt, of.process());
  }

  private static Periods periods(ModelQuery query) {
    return new Periods(query.setup().granularity(), ZoneOffset.UTC);
  }

  private static RunReport report(
      RunReport of,
      Owner owner,
      @Nullable Instant coverageFrom,
      @Nullable Proof proof,
      boolean trust) {
    return new RunReport(
        of.table(),
        owner,
        of.basis(),
        trust,
        of.fromBeginning(),
        coverageFrom,
        proof,
        of.hold(),
        of.rejected(),
        of.triggeredAt(),
        of.end());
  }

  // ---- what becomes of the row

  private static void goesBack(ModelRules rules) {
    rules.merge =
        (query, row, report, now) ->
            changed(
                rules.merged(query, row, report, now),
                next ->
                    report.proof() == null
                        ? next
                        : next.toBuilder().finalizedUntil(report.proof().candidate()).build());
  }

  private static void sameEpoch(ModelRules rules) {
    rules.merge =
        (query, row, report, now) ->
            changed(
                rules.merged(query, row, report, now),
                next -> row == null ? next : next.toBuilder().epoch(row.epoch()).build());
  }

  private static void conflictIgnored(ModelRules rules) {
    rules.merge =
        (query, row, report, now) -> {
          Merged merged = rules.merged(query, row, report, now);
          return blocked(merged, HoldCode.CONFLICT)
              ? rules.merged(query, row.toBuilder().aliveUntil(null).build(), report, now)
              : merged;
        };
  }

  private static void fenceIgnored(ModelRules rules) {
    rules.merge =
        (query, row, report, now) -> {
          Merged merged = rules.merged(query, row, report, now);
          return blocked(merged, HoldCode.FENCED)
              ? rules.merged(query, row.toBuilder().runStartedAt(null).build(), report, now)
              : merged;
        };
  }

  private static boolean blocked(Merged merged, HoldCode code) {
    return merged instanceof Merged.Blocked blocked && blocked.code() == code;
  }

  private static void successorIgnored(ModelRules rules) {
    rules.merge =
        (query, row, report, now) -> {
          Merged merged = rules.merged(query, row, report, now);
          VerdictRow known = query.run().row().acknowledged();
          return merged instanceof Merged.Superseded && known != null
              ? rules.merged(known, known, report, now)
              : merged;
        };
  }

  private static void lateFailure(ModelRules rules) {
    rules.merge =
        (query, row, report, now) -> {
          Merged merged = rules.merged(query, row, report, now);
          boolean failed = report.end() != null && report.end().failure() != null;
          return merged instanceof Merged.Mine || !failed || row == null
              ? merged
              : new Merged.Mine(
                  row.toBuilder()
                      .state(VerdictState.FAILED)
                      .reasonCode(HoldCode.QUERY_FAILED.name())
                      .reason(report.end().failure())
                      .build(),
                  Merged.Urgency.NOW);
        };
  }

  private static void forgetsTaint(ModelRules rules) {
    rows(row -> row.toBuilder().heldValue(null).build()).accept(rules);
  }

  private static VerdictRow withoutCode(VerdictRow of) {
    return of.toBuilder().reasonCode(null).reason(null).build();
  }
}
