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

import io.tidegate.api.HoldCode;
import io.tidegate.internal.model.FieldPath;
import io.tidegate.internal.settings.OffsetSettings;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OffsetTimesTest {
  private static final List<FieldPath> INCOMPLETE =
      List.of(
          FieldPath.parse("snapshot"),
          FieldPath.parse("isStartingVersion"),
          FieldPath.parse("scanSnapshot"),
          FieldPath.parse("scan_all_files"));

  private static OffsetTimes.Reading read(
      String field, @Nullable String zone, @Nullable String offset) {
    ZoneId zoneId = zone == null ? null : ZoneId.of(zone);
    return new OffsetTimes(new OffsetSettings(FieldPath.parse(field), zoneId, INCOMPLETE))
        .read(offset);
  }

  private static OffsetTimes.Reading read(@Nullable String offset) {
    return read("commit_ts", null, offset);
  }

  private static OffsetTimes.Reading readValue(String json, @Nullable String zone) {
    return read(
        "commit_ts", zone, "{\"lsn\":\"0x0000002A000001F80003\",\"commit_ts\":" + json + "}");
  }

  private static void assertAt(OffsetTimes.Reading reading, String instant) {
    assertThat(reading).isEqualTo(new OffsetTimes.Reading.At(Instant.parse(instant)));
  }

  private static void assertNone(OffsetTimes.Reading reading, HoldCode code, String why) {
    assertThat(reading)
        .isInstanceOfSatisfying(
            OffsetTimes.Reading.None.class,
            none -> {
              assertThat(none.code()).describedAs(none.why()).isEqualTo(code);
              assertThat(none.why()).contains(why);
            });
  }

  private static void assertNone(OffsetTimes.Reading reading, HoldCode code) {
    assertNone(reading, code, "");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\0',
      value = {
        "\"2026-10-01T14:03:22.117Z\", 2026-10-01T14:03:22.117Z",
        "\"2026-10-01T16:03:22.117+02:00\", 2026-10-01T14:03:22.117Z",
        "\"2026-10-01T14:03:22.117+00:00\", 2026-10-01T14:03:22.117Z",
        "\"2026-10-01T14:03:22.117+0000\", 2026-10-01T14:03:22.117Z",
        "\"2026-10-01T16:03:22.117+0200\", 2026-10-01T14:03:22.117Z",
        "\"2026-10-01T14:03:22.117+00\", 2026-10-01T14:03:22.117Z",
        "\"2026-10-01T09:33:22.117-04:30\", 2026-10-01T14:03:22.117Z",
        "\"2026-10-01 14:03:22.1170000 +00:00\", 2026-10-01T14:03:22.117Z",
        "\"2026-10-01 14:03:22Z\", 2026-10-01T14:03:22Z",
        "\"2026-10-01T14:03Z\", 2026-10-01T14:03:00Z",
        "\"  2026-10-01T14:03:22Z \\t\", 2026-10-01T14:03:22Z",
        "\"2026-10-01T14:03:59.999999999Z\", 2026-10-01T14:03:59.999999Z",
        "\"2026-10-01T14:03:59.99999999999999999999999Z\", 2026-10-01T14:03:59.999999Z",
        "\"2026-10-01T14:03:22.1Z\", 2026-10-01T14:03:22.1Z",
        "\"2024-02-29T00:00:00Z\", 2024-02-29T00:00:00Z",
        "\"1980-01-01T00:00:00Z\", 1980-01-01T00:00:00Z",
        "\"9999-12-31T23:59:59.999Z\", 9999-12-31T23:59:59.999Z",
        "\"+10001-02-03T23:50:00.000Z\", +10001-02-03T23:50:00Z",
        "1790863402, 2026-10-01T14:03:22Z",
        "1790863402117, 2026-10-01T14:03:22.117Z",
        "1790863402117001, 2026-10-01T14:03:22.117001Z",
        "1790863402117001999, 2026-10-01T14:03:22.117001Z",
        "1790863402.117, 2026-10-01T14:03:22.117Z",
        "1790863402.1170019999, 2026-10-01T14:03:22.117001Z",
        "1790863402117.0019, 2026-10-01T14:03:22.117001Z",
        "1.790863402117E12, 2026-10-01T14:03:22.117Z",
        "\"1790863402\", 2026-10-01T14:03:22Z",
        "\" 1790863402117 \", 2026-10-01T14:03:22.117Z",
        "\"1790863402117001\", 2026-10-01T14:03:22.117001Z",
        "\"1790863402117001999\", 2026-10-01T14:03:22.117001Z",
        "\"1790863402.117001999999999999\", 2026-10-01T14:03:22.117001Z",
        "315532800, 1980-01-01T00:00:00Z",
        "7258118399, 2199-12-31T23:59:59Z",
        "315532800000, 1980-01-01T00:00:00Z",
        "7258118399999999999, 2199-12-31T23:59:59.999999Z",
      })
  void timesAreReadAndFloored(String json, String instant) {
    assertAt(readValue(json, null), instant);
    assertAt(readValue(json, "Asia/Tokyo"), instant);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\0',
      value = {
        "Europe/Berlin | 2026-10-01T14:03:22.117 | 2026-10-01T12:03:22.117Z",
        "US/Eastern | 2026-10-01 14:03:22.1170000 | 2026-10-01T18:03:22.117Z",
        "UTC | 2026-10-01 14:03 | 2026-10-01T14:03:00Z",
        // Twice: the first pass.
        "Europe/Berlin | 2026-10-25T01:59:59 | 2026-10-24T23:59:59Z",
        "Europe/Berlin | 2026-10-25T02:30:00 | 2026-10-25T00:30:00Z",
        "Europe/Berlin | 2026-10-25T03:00:00 | 2026-10-25T02:00:00Z",
        // Never: the earlier of the two ways to read it.
        "Europe/Berlin | 2026-03-29T02:30:00 | 2026-03-29T00:30:00Z",
        "Europe/Berlin | 2026-03-29T03:00:00 | 2026-03-29T01:00:00Z",
        "Pacific/Apia | 2011-12-30T12:00:00 | 2011-12-29T22:00:00Z",
      },
      delimiter = '|')
  void timesWithoutAnOffsetAreReadInTheZone(String zone, String time, String instant) {
    assertAt(readValue("\"" + time + "\"", zone), instant);
    assertNone(readValue("\"" + time + "\"", null), HoldCode.ZONE_NEEDED, "set offset.zone");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "false",
        "{}",
        "{\"value\":\"2026-10-01T14:03:22Z\"}",
        "\"\"",
        "\"  \"",
        "\"not a date\"",
        "\"2026-10-01\"",
        "\"2026-10-01T14\"",
        "\"2026-10-01T14:03:60Z\"",
        "\"2026-10-01T24:00:00Z\"",
        "\"2026-10-01T14:60:00Z\"",
        "\"2026-02-30T14:00:00Z\"",
        "\"2026-13-01T14:00:00Z\"",
        "\"10/01/2026 2:03 PM\"",
        "\"20261001140322117\"",
        "\"00000000000000\"",
        "\"2026-10-01T14:03:22+02:00[Europe/Berlin]\"",
        "\"2026-10-01T14:03:22[Europe/Berlin]\"",
        "\"2026-10-01T14:03:22+19:00\"",
        "\"2026-10-01T14:03:22+02:60\"",
        "\"2026-10-01T14:03:22.Z\"",
        "\"12026-10-01T14:03:22Z\"",
        "\"+123456-10-01T14:03:22Z\"",
        "\"\u0662\u0660\u0662\u0666-10-01T14:03:22Z\"",
        "\"0x0000002A000001F80003\"",
        "\"-1790863402\"",
        "\"1790863402e3\"",
        "\"49605240428222307037115827613554798409561082419642105874\"",
        "\"1970-01-01T00:00:00Z\"",
        "\"1970-01-01T00:00:00\"",
        "\"1900-01-01T00:00:00\"",
        "\"1979-12-31T23:59:59.999999Z\"",
        "\"0001-01-01T00:00:00Z\"",
        "\"-0001-01-01T00:00:00Z\"",
        "0",
        "-1",
        "17",
        "1834",
        "315532799",
        "7258118400",
        "315532799999",
        "20261001140322117",
        "-1790863402117",
        "49605240428222307037115827613554798409561082419642105874",
        "1e400000000",
        "1e-400000000",
        "0.000001",
      })
  void anythingElseIsNoTime(String json) {
    assertNone(readValue(json, null), HoldCode.NO_TIME, "the field 'commit_ts'");
    assertNone(readValue(json, "UTC"), HoldCode.NO_TIME, "holds no time from 1980 on");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "17",
        "-1",
        "\"0x0000002A000001F80003\"",
        "\"2026-10-01\"",
        "true",
        "[]",
        "{}",
        "[{\"a\":1}]",
        "{\"logOffset\":1}",
        "{\"orders\":{\"0\":120,\"1\":0},\"pay.ments\":{\"0\":7}}",
        "{\"commit.ts\":\"2026-10-01T14:03:22Z\"}",
        "{\"Commit_TS\":\"2026-10-01T14:03:22Z\"}",
        "{\"after\":{\"commit_ts\":\"2026-10-01T14:03:22Z\"}}",
        "{\"commit_ts\":[]}",
        "[{\"commit_ts\":\"2026-10-01T14:03:22Z\"},{\"lsn\":1}]",
        "[{\"commit_ts\":\"2026-10-01T14:03:22Z\"},7]",
        "[{\"commit_ts\":\"2026-10-01T14:03:22Z\"},[]]",
        "",
        " ",
        "not json at all",
        "{\"commit_ts\":\"2026-10-01T14:03:22Z\"",
        "{\"commit_ts\":\"2026-10-01T14:03:22Z\"} {}",
        "{\"commit_ts\":\"2026-10-01T14:03:22Z\"}x",
        "{'commit_ts':'2026-10-01T14:03:22Z'}",
        "{\"commit_ts\":NaN}",
      })
  void noFieldIsNoClaim(String offset) {
    assertNone(read(offset), HoldCode.NO_FIELD, "no field 'commit_ts': found");
  }

  @Test
  void aSourceWithoutAnOffsetIsIdle() {
    assertNone(read((String) null), HoldCode.IDLE, "the source has no end offset yet");
    assertNone(read("-"), HoldCode.IDLE);
    assertNone(read("null"), HoldCode.IDLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "1", "0", "\"true\"", "\"last\"", "\"\"", "{}", "[true,false]"})
  void anIncompleteOffsetVouchesForNothing(String flag) {
    String offset = "{\"commit_ts\":\"2026-10-01T14:03:22Z\",\"snapshot\":" + flag + "}";

    assertNone(
        read(offset), HoldCode.INCOMPLETE, "still being read for the first time: 'snapshot'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "\"false\"", "null", "[false,null]", "[]"})
  void aFlagThatIsFalseDoesNotHold(String flag) {
    String offset = "{\"commit_ts\":\"2026-10-01T14:03:22Z\",\"snapshot\":" + flag + "}";

    assertAt(read(offset), "2026-10-01T14:03:22Z");
  }

  @Test
  void incompleteIsJudgedBeforeTheField() {
    assertNone(
        read(
            "{\"sourceVersion\":1,\"reservoirId\":\"54794ff7\",\"reservoirVersion\":1,\"index\":3,"
                + "\"isStartingVersion\":true}"),
        HoldCode.INCOMPLETE,
        "'isStartingVersion' is true");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\0',
      delimiter = '|',
      value = {
        "timestamp | {\"offset\":3,\"timestamp\":1790863402117} | 2026-10-01T14:03:22.117Z",
        "*.commit_ts | {\"db1\":{\"commit_ts\":\"2026-10-01T14:03:22Z\"},"
            + "\"db2\":{\"commit_ts\":\"2026-10-01T14:03:20Z\"}} | 2026-10-01T14:03:20Z",
        "tables.commit_ts | {\"tables\":[{\"commit_ts\":1790863402117},"
            + "{\"commit_ts\":\"2026-10-01T14:00:00Z\"}]} | 2026-10-01T14:00:00Z",
        "tables.*.commit_ts | {\"tables\":[{\"commit_ts\":1790863402117},"
            + "{\"commit_ts\":\"2026-10-01T14:00:00Z\"}]} | 2026-10-01T14:00:00Z",
        "commit_ts | [[{\"commit_ts\":1790863402}],{\"commit_ts\":1790863403}]"
            + " | 2026-10-01T14:03:22Z",
        "commit_ts | {\"commit_ts\":[1790863403,1790863402]} | 2026-10-01T14:03:22Z",
        "`commit.ts` | {\"commit.ts\":1790863402} | 2026-10-01T14:03:22Z",
        "a.`b.*`.t | {\"a\":{\"b.*\":{\"t\":1790863402}}} | 2026-10-01T14:03:22Z",
        "`a``b` | {\"a`b\":1790863402} | 2026-10-01T14:03:22Z",
        "* | {\"0\":1790863403,\"1\":1790863402} | 2026-10-01T14:03:22Z",
        "* | [1790863403,1790863402] | 2026-10-01T14:03:22Z",
      })
  void theEarliestOfAllValuesCounts(String field, String offset, String instant) {
    assertAt(read(field, null, offset), instant);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\0',
      delimiter = '|',
      value = {
        "tables.commit_ts | {\"tables\":[{\"name\":\"dbo.a\",\"commit_ts\":1790863402},"
            + "{\"name\":\"dbo.b\",\"commit_ts\":null}]} | NO_TIME",
        "*.commit_ts | {\"a\":{\"commit_ts\":1790863402},\"b\":{}} | NO_FIELD",
        "*.commit_ts | {} | NO_FIELD",
        "*.commit_ts | 17 | NO_FIELD",
        "*.commit_ts | {\"a\":null} | NO_FIELD",
        "tables.commit_ts | {\"tables\":[]} | NO_FIELD",
        "tables.commit_ts | {\"tables\":[{\"commit_ts\":1790863402},[]]} | NO_FIELD",
        "tables.* | {\"tables\":[{},1790863402]} | NO_TIME",
        "* | {\"a\":1790863402,\"b\":\"2026-10-01T14:03:22\"} | ZONE_NEEDED",
        "* | {\"a\":\"2026-10-01T14:03:22\",\"b\":\"x\",\"c\":\"2026-10-01T14:03:22\"} | NO_TIME",
      })
  void oneBadBranchSpoilsAll(String field, String offset, HoldCode code) {
    assertNone(read(field, null, offset), code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"commit_ts\":1790863402,\"commit_ts\":1790863402}",
        "{\"commit_ts\":1790863402,\"x\":{\"y\":1,\"y\":1}}",
        "{\"commit_ts\":1790863402,\"commit\\u005fts\":1}",
      })
  void aRepeatedMemberIsNoClaim(String offset) {
    assertNone(read(offset), HoldCode.NO_TIME, "names a member twice");
  }

  @Test
  void sentencesShowWhatWasFoundInShort() {
    assertThat(readValue("\"not a date\"", null))
        .isEqualTo(
            new OffsetTimes.Reading.None(
                HoldCode.NO_TIME,
                "the field 'commit_ts' of the end offset holds no time from 1980 on: found"
                    + " \"not a date\""));
    String huge = "\uD83C\uDF0A".repeat(1000) + "\n";
    for (String offset : List.of("{\"commit_ts\":\"" + huge.strip() + "\"}", huge)) {
      assertThat(read(offset))
          .isInstanceOfSatisfying(
              OffsetTimes.Reading.None.class,
              none -> {
                String shown = none.why().substring(none.why().indexOf("found ") + 6);
                assertThat(shown).hasSizeLessThanOrEqualTo(OffsetTimes.SHOWN).contains("...");
                assertThat(shown.chars().filter(c -> Character.isSurrogate((char) c)).count())
                    .isEven();
              });
    }
  }

  @Test
  void largeOffsetsAreRead() {
    String offset =
        IntStream.range(0, 10_000)
            .mapToObj(
                i ->
                    "\"partition-%05d-%s\":{\"seq\":%d,\"t\":%d}"
                        .formatted(i, "x".repeat(60), Long.MAX_VALUE, 1790863402117L + i))
            .collect(Collectors.joining(",", "{", "}"));

    assertThat(offset).hasSizeGreaterThan(1_000_000);
    assertAt(read("*.t", null, offset), "2026-10-01T14:03:22.117Z");
  }

  @Test
  void depthAndLengthNeverThrow() {
    for (String offset :
        List.of(
            "[".repeat(200_000),
            "[".repeat(100_000) + "1790863402" + "]".repeat(100_000),
            "{\"commit_ts\":".repeat(100_000) + "1" + "}".repeat(100_000),
            "{\"commit_ts\":" + "9".repeat(1_000_000) + "}",
            "{\"commit_ts\":1790863402." + "9".repeat(1_000_000) + "}",
            "{\"commit_ts\":1e" + "9".repeat(1000) + "}",
            "{\"commit_ts\":\"" + "9".repeat(1_000_000) + "\"}",
            "{\"commit_ts\":\"" + " ".repeat(1_000_000) + "x\"}")) {
      assertThat(read(offset)).isInstanceOf(OffsetTimes.Reading.None.class);
    }
    assertAt(
        readValue("\"1790863402." + "9".repeat(1_000_000) + "\"", null),
        "2026-10-01T14:03:22.999999Z");
  }

  @Test
  void theJvmsZoneAndLocaleDoNotMatter() {
    TimeZone zone = TimeZone.getDefault();
    Locale locale = Locale.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));
      Locale.setDefault(Locale.forLanguageTag("ar-SA-u-nu-arab-ca-islamic"));
      assertAt(readValue("\"2026-10-01T14:03:22.5\"", "Europe/Berlin"), "2026-10-01T12:03:22.5Z");
      assertNone(readValue("\"2026-10-01T14:03:22.5\"", null), HoldCode.ZONE_NEEDED);
    } finally {
      TimeZone.setDefault(zone);
      Locale.setDefault(locale);
    }
  }

  @Test
  void mutatedOffsetsNeverThrow() {
    long seed = 20261130;
    Random random = new Random(seed);
    String valid =
        "{\"a\":[{\"commit_ts\":\"2026-10-01T14:03:22.117+02:00\",\"snapshot\":false},"
            + "{\"commit_ts\":1790863402117}],\"n\":1e5,\"s\":\"\\u00e9\\n\"}";
    String alphabet = "{}[]\",:.-+eE0189TZ \\utrnl\u0000\uD800\u00e9";
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder(valid);
      for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(4)) {
          case 0 -> text.setLength(at + 1);
          case 1 -> text.deleteCharAt(at).append(' ');
          case 2 -> text.insert(at, alphabet.charAt(random.nextInt(alphabet.length())));
          default -> text.setCharAt(at, alphabet.charAt(random.nextInt(alphabet.length())));
        }
      }
      String what = "seed " + seed + ", edit " + i + ": " + text.toString().replace('%', '_');
      for (String field : List.of("a.commit_ts", "*.*.commit_ts", "*", "n")) {
        OffsetTimes.Reading reading = read(field, "Europe/Berlin", text.toString());
        assertThat(reading).as(what).isNotNull();
        if (reading instanceof OffsetTimes.Reading.At at) {
          assertThat(at.earliest())
              .as(what)
              .isBetween(SourceTime.EARLIEST, Instant.parse("+99999-12-31T23:59:59Z"));
        }
      }
    }
  }
}
