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

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.Plans;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was stamped while the clock was wrong is not believed once it has been set right. */
class ClockSetMeanwhileTest {
  private static final Duration AHEAD = Duration.ofHours(1);
  private static final String END = "{\"n\":0}";

  private final Rig rig =
      new Rig(
          Entries.of(FrontierRule.ARRIVAL)
              .lag(Duration.ofMinutes(10))
              .name("orders")
              .table("t")
              .settings());

  private FakeQuery begun(FakeQuery query) {
    rig.started(query);
    rig.checkpoints.commit(query.checkpoint, FakeCheckpoints.offsetBatch(0, rig.time.now(), END));
    rig.passes(Duration.ofSeconds(10));
    return query;
  }

  private void idles(FakeQuery query) {
    query.lastProgress =
        new TestProgress(
            query.queryId,
            query.runId,
            query.name,
            rig.time.now(),
            1,
            List.of(new SourceReport("fake", END, END, null)),
            null,
            null);
  }

  @Test
  void aTriggerThatIsFirstSeenAfterwards() {
    FakeQuery query = begun(rig.query("orders"));
    rig.passes(Duration.ofMinutes(12), Duration.ofSeconds(5));
    rig.time.step(AHEAD);
    idles(query);
    rig.time.step(AHEAD.negated());
    rig.passes(Duration.ofMinutes(70), Duration.ofSeconds(5));
    assertThat(rig.finalUntil("t")).isNull();

    idles(query);
    rig.passes(Duration.ofSeconds(10));
    assertThat(rig.finalUntil("t")).isEqualTo("13:00");
  }

  @Test
  void aTriggerThatWasSeenMeanwhile() {
    FakeQuery query = begun(rig.query("orders"));
    rig.time.step(AHEAD);
    idles(query);
    rig.passes(Duration.ofSeconds(10));
    assertThat(rig.row("t").reasonCode()).isEqualTo("CLOCK");
    rig.time.step(AHEAD.negated());
    rig.passes(Duration.ofMinutes(80), Duration.ofSeconds(5));

    assertThat(rig.finalUntil("t")).isNull();
  }

  @Test
  void theStartOfARunThatPinsItsOffsets() {
    Plans plans = Plans.over(1);
    plans.trigger = QueryPlan.Trigger.AVAILABLE_NOW;
    FakeQuery query = rig.query("orders");
    query.plan = plans.build();
    rig.time.step(AHEAD);
    rig.started(query);
    rig.time.step(AHEAD.negated());
    rig.checkpoints.commit(query.checkpoint, FakeCheckpoints.offsetBatch(0, rig.time.now(), END));
    rig.passes(Duration.ofMinutes(90), Duration.ofSeconds(5));
    idles(query);
    query.end();
    rig.passes(Duration.ofSeconds(10));

    assertThat(rig.finalUntil("t")).isNull();
    assertThat(rig.row("t").reasonCode()).isEqualTo("NOT_CAUGHT_UP");
  }

  @Test
  void aTriggerOfAClockThatWasBehindCoversNothingBeforeTheRun() {
    FakeQuery query = begun(rig.query("orders"));
    rig.time.step(AHEAD.multipliedBy(-3));
    idles(query);
    rig.time.step(AHEAD.multipliedBy(3));
    rig.passes(Duration.ofSeconds(10));

    assertThat(rig.finalUntil("t")).isEqualTo("08:00");
    assertThat(rig.row("t").trackedFrom()).isEqualTo(Rig.at("13:00"));
  }
}
