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

import io.tidegate.internal.model.SourceReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A source of the model: a log whose rows obey what the rule under test assumes of them, and whose
 * reports obey nothing but what real sources are known to do.
 */
final class ModelSource {

  /** How a source reports. */
  enum Kind {
    /** Its latest is all there is, whatever limits a batch. */
    KAFKA,
    /** The same, but a trigger that finds little waits although records are there. */
    DELAYED,
    /** The same, and records of open transactions, and all behind them, are not shown. */
    COMMITTED,
    /** Its latest is what it was read up to, by construction. */
    SELF_LIMITED,
    /** It reports no latest. */
    SILENT,
    /** It reported a latest once, which stays in the report for ever. */
    FADING
  }

  /** A row of the log. */
  static final class Row {
    final Instant time;

    /** From when on readers are shown it; never before that of the row ahead of it. */
    final Instant visibleAt;

    /** Whether it is in the target table. */
    boolean written;

    Row(Instant time, Instant visibleAt) {
      this.time = time;
      this.visibleAt = visibleAt;
    }

    @Override
    public String toString() {
      return time + (visibleAt.equals(time) ? "" : " visible at " + visibleAt);
    }
  }

  private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(15);
  private static final Duration TICK = Duration.ofMillis(1);

  final int index;
  final Kind kind;
  final List<Row> rows = new ArrayList<>();
  private final ModelSetup setup;
  private final Random random;

  /** How far the clock that stamps the rows is ahead of the true time. */
  private final Duration clock;

  /** The greatest time that has been given. */
  private Instant last;

  ModelSource(int index, ModelSetup setup, Random random, Instant now) {
    this.index = index;
    this.kind = setup.sources().get(index);
    this.setup = setup;
    this.random = random;
    this.last = now.minusSeconds(random.nextInt(3_600));
    Duration ahead =
        setup.kind() == ModelSetup.Kind.ARRIVAL
            ? setup.lag().minus(setup.clocks()).minus(TICK)
            : ModelRules.SKEW.minus(setup.clocks()).minus(TICK);
    // Now and then as far as the assumption lets it be.
    this.clock = random.nextInt(3) == 0 ? ahead : share(ahead).minus(share(ahead.dividedBy(2)));
  }

  private Duration share(Duration of) {
    return Duration.ofMillis((long) (random.nextDouble() * of.toMillis()));
  }

  /** Now and then all of it or nothing: lies hide at the edges. */
  private Duration edgy(Duration of) {
    int dice = random.nextInt(4);
    return dice == 0 ? of : dice == 1 ? Duration.ZERO : share(of);
  }

  /** A row is written. */
  Row write(Instant now) {
    Row row =
        switch (setup.kind()) {
          case OFFSET -> inOrder(now);
          case WATERMARK, WINDOW -> withinDelay(now);
          case ARRIVAL -> withinLag(now);
        };
    rows.add(row);
    return row;
  }

  /** Times do not decrease; several rows may have one. */
  private Row inOrder(Instant now) {
    Instant stamp = now.plus(clock);
    last = stamp.isAfter(last) && random.nextInt(4) > 0 ? stamp : last;
    return new Row(last, now);
  }

  /** A row is at most the watermark's delay behind the newest one ahead of it. */
  private Row withinDelay(Instant now) {
    if (!setup.watermarked(index)) {
      return new Row(now.minus(setup.clocks()).minus(edgy(Duration.ofHours(2))), now);
    }
    Instant newest = now.minus(setup.clocks()).minus(edgy(Duration.ofMinutes(10)));
    newest = newest.isAfter(last) ? newest : last;
    Instant time = newest.minus(edgy(setup.delay()));
    time = time.isBefore(last.minus(setup.delay())) ? last.minus(setup.delay()) : time;
    last = time.isAfter(last) ? time : last;
    return new Row(time, now);
  }

  /** When a driver is shown a row, its clock is less than the lag past the row's time. */
  private Row withinLag(Instant now) {
    Duration room = setup.lag().plus(clock).minus(setup.clocks()).minus(TICK);
    Instant ahead = rows.isEmpty() ? now : rows.get(rows.size() - 1).visibleAt;
    Instant visible = now;
    if (kind == Kind.COMMITTED && random.nextBoolean()) {
      boolean obeys = setup.lag().compareTo(LONGEST_TRANSACTION) >= 0;
      Duration longest =
          obeys && room.compareTo(LONGEST_TRANSACTION) < 0 ? room : LONGEST_TRANSACTION;
      visible = now.plus(edgy(longest));
    }
    visible = visible.isBefore(ahead) ? ahead : visible;
    Duration late = room.minus(Duration.between(now, visible));
    return new Row(now.plus(clock).minus(late.isNegative() ? Duration.ZERO : edgy(late)), visible);
  }

  /** How many rows a reader is shown. */
  int shown(Instant now) {
    int shown = rows.size();
    while (shown > 0 && rows.get(shown - 1).visibleAt.isAfter(now)) {
      shown--;
    }
    return shown;
  }

  /** The time of a position: what it may say and still be true. */
  Instant timeOf(int position, Instant now) {
    if (position == rows.size() && setup.beats()) {
      Instant stamp = now.plus(clock);
      last = stamp.isAfter(last) ? stamp : last;
      return last;
    }
    return position == 0 ? Instant.EPOCH.plusSeconds(1) : rows.get(position - 1).time;
  }

  /** What a trigger reports of it. */
  SourceReport report(@Nullable String start, @Nullable String end, @Nullable String latest) {
    String name = kind.compareTo(Kind.COMMITTED) <= 0 ? "KafkaV2" : "Fake";
    return new SourceReport(name + "[" + index + "]", start, end, latest);
  }

  @Override
  public String toString() {
    return kind + " " + index + " clock " + clock;
  }
}
