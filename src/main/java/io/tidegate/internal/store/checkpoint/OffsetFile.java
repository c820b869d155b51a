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

import com.fasterxml.jackson.databind.JsonNode;
import io.tidegate.internal.model.SourcePosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one file of the offset log holds. Version 1 has a line for each source in plan order,
 * version 2 has lines of the form {@code id:offset} in no fixed order; {@code -} is a source
 * without an offset.
 *
 * @param batchTimestamp the driver's clock when the batch was planned; null when the file has none
 * @param watermark the event-time watermark in force while the batch runs; null before the first
 * @param watermarkPolicy how several watermarks are combined; null when the file does not say
 * @param sources at least one: in plan order where positional, else by number and then by name
 * @param positional whether the order is the plan's
 */
record OffsetFile(
    @Nullable Instant batchTimestamp,
    @Nullable Instant watermark,
    @Nullable String watermarkPolicy,
    List<SourcePosition> sources,
    boolean positional) {
  private static final int NEWEST_VERSION = 2;
  private static final String VOID = "-";
  private static final String POLICY = "spark.sql.streaming.multipleWatermarkPolicy";

  private static final Comparator<String> BY_NUMBER_THEN_NAME =
      Comparator.comparing((String id) -> !isNumber(id))
          .thenComparing(id -> isNumber(id) ? id.length() : 0)
          .thenComparing(Comparator.naturalOrder());

  OffsetFile {
    sources = List.copyOf(sources);
  }

  /** Reads the file's text. */
  static OffsetFile parse(String text) throws DamagedFileException {
    LogText log = LogText.of(text, NEWEST_VERSION);
    if (log.body().size() < 2) {
      throw new DamagedFileException("has no line for any source");
    }
    List<String> lines = log.body().subList(1, log.body().size());
    boolean positional = log.version() == 1;
    List<SourcePosition> sources = positional ? inPlanOrder(lines) : byId(lines);
    String metadata = log.body().get(0);
    if (metadata.isEmpty()) {
      // Very old files have no metadata.
      return new OffsetFile(null, null, null, sources, positional);
    }
    JsonNode object = LogJson.object(metadata, "line 2");
    return new OffsetFile(
        LogJson.millis(object, "batchTimestampMs"),
        LogJson.millis(object, "batchWatermarkMs"),
        policy(object),
        sources,
        positional);
  }

  private static @Nullable String policy(JsonNode metadata) throws DamagedFileException {
    JsonNode conf = metadata.get("conf");
    if (conf == null || conf.isNull()) {
      return null;
    }
    if (!conf.isObject()) {
      throw new DamagedFileException("holds no object in \"conf\"");
    }
    return LogJson.text(conf, POLICY);
  }

  private static List<SourcePosition> inPlanOrder(List<String> lines) throws DamagedFileException {
    List<SourcePosition> sources = new ArrayList<>();
    for (String line : lines) {
      sources.add(position(Integer.toString(sources.size()), line));
    }
    return sources;
  }

  private static List<SourcePosition> byId(List<String> lines) throws DamagedFileException {
    List<SourcePosition> sources = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (colon <= 0) {
        throw new DamagedFileException(
            "has a line that is not of the form id:offset, line " + (sources.size() + 3));
      }
      String id = line.substring(0, colon);
      if (!seen.add(id)) {
        throw new DamagedFileException("names the source \"" + id + "\" twice");
      }
      sources.add(position(id, line.substring(colon + 1)));
    }
    sources.sort(Comparator.comparing(SourcePosition::source, BY_NUMBER_THEN_NAME));
    return sources;
  }

  private static SourcePosition position(String source, String offset) throws DamagedFileException {
    if (offset.equals(VOID)) {
      return new SourcePosition(source, null);
    }
    // A source may serialise its offset as any text, but one that begins as JSON ends as JSON.
    boolean cut =
        offset.isBlank() || ("{[\"".indexOf(offset.charAt(0)) >= 0 && !LogJson.isComplete(offset));
    if (cut) {
      throw new DamagedFileException("holds no complete offset for the source \"" + source + "\"");
    }
    return new SourcePosition(source, offset);
  }

  private static boolean isNumber(String id) {
    return id.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
