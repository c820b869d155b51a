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
import io.tidegate.api.VerdictState;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.StreamingSource;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An hour without data becomes final by proof of idleness and never by timer. */
class ArrivalTest {
  private final Rig rig =
      new Rig(
          Entries.of(FrontierRule.ARRIVAL)
              .lag(Duration.ofMinutes(10))
              .name("orders")
              .table("t")
              .settings());
  private long nextBatch;

  /** A batch with data commits and reports itself. */
  private void reads(FakeQuery query, String source, @Nullable String latest) {
    String end = "{\"n\":" + nextBatch + "}";
    rig.checkpoints.commit(
        query.checkpoint, FakeCheckpoints.offsetBatch(nextBatch, rig.time.now(), end));
    String start = nextBatch == 0 ? null : "{\"n\":" + (nextBatch - 1) + "}";
    report(query, nextBatch, new SourceReport(source, start, end, latest));
    nextBatch++;
  }

  private void reads(FakeQuery query) {
    reads(query, "fake", null);
  }

  /** A trigger finds nothing; Spark tells nobody but the query itself. */
  private void idles(FakeQuery query) {
    String end = nextBatch == 0 ? null : "{\"n\":" + (nextBatch - 1) + "}";
    report(query, nextBatch, new SourceReport("fake", end, end, null));
  }

  private void report(FakeQuery query, long batch, SourceReport source) {
    query.lastProgress =
        new TestProgress(
            query.queryId,
            query.runId,
            query.name,
            rig.time.now(),
            batch,
            List.of(source),
            null,
            null);
  }

  /** The wall clock goes on to a time of day, while the writer does what it does. */
  private void until(String time) {
    rig.passes(Duration.between(rig.time.now(), Rig.at(time)), Duration.ofSeconds(5));
  }

  private void idlesUntil(FakeQuery query, String time) {
    while (rig.time.now().isBefore(Rig.at(time))) {
      idles(query);
      rig.passes(Duration.ofSeconds(10), Duration.ofSeconds(5));
    }
  }

  private FakeQuery begun() {
    FakeQuery query = rig.started("orders");
    reads(query);
    rig.passes(Duration.ofSeconds(10));
    return query;
  }

  @Test
  void emptyHoursBecomeFinal() {
    FakeQuery query = begun();

    idlesUntil(query, "12:30");
    assertThat(rig.finalUntil("t")).isEqualTo("12:00");
    assertThat(rig.row("t").trackedFrom()).isEqualTo(Rig.at("13:00"));
    idlesUntil(query, "13:10");
    assertThat(rig.finalUntil("t")).isEqualTo("12:00");
    idlesUntil(query, "13:11");
    assertThat(rig.finalUntil("t")).isEqualTo("13:00");
    idlesUntil(query, "15:11");
    assertThat(rig.finalUntil("t")).isEqualTo("15:00");
    assertThat(rig.row("t").batchId()).isZero();
    assertThat(rig.row("t").reasonCode()).isNull();
  }

  @Test
  void timeAloneProvesNothing() {
    FakeQuery query = begun();
    idlesUntil(query, "12:30");

    until("15:00");

    assertThat(rig.finalUntil("t")).isEqualTo("12:00");
    assertThat(rig.row("t").reasonCode()).isEqualTo("NOT_CAUGHT_UP");
    assertThat(rig.row("t").reason()).startsWith("no trigger has begun since 2026-10-01T12:");
  }

  @Test
  void aSourceThatIsNeverIdleHoldsAndSaysSo() {
    FakeQuery query = begun();
    while (rig.time.now().isBefore(Rig.at("12:06"))) {
      reads(query);
      rig.passes(Duration.ofSeconds(20), Duration.ofSeconds(5));
    }

    assertThat(rig.finalUntil("t")).isNull();
    assertThat(rig.row("t").reasonCode()).isEqualTo("NOT_CAUGHT_UP");
    assertThat(rig.row("t").reason())
        .isEqualTo("source fake had something to read at each trigger");
  }

  @Test
  void aMomentOfDataAtTheTurnOfAPeriodIsNoNews() {
    FakeQuery query = begun();
    idlesUntil(query, "13:10");
    int commits = rig.store.commits();
    while (rig.time.now().isBefore(Rig.at("13:11"))) {
      reads(query);
      rig.passes(Duration.ofSeconds(10), Duration.ofSeconds(5));
      assertThat(rig.row("t").reasonCode()).isNull();
    }
    idles(query);
    rig.passes(Duration.ofSeconds(10));

    assertThat(rig.finalUntil("t")).isEqualTo("13:00");
    assertThat(rig.store.commits()).isLessThanOrEqualTo(commits + 2);
  }

  @Test
  void theFirstIdleTriggerClearsTheHold() {
    FakeQuery query = begun();
    rig.passes(Duration.ofMinutes(3), Duration.ofSeconds(5));
    assertThat(rig.row("t").reasonCode()).isEqualTo("NOT_CAUGHT_UP");

    idles(query);
    rig.passes(Duration.ofSeconds(10));

    assertThat(rig.row("t").reasonCode()).isNull();
    assertThat(rig.finalUntil("t")).isEqualTo("11:00");
  }

  @Test
  void kafkaProvesItWithABatchThatReachesItsLatest() {
    FakeQuery query = begun();
    until("13:12");
    reads(query, "KafkaV2[Subscribe[a]]", "{\"n\":99}");
    rig.passes(Duration.ofSeconds(10));
    assertThat(rig.finalUntil("t")).isNull();

    reads(query, "KafkaV2[Subscribe[a]]", "{\"n\":2}");
    rig.passes(Duration.ofSeconds(10));
    assertThat(rig.finalUntil("t")).isEqualTo("13:00");
  }

  @Test
  void aRunThatFindsNothingProvesTheInstantOfItsStart() {
    Plans plans = Plans.over(1);
    plans.trigger = QueryPlan.Trigger.AVAILABLE_NOW;
    FakeQuery first = rig.query("orders");
    first.plan = plans.build();
    rig.started(first);
    reads(first);
    first.end();
    rig.passes(Duration.ofSeconds(10));
    assertThat(rig.row("t").reasonCode()).isEqualTo("NOT_CAUGHT_UP");
    until("13:12");

    FakeQuery second = rig.query("orders");
    second.plan = plans.build();
    rig.started(second);
    rig.passes(Duration.ofMinutes(50), Duration.ofSeconds(5));
    idles(second);
    second.end();
    rig.passes(Duration.ofSeconds(10));

    assertThat(rig.finalUntil("t")).isEqualTo("13:00");
    assertThat(rig.row("t").frontier()).isEqualTo(Rig.at("13:02"));
  }

  @Test
  void aStoppedRunProvesNothing() {
    FakeQuery query = begun();
    until("13:12");
    query.end();
    rig.passes(Duration.ofSeconds(10));
    rig.ends();

    assertThat(rig.finalUntil("t")).isNull();
    assertThat(rig.row("t").state()).isEqualTo(VerdictState.ENDED);
    assertThat(rig.row("t").reasonCode()).isEqualTo("NOT_CAUGHT_UP");
  }

  @Test
  void theLastIdleTriggerOfAnEndedRunIsSeen() {
    FakeQuery query = begun();
    until("13:12");
    idles(query);
    query.end();
    rig.passes(Duration.ofSeconds(10));

    assertThat(rig.finalUntil("t")).isEqualTo("13:00");
  }

  @Test
  void aClockThatWasSetIsNotBelieved() {
    FakeQuery query = begun();
    idlesUntil(query, "12:30");
    rig.time.step(Duration.ofHours(2));
    idlesUntil(query, "14:50");

    assertThat(rig.finalUntil("t")).isEqualTo("12:00");
    assertThat(rig.row("t").reasonCode()).isEqualTo("CLOCK");
    assertThat(rig.row("t").reason())
        .isEqualTo(
            "since the application began the wall clock has gained PT2H against elapsed time: it"
                + " was set, or the machine slept");

    rig.time.step(Duration.ofHours(-2));
    idlesUntil(query, "13:11");
    assertThat(rig.finalUntil("t")).isEqualTo("13:00");
    assertThat(rig.row("t").reasonCode()).isNull();
  }

  @Test
  void aClockThatWasSetBackIsNotBelievedEither() {
    FakeQuery query = begun();
    idlesUntil(query, "13:20");
    rig.time.step(Duration.ofHours(-2));
    idlesUntil(query, "11:40");

    assertThat(rig.finalUntil("t")).isEqualTo("13:00");
    assertThat(rig.row("t").reason()).contains("has lost PT2H");
  }

  @Test
  void openTransactionsHold() {
    Plans plans = Plans.over(0);
    plans.sources.add(new StreamingSource("kafka", false, true));
    FakeQuery query = rig.query("orders");
    query.plan = plans.build();
    rig.started(query);
    reads(query);
    idlesUntil(query, "12:05");

    assertThat(rig.row("t").reasonCode()).isEqualTo("READ_COMMITTED");
    assertThat(rig.finalUntil("t")).isNull();
  }

  @Test
  void aQuietQueryCostsOneLookAtItsCheckpointInAPeriod() {
    FakeQuery query = begun();
    idlesUntil(query, "12:30");
    int reads = rig.checkpoints.reads();

    idlesUntil(query, "15:30");

    assertThat(rig.checkpoints.reads() - reads).isEqualTo(3);
  }

  @Test
  void withoutABatchThereIsNothingToClaim() {
    FakeQuery query = rig.started("orders");
    idlesUntil(query, "12:20");

    assertThat(rig.finalUntil("t")).isNull();
    assertThat(rig.row("t").reasonCode()).isEqualTo("IDLE");
    assertThat(rig.checkpoints.reads()).isLessThan(5);
    Instant earlier = rig.time.now();
    reads(query);
    rig.passes(Duration.ofSeconds(10));
    idles(query);
    rig.passes(Duration.ofSeconds(10));
    assertThat(rig.row("t").epochFrom()).isAfter(earlier);
  }
}
