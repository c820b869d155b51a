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

import io.tidegate.api.ErrorCode;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.util.Backoff;
import io.tidegate.internal.util.ErrorText;
import io.tidegate.internal.util.Redactor;
import java.time.Duration;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When a table, or a receiver of markers, may be tried again, and what is logged of its failures:
 * the first of a streak at ERROR with its stack, then one WARN every ten minutes, and one INFO when
 * it is over. Races lost to other writers are the ordinary case and only worth a WARN when there is
 * no end to them. It never gives up. Confined to the writer thread.
 */
final class StoreHealth {
  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(500), Duration.ofMinutes(1));
  private static final Duration REFUSED_PAUSE = Duration.ofMinutes(10);
  private static final Duration REMIND_EVERY = Duration.ofMinutes(10);
  private static final int RACES_WORTH_TELLING = 5;

  private final String what;
  private final IntConsumer streakFigure;
  private final RandomGenerator random;
  private final Redactor redactor;
  private int streak;
  private boolean told;
  private long nextTryNanos;
  private long lastLogNanos;
  private @Nullable String refusal;
  private boolean ended;

  /**
   * @param what what is tried, for the middle of a sentence
   * @param streakFigure takes the failures in a row, 0 when they are over
   */
  StoreHealth(
      String what,
      IntConsumer streakFigure,
      RandomGenerator random,
      Redactor redactor,
      long nowNanos) {
    this.what = what;
    this.streakFigure = streakFigure;
    this.random = random;
    this.redactor = redactor;
    this.nextTryNanos = nowNanos;
  }

  boolean mayTry(long nowNanos) {
    return nowNanos - nextTryNanos >= 0;
  }

  /** Forgets the pause, not the streak. */
  void hurry(long nowNanos) {
    long soon = nowNanos + PAUSES.first().toNanos() / 2;
    if (nextTryNanos - soon > 0) {
      nextTryNanos = soon;
    }
  }

  void succeeded() {
    if (told) {
      LOG.info("The {} can be written again, after {} failures.", what, streak);
    }
    streak = 0;
    told = false;
    refusal = null;
    streakFigure.accept(0);
  }

  void failed(StoreException cause, long nowNanos) {
    failed(cause, nowNanos, Duration.ZERO);
  }

  /** The same where a pause was asked for. */
  void failed(StoreException cause, long nowNanos, Duration atLeast) {
    count(cause, nowNanos);
    long pause = PAUSES.after(streak, random).toNanos();
    nextTryNanos = nowNanos + Math.max(pause, atLeast.toNanos());
  }

  /** Nothing helps until somebody changes the table, which is looked at again now and then. */
  void refused(StoreException cause, long nowNanos) {
    String text = redactor.text(String.valueOf(cause.getMessage()));
    if (!isEnd(cause) && !text.equals(refusal)) {
      LOG.error(text);
    }
    refusal = text;
    told = true;
    streak++;
    streakFigure.accept(streak);
    lastLogNanos = nowNanos;
    nextTryNanos = nowNanos + REFUSED_PAUSE.toNanos();
  }

  /** Whether the table can no longer be written, since the SparkContext has stopped. */
  boolean ended() {
    return ended;
  }

  /** Whether that is the failure. What is left then is told once, when the application ends. */
  private boolean isEnd(StoreException cause) {
    ended |= cause.code() == ErrorCode.TIDEGATE_STORE_STOPPED;
    return ended;
  }

  private void count(StoreException cause, long nowNanos) {
    streak++;
    streakFigure.accept(streak);
    if (isEnd(cause)) {
      return;
    }
    String text = redactor.text(String.valueOf(cause.getMessage()));
    boolean lostRace = cause.code() == ErrorCode.TIDEGATE_STORE_CONTENDED;
    if (!told && !lostRace) {
      LOG.error("{}\n{}", text, redactor.text(ErrorText.stack(cause)));
      told = true;
      lastLogNanos = nowNanos;
    } else if (!told && streak >= RACES_WORTH_TELLING) {
      LOG.warn("{} (for the {}th time in a row)", text, streak);
      told = true;
      lastLogNanos = nowNanos;
    } else if (told && nowNanos - lastLogNanos >= REMIND_EVERY.toNanos()) {
      LOG.warn("{} (failure {} in a row)", text, streak);
      lastLogNanos = nowNanos;
    }
  }
}
