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
package io.tidegate.internal.store.checkpoint;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one file of the commit log holds, as far as it is needed. Versions 2 and 3 add the ids of
 * state stores and the sinks' metadata.
 *
 * @param nextWatermark the event-time watermark after the batch; null before the first one
 */
record CommitFile(@Nullable Instant nextWatermark) {
  private static final int NEWEST_VERSION = 3;

  /** Reads the file's text; very old files have no second line, or an empty object there. */
  static CommitFile parse(String text) throws DamagedFileException {
    LogText log = LogText.of(text, NEWEST_VERSION);
    if (log.body().size() > 1) {
      throw new DamagedFileException("has " + (log.body().size() + 1) + " lines, not two");
    }
    if (log.body().isEmpty()) {
      return new CommitFile(null);
    }
    return new CommitFile(
        LogJson.millis(LogJson.object(log.body().get(0), "line 2"), "nextBatchWatermarkMs"));
  }
}
