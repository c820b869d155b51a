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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * States minimum, guard, lag and periods a second time, plainly, in whole microseconds since the
 * epoch, and compares both by seed.
 */
class PlainStatementTest {
  private static final long MINUTE = 60_000_000L;
  private static final long HOUR = 60 * MINUTE;
  private static final long NOON =
      Instant.parse("2026-10-01T12:00:00Z").getEpochSecond() * 1_000_000;

  @Test
  void bothStatementsAgree() {
    for (long seed = 0; seed < 5_000; seed++) {
      compare(seed, new Random(seed));
    }
  }

  private static void compare(long seed, Random random) {
    long skew = random.nextInt(4) * MINUTE;
    long lag = random.nextBoolean() ? 0 : random.nextInt(10_000) * 1_000_000L;
    long length = new long[] {MINUTE, 15 * MINUTE, HOUR, 24 * HOUR}[random.nextInt(4)];
    long planned = NOON + random.nextInt(3) * MINUTE;
    List<Long> times = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      // Often on an edge: the batch, the skew beyond it, a period's start, each give or take one.
      long[] near = {planned, planned + skew, planned / length * length, planned - HOUR};
      times.add(near[random.nextInt(near.length)] + random.nextInt(3) - 1);
    }
    Evaluation said =
        new FrontierRules(
                Entries.of(FrontierRule.OFFSET)
                    .lag(micros(lag))
                    .granularity(micros(length))
                    .settings(),
                micros(skew))
            .evaluate(
                Batches.plan(times.size()),
                false,
                Batches.offsets(
                    instant(planned).toString(),
                    times.stream().map(t -> "{\"commit_ts\":" + t + "}").toArray(String[]::new)),
                Arrival.NOTHING);

    long raw = Long.MAX_VALUE;
    long furthest = Long.MIN_VALUE;
    for (long time : times) {
      raw = Math.min(raw, time);
      furthest = Math.max(furthest, time);
    }
    furthest = Math.min(furthest, planned + skew);
    String as = "seed " + seed;
    if (raw > planned + skew) {
      assertThat(said).as(as).isInstanceOf(Evaluation.None.class);
      assertThat(((Evaluation.None) said).code()).as(as).isEqualTo(HoldCode.FUTURE);
      assertThat(((Evaluation.None) said).rejected()).as(as).isEqualTo(instant(raw));
      return;
    }
    long frontier = Math.min(raw, planned) - lag;
    assertThat(said)
        .as(as)
        .isEqualTo(
            new Evaluation.Frontier(
                instant(raw),
                raw > planned,
                instant(frontier),
                instant(frontier - frontier % length),
                instant(furthest - furthest % length + length)));
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros(micros));
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }
}
