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
package io.tidegate.internal.settings;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything an application configures.
 *
 * @param controlTable where verdicts are kept; null when no query is configured and none is given
 * @param lineageTable where recovery records are kept; null likewise
 * @param queries the entries, in the order of their labels
 * @param maxFutureSkew how far beyond its batch a time may lie and still be capped to it; not
 *     negative
 * @param heartbeat how often a row not otherwise written is refreshed; positive
 * @param flushTimeout one deadline for everything still to be written at the end; not negative
 * @param commitTimeout after this a hung call to storage is abandoned; positive
 */
public record TidegateSettings(
    @Nullable TableLocation controlTable,
    @Nullable TableLocation lineageTable,
    List<QuerySettings> queries,
    Duration maxFutureSkew,
    Duration heartbeat,
    Duration flushTimeout,
    Duration commitTimeout) {
  public TidegateSettings {
    queries = List.copyOf(queries);
    if (maxFutureSkew.isNegative() || flushTimeout.isNegative()) {
      throw new IllegalArgumentException(
          "maxFutureSkew and flushTimeout are not negative: "
              + maxFutureSkew
              + ", "
              + flushTimeout);
    }
    if (isNoTime(heartbeat) || isNoTime(commitTimeout)) {
      throw new IllegalArgumentException(
          "heartbeat and commitTimeout are positive: " + heartbeat + ", " + commitTimeout);
    }
  }

  private static boolean isNoTime(Duration duration) {
    return duration.isZero() || duration.isNegative();
  }
}
