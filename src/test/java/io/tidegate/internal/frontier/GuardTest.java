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

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.FrontierRule;
import io.tidegate.api.HoldCode;
import io.tidegate.internal.testing.Entries;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class GuardTest {
  private static final Duration SKEW = Duration.ofMinutes(5);
  private static final String PLANNED = "2026-10-01T14:58:00Z";

  private final Guard guard = new Guard(SKEW);

  private static Instant at(String time) {
    return Instant.parse(time);
  }

  private static Evaluation judged(Entries entry, String says) {
    return new FrontierRules(entry.settings(), SKEW)
        .evaluate(Batches.plan(1), false, Batches.says(PLANNED, says), Arrival.NOTHING);
  }

  @Test
  void aTimeUpToTheBatchIsTakenAsItIs() {
    assertThat(guard.check(at("2026-10-01T14:57:59.999999Z"), at(PLANNED)))
        .isEqualTo(new Guard.Answer.Accepted(at("2026-10-01T14:57:59.999999Z"), false));
    assertThat(guard.check(at(PLANNED), at(PLANNED)))
        .isEqualTo(new Guard.Answer.Accepted(at(PLANNED), false));
  }

  @Test
  void aTimeWithinTheSkewIsCappedToTheBatch() {
    assertThat(guard.check(at("2026-10-01T14:58:00.000001Z"), at(PLANNED)))
        .isEqualTo(new Guard.Answer.Accepted(at(PLANNED), true));
    assertThat(guard.check(at("2026-10-01T15:03:00Z"), at(PLANNED)))
        .isEqualTo(new Guard.Answer.Accepted(at(PLANNED), true));
  }

  @Test
  void aTimeBeyondTheSkewIsRejected() {
    assertThat(guard.check(at("2026-10-01T15:03:00.000001Z"), at(PLANNED)))
        .isEqualTo(new Guard.Answer.Rejected());
  }

  @Test
  void aCappedFrontierNeverReachesPeriodsThatHaveNotBegun() {
    Evaluation capped = judged(Entries.of(FrontierRule.OFFSET), "2026-10-01T15:02:00Z");
    assertThat(capped)
        .isEqualTo(
            new Evaluation.Frontier(
                at("2026-10-01T15:02:00Z"),
                true,
                at(PLANNED),
                at("2026-10-01T14:00:00Z"),
                // The source may have read past 15:00 before this lineage began to read.
                at("2026-10-01T16:00:00Z")));
  }

  @Test
  void lagIsTakenOffAfterTheGuard() {
    Entries entry = Entries.of(FrontierRule.OFFSET).lag(Duration.ofDays(1));
    Evaluation rejected = judged(entry, "2026-10-01T16:00:00Z");
    assertThat(rejected)
        .isEqualTo(
            new Evaluation.None(
                HoldCode.FUTURE,
                "the frontier 2026-10-01T16:00:00Z lies more than PT5M beyond its batch, which was"
                    + " planned at 2026-10-01T14:58:00Z",
                at("2026-10-01T16:00:00Z")));
    Evaluation.Frontier capped = (Evaluation.Frontier) judged(entry, "2026-10-01T15:02:00Z");
    assertThat(capped.frontier()).isEqualTo(at("2026-09-30T14:58:00Z"));
    assertThat(capped.candidate()).isEqualTo(at("2026-09-30T14:00:00Z"));
  }

  @Test
  void lagDoesNotReachIntoTimeBeforeTheFirstFrontier() {
    Entries entry = Entries.of(FrontierRule.OFFSET).lag(Duration.ofHours(3));
    Evaluation.Frontier first = (Evaluation.Frontier) judged(entry, "2026-10-01T14:30:00Z");
    assertThat(first.candidate()).isEqualTo(at("2026-10-01T11:00:00Z"));
    assertThat(first.coverageFrom()).isEqualTo(at("2026-10-01T15:00:00Z"));
  }

  @Test
  void aBatchWithoutItsTimeHolds() {
    var batch =
        new io.tidegate.internal.model.CommittedBatch(
            7,
            null,
            null,
            null,
            null,
            Batches.sources("{\"commit_ts\":\"2026-10-01T14:30:00Z\"}"),
            true);
    assertThat(
            new FrontierRules(Entries.of(FrontierRule.OFFSET).settings(), SKEW)
                .evaluate(Batches.plan(1), false, batch, Arrival.NOTHING))
        .isEqualTo(
            new Evaluation.None(
                HoldCode.CHECKPOINT_UNREADABLE,
                "the offset log has no batchTimestampMs for batch 7, without which a time in the"
                    + " future cannot be told"));
  }
}
