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
package io.tidegate.internal.spark.functions;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Values as Spark keeps them. */
final class Values {
  private Values() {}

  /** The value of an instant, a text or a number. */
  static @Nullable Object of(@Nullable Object value) {
    if (value instanceof Instant instant) {
      return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
    return value instanceof String text ? UTF8String.fromString(text) : value;
  }

  /** The instant of a TIMESTAMP. */
  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
