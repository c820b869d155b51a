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
package io.tidegate.internal.model;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Windows of event time, of one length and without gaps, counted in elapsed time from an origin.
 *
 * @param length how long each is; positive, whole microseconds
 * @param origin where one of them begins
 */
public record TumblingWindow(Duration length, Instant origin) {
  public TumblingWindow {
    if (length.isNegative() || length.toNanos() < 1_000) {
      throw new IllegalArgumentException("A window of " + length + " holds no row.");
    }
  }

  /** The last boundary at or before an instant: no window that ends by then holds it. */
  public Instant floor(Instant instant) {
    long micros = ChronoUnit.MICROS.between(origin, instant);
    long past = Math.floorMod(micros, length.toNanos() / 1_000);
    return instant.truncatedTo(ChronoUnit.MICROS).minus(past, ChronoUnit.MICROS);
  }
}
