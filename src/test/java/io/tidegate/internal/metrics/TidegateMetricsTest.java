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
package io.tidegate.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TidegateMetricsTest {
  private static final Instant NOON = Instant.parse("2026-10-01T12:00:00Z");

  private final TidegateMetrics metrics = new TidegateMetrics();

  @Test
  void eachCounterCountsItsOwn() {
    metrics.committed();
    metrics.conflicted();
    metrics.conflicted();
    for (int i = 0; i < 3; i++) {
      metrics.retried();
    }
    for (int i = 0; i < 4; i++) {
      metrics.overwritten();
    }
    for (int i = 0; i < 5; i++) {
      metrics.superseded();
    }
    for (int i = 0; i < 6; i++) {
      metrics.ambiguous();
    }
    metrics.failureStreak(7);
    assertThat(metrics.commits()).isEqualTo(1);
    assertThat(metrics.conflicts()).isEqualTo(2);
    assertThat(metrics.retries()).isEqualTo(3);
    assertThat(metrics.slotsOverwritten()).isEqualTo(4);
    assertThat(metrics.writesSuperseded()).isEqualTo(5);
    assertThat(metrics.ambiguousNames()).isEqualTo(6);
    assertThat(metrics.failureStreak()).isEqualTo(7);
    metrics.failureStreak(0);
    assertThat(metrics.failureStreak()).isZero();
  }

  @Test
  void callbacksKeepCountSumAndLongest() {
    metrics.callback(10);
    metrics.callback(30);
    metrics.callback(20);
    assertThat(metrics.callbacks()).isEqualTo(3);
    assertThat(metrics.callbackNanos()).isEqualTo(60);
    assertThat(metrics.longestCallbackNanos()).isEqualTo(30);
  }

  @Test
  void aListenerIsToldOfEveryTableOnce() {
    TableMetrics early = metrics.table("early");
    List<TableMetrics> told = new ArrayList<>();
    metrics.onNewTable(told::add);
    TableMetrics late = metrics.table("late");
    assertThat(metrics.table("late")).isSameAs(late);
    assertThat(metrics.table("early")).isSameAs(early);
    assertThat(told).containsExactly(early, late);
    assertThat(late.table()).isEqualTo("late");
  }

  @Test
  void theLagRunsFromTheVerdict() {
    TableMetrics table = metrics.table("orders");
    assertThat(table.lagSeconds(NOON)).isEqualTo(-1);
    table.verdict(NOON.minusSeconds(90));
    assertThat(table.lagSeconds(NOON.plusNanos(999_999_999))).isEqualTo(90);
    assertThat(table.lagSeconds(NOON.minusSeconds(3_600))).isZero();
    table.verdict(null);
    assertThat(table.lagSeconds(NOON)).isEqualTo(-1);
  }

  @Test
  void aTableShowsWhatHoldsIt() {
    TableMetrics table = metrics.table("orders");
    assertThat(table.held()).isEqualTo(TableMetrics.Held.NOT);
    assertThat(table.held().code()).isEmpty();
    table.held(new TableMetrics.Held("NO_TIME", NOON));
    assertThat(table.held()).isEqualTo(new TableMetrics.Held("NO_TIME", NOON));
    table.advanced();
    table.advanced();
    assertThat(table.advances()).isEqualTo(2);
  }
}
