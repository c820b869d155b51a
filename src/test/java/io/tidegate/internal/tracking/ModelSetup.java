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

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.StreamingSource;
import io.tidegate.internal.model.TumblingWindow;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.QuerySettings.StartsAt;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What does not change in one schedule.
 *
 * @param kind the rule, and what the query does with its rows
 * @param lag the entry's
 * @param granularity the entry's
 * @param clocks how far a driver's clock may be from the true time without being noticed
 * @param delay of the watermarks
 * @param window what a windowed query collects; null for the others
 * @param sources how each source reports
 * @param beats whether an {@code offset} source's position moves on while there is nothing to read
 * @param poisons whether an {@code offset} source may report a time of its own invention
 * @param trap what the rule must see to be none of its business
 */
record ModelSetup(
    Kind kind,
    Duration lag,
    Duration granularity,
    Duration clocks,
    Duration delay,
    @Nullable TumblingWindow window,
    List<ModelSource.Kind> sources,
    boolean beats,
    boolean poisons,
    Trap trap) {

  /** A rule and the stream it is for. */
  enum Kind {
    OFFSET,
    WATERMARK,
    WINDOW,
    ARRIVAL
  }

  /** What makes a rule's claim false unless the rule holds, or allows for it. */
  enum Trap {
    NONE,
    /** The query hands on what it read with the batch after it. */
    KEEPS_ROWS,
    /** The watermark is that of the fastest source. */
    MAX_POLICY,
    /** The last source has no watermark, and its rows are late without bound. */
    BARE_SOURCE,
    /**
     * The plan does not tell of what length the windows are; a lag covers them, or there is none.
     */
    HIDDEN_WINDOW
  }

  private static Trap trap(Random random, Kind kind, int sources) {
    if (random.nextInt(4) > 0) {
      return Trap.NONE;
    }
    return switch (kind) {
      case OFFSET, ARRIVAL -> Trap.KEEPS_ROWS;
      case WINDOW -> Trap.HIDDEN_WINDOW;
      case WATERMARK ->
          sources == 1 ? Trap.NONE : random.nextBoolean() ? Trap.MAX_POLICY : Trap.BARE_SOURCE;
    };
  }

  static ModelSetup draw(Random random, Kind kind) {
    Duration lag = Duration.ZERO;
    if (kind == Kind.ARRIVAL) {
      lag = Duration.ofMinutes(new int[] {1, 10, 20}[random.nextInt(3)]);
    } else if (random.nextInt(4) == 0) {
      lag = Duration.ofMinutes(20);
    }
    TumblingWindow window = null;
    if (kind == Kind.WINDOW) {
      Duration length = Duration.ofMinutes(new int[] {10, 20, 60}[random.nextInt(3)]);
      window = new TumblingWindow(length, Instant.EPOCH.plusSeconds(60L * random.nextInt(2) * 7));
    }
    List<ModelSource.Kind> sources = new ArrayList<>();
    ModelSource.Kind[] kinds = ModelSource.Kind.values();
    for (int i = 0; i <= random.nextInt(2); i++) {
      sources.add(
          kind == Kind.ARRIVAL ? kinds[random.nextInt(kinds.length)] : ModelSource.Kind.KAFKA);
    }
    Trap trap = trap(random, kind, sources.size());
    if (trap == Trap.HIDDEN_WINDOW) {
      lag = random.nextInt(3) == 0 ? Duration.ZERO : window.length();
    }
    return new ModelSetup(
        kind,
        lag,
        Duration.ofMinutes(new int[] {5, 5, 15, 60}[random.nextInt(4)]),
        kind == Kind.ARRIVAL && lag.toMinutes() == 1
            ? Duration.ofSeconds(15)
            : Duration.ofMinutes(2),
        Duration.ofMinutes(random.nextInt(3) * 10),
        window,
        List.copyOf(sources),
        random.nextBoolean(),
        kind == Kind.OFFSET && sources.size() == 1 && random.nextBoolean(),
        trap);
  }

  private FrontierRule rule() {
    return switch (kind) {
      case OFFSET -> FrontierRule.OFFSET;
      case WATERMARK, WINDOW -> FrontierRule.WATERMARK;
      case ARRIVAL -> FrontierRule.ARRIVAL;
    };
  }

  QuerySettings entry(boolean fromBeginning) {
    return Entries.of(rule())
        .lag(lag)
        .granularity(granularity)
        .table("t")
        .startsAt(fromBeginning ? StartsAt.BEGINNING : StartsAt.NOW)
        .settings();
  }

  boolean watermarked() {
    return kind == Kind.WATERMARK || kind == Kind.WINDOW;
  }

  /** Whether a source stands below a watermark. */
  boolean watermarked(int source) {
    return watermarked() && !(trap == Trap.BARE_SOURCE && source == sources.size() - 1);
  }

  /** Whether the checkpoint has a state folder. */
  boolean stateful() {
    return window != null || trap == Trap.KEEPS_ROWS;
  }

  QueryPlan plan(QueryPlan.Trigger trigger) {
    Plans plans = Plans.over(0);
    plans.trigger = trigger;
    for (int i = 0; i < sources.size(); i++) {
      boolean committed = sources.get(i) == ModelSource.Kind.COMMITTED;
      plans.sources.add(new StreamingSource("fake", watermarked(i), committed));
      plans.watermarks += watermarked(i) ? 1 : 0;
    }
    plans.stateful = stateful() ? List.of("Aggregate") : List.of();
    plans.window = trap == Trap.HIDDEN_WINDOW ? null : window;
    return plans.build();
  }

  /** Whether the rule may be silent for ever, as long as it says why. */
  boolean mayHold() {
    return switch (trap) {
      case KEEPS_ROWS, MAX_POLICY, BARE_SOURCE -> true;
      case HIDDEN_WINDOW -> lag.isZero();
      case NONE ->
          sources.contains(ModelSource.Kind.FADING)
              || (sources.contains(ModelSource.Kind.COMMITTED)
                  && lag.compareTo(Duration.ofMinutes(15)) < 0);
    };
  }
}
