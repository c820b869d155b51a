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

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidegate.api.HoldCode;
import io.tidegate.internal.model.FieldPath;
import io.tidegate.internal.settings.OffsetSettings;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the time out of one source's end offset, for the {@code offset} rule. Where the field leads
 * to several values the earliest counts, and one that is no time spoils all. Immutable, thread
 * safe; never throws.
 */
public final class OffsetTimes {
  /** How much of an offset or a value a sentence shows, in characters. */
  static final int SHOWN = 80;

  /** What stands in an offset log for a source without an offset. */
  private static final String VOID = "-";

  private static final JsonMapper LENIENT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private static final JsonMapper STRICT =
      LENIENT.rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** What an end offset says. */
  public sealed interface Reading {
    /**
     * Everything before this instant has been read.
     *
     * @param earliest the least of the times found, in whole microseconds
     */
    record At(Instant earliest) implements Reading {}

    /**
     * Nothing that could be claimed.
     *
     * @param code the reason
     * @param why the reason, a sentence without its full stop
     */
    record None(HoldCode code, String why) implements Reading {}
  }

  private final OffsetSettings settings;

  /**
   * @param settings where the time is, and how it is to be read
   */
  public OffsetTimes(OffsetSettings settings) {
    this.settings = settings;
  }

  /**
   * Reads one end offset.
   *
   * @param endOffsetJson as the source serialised it; null when the source has none yet
   */
  public Reading read(@Nullable String endOffsetJson) {
    if (endOffsetJson == null || endOffsetJson.equals(VOID)) {
      return idle();
    }
    Optional<JsonNode> document = parse(STRICT, endOffsetJson);
    if (document.isEmpty()) {
      return unparsed(endOffsetJson);
    }
    if (document.get().isNull()) {
      return idle();
    }
    Optional<Reading> incomplete = incomplete(document.get());
    return incomplete.orElseGet(() -> time(document.get(), endOffsetJson));
  }

  private Optional<Reading> incomplete(JsonNode document) {
    for (FieldPath path : settings.incompleteWhen()) {
      for (JsonNode value : FieldWalk.of(document, path).values()) {
        if (!saysNo(value)) {
          return Optional.of(
              new Reading.None(
                  HoldCode.INCOMPLETE,
                  "the end offset says that its source is still being read for the first time: '"
                      + path
                      + "' is "
                      + Shown.value(value)));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean saysNo(JsonNode value) {
    return value.isNull()
        || (value.isBoolean() && !value.booleanValue())
        || (value.isTextual() && value.textValue().equals("false"));
  }

  private Reading time(JsonNode document, String endOffsetJson) {
    FieldWalk found = FieldWalk.of(document, settings.field());
    Instant earliest = Instant.MAX;
    JsonNode withoutZone = null;
    for (JsonNode value : found.values()) {
      SourceTime.Reading read = SourceTime.of(value, settings.zone());
      if (read instanceof SourceTime.Reading.Time time) {
        earliest = time.instant().isBefore(earliest) ? time.instant() : earliest;
      } else if (read instanceof SourceTime.Reading.ZoneNeeded) {
        withoutZone = value;
      } else {
        return noTime(value);
      }
    }
    if (withoutZone != null) {
      return zoneNeeded(withoutZone);
    }
    if (found.missing() || found.values().isEmpty()) {
      return new Reading.None(
          HoldCode.NO_FIELD,
          (found.values().isEmpty()
                  ? "the end offset has no field '" + settings.field() + "'"
                  : "a part of the end offset has no field '" + settings.field() + "'")
              + ": found "
              + Shown.text(endOffsetJson));
    }
    return new Reading.At(earliest);
  }

  private static Reading idle() {
    return new Reading.None(HoldCode.IDLE, "the source has no end offset yet");
  }

  private Reading noTime(JsonNode value) {
    return new Reading.None(
        HoldCode.NO_TIME,
        "the field '"
            + settings.field()
            + "' of the end offset holds no time from 1980 on: found "
            + Shown.value(value));
  }

  private Reading zoneNeeded(JsonNode value) {
    return new Reading.None(
        HoldCode.ZONE_NEEDED,
        "the field '"
            + settings.field()
            + "' of the end offset holds a time without an offset from UTC: found "
            + Shown.value(value)
            + "; set offset.zone to the zone that the source's clock is in");
  }

  /** Only a repeated member name makes a difference between the two mappers. */
  private Reading unparsed(String endOffsetJson) {
    if (parse(LENIENT, endOffsetJson).isPresent()) {
      return new Reading.None(
          HoldCode.NO_TIME,
          "the end offset names a member twice, so that its field '"
              + settings.field()
              + "' cannot be told: found "
              + Shown.text(endOffsetJson));
    }
    return new Reading.None(
        HoldCode.NO_FIELD,
        "the end offset is not a JSON document that can be read, so it has no field '"
            + settings.field()
            + "': found "
            + Shown.text(endOffsetJson));
  }

  /** Whatever the host's Jackson refuses, limits of size and depth included, gives empty. */
  private static Optional<JsonNode> parse(JsonMapper mapper, String json) {
    try {
      JsonNode document = mapper.readTree(json);
      return document == null || document.isMissingNode()
          ? Optional.empty()
          : Optional.of(document);
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
