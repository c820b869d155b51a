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

import io.tidegate.api.HoldCode;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.SourcePosition;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The time in each source's end offset, the minimum over the sources. Remembers the greatest time
 * of each source within a run, so that one that goes back is seen. Confined to one thread.
 */
final class OffsetRule {
  private final OffsetTimes times;
  private final Map<String, Instant> greatest = new HashMap<>();

  OffsetRule(OffsetTimes times) {
    this.times = times;
  }

  RawFrontier read(CommittedBatch batch) {
    Instant minimum = null;
    Instant maximum = null;
    RawFrontier.@Nullable None none = null;
    for (SourcePosition source : batch.sources()) {
      OffsetTimes.Reading reading = times.read(source.offsetJson());
      if (reading instanceof OffsetTimes.Reading.At found) {
        Instant time = found.earliest();
        Instant before = greatest.merge(source.source(), time, OffsetRule::later);
        if (before.isAfter(time) && none == null) {
          none =
              held(
                  HoldCode.TIME_WENT_BACK,
                  source,
                  "its time went back from " + before + " to " + time);
        }
        minimum = minimum == null || time.isBefore(minimum) ? time : minimum;
        maximum = maximum == null ? time : later(maximum, time);
      } else if (none == null) {
        OffsetTimes.Reading.None missing = (OffsetTimes.Reading.None) reading;
        none = held(missing.code(), source, missing.why());
      }
    }
    if (none != null || minimum == null || maximum == null) {
      return none != null ? none : new RawFrontier.None(HoldCode.IDLE, "no source has an offset");
    }
    return new RawFrontier.At(minimum, maximum);
  }

  private static RawFrontier.None held(HoldCode code, SourcePosition source, String why) {
    return new RawFrontier.None(code, "source " + source.source() + ": " + why);
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
