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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.internal.model.SourcePosition;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogFilesTest {
  private static final String META =
      "{\"batchWatermarkMs\":1790866402117,\"batchTimestampMs\":1796042668405,"
          + "\"conf\":{\"spark.sql.streaming.multipleWatermarkPolicy\":\"max\"}}";

  private static void assertDamagedOffsets(String text, String why) {
    assertThatThrownBy(() -> OffsetFile.parse(text))
        .isInstanceOf(DamagedFileException.class)
        .hasMessage(why);
  }

  private static void assertDamagedCommit(String text, String why) {
    assertThatThrownBy(() -> CommitFile.parse(text))
        .isInstanceOf(DamagedFileException.class)
        .hasMessage(why);
  }

  @Test
  void versionOneHasALineForEachSourceInPlanOrder() throws DamagedFileException {
    OffsetFile file = OffsetFile.parse("v1\n" + META + "\n{\"logOffset\":0}\n-\n17\n-1\nany: text");

    assertThat(file.batchTimestamp()).isEqualTo(Instant.ofEpochMilli(1796042668405L));
    assertThat(file.watermark()).isEqualTo(Instant.ofEpochMilli(1790866402117L));
    assertThat(file.watermarkPolicy()).isEqualTo("max");
    assertThat(file.positional()).isTrue();
    assertThat(file.sources())
        .containsExactly(
            new SourcePosition("0", "{\"logOffset\":0}"),
            new SourcePosition("1", null),
            new SourcePosition("2", "17"),
            new SourcePosition("3", "-1"),
            new SourcePosition("4", "any: text"));
  }

  @Test
  void versionTwoHasAnIdBeforeTheFirstColon() throws DamagedFileException {
    OffsetFile file =
        OffsetFile.parse(
            "v2\n"
                + META
                + "\npayments:-\n10:{\"a\":\"b:c\"}\norders:{\"orders\":{\"0\":1}}\n9:17");

    assertThat(file.positional()).isFalse();
    assertThat(file.sources())
        .containsExactly(
            new SourcePosition("9", "17"),
            new SourcePosition("10", "{\"a\":\"b:c\"}"),
            new SourcePosition("orders", "{\"orders\":{\"0\":1}}"),
            new SourcePosition("payments", null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "",
        "{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":{}}",
        "{\"batchWatermarkMs\":null,\"batchTimestampMs\":null,\"conf\":null,\"more\":[1]}"
      })
  void metadataMayBeMissing(String metadata) throws DamagedFileException {
    OffsetFile file = OffsetFile.parse("v1\n" + metadata + "\n0");

    assertThat(file)
        .isEqualTo(new OffsetFile(null, null, null, List.of(new SourcePosition("0", "0")), true));
  }

  @Test
  void lineEndsDoNotMatter() throws DamagedFileException {
    OffsetFile expected = OffsetFile.parse("v1\n" + META + "\n{\"logOffset\":0}\n-");

    assertThat(OffsetFile.parse("v1\n" + META + "\n{\"logOffset\":0}\n-\n")).isEqualTo(expected);
    assertThat(OffsetFile.parse("v1\r\n" + META + "\r\n{\"logOffset\":0}\r\n-\r\n"))
        .isEqualTo(expected);
    assertThat(CommitFile.parse("v1\r\n{\"nextBatchWatermarkMs\":5}\r\n"))
        .isEqualTo(new CommitFile(Instant.ofEpochMilli(5)));
  }

  @Test
  void anyMillisecondIsAnInstant() throws DamagedFileException {
    for (long millis : new long[] {1, 253402300800000L, Long.MAX_VALUE}) {
      String text =
          "v1\n{\"batchWatermarkMs\":" + millis + ",\"batchTimestampMs\":" + millis + "}\n0";

      assertThat(OffsetFile.parse(text).watermark()).isEqualTo(Instant.ofEpochMilli(millis));
      assertThat(OffsetFile.parse(text).batchTimestamp()).isEqualTo(Instant.ofEpochMilli(millis));
    }
  }

  @Test
  void damagedOffsetsAreNamed() {
    assertDamagedOffsets("", "is empty");
    assertDamagedOffsets(" \n", "holds nothing but blanks");
    assertDamagedOffsets("\uFEFFv1\n{}\n0", "begins with a byte order mark");
    assertDamagedOffsets("v1", "has no line for any source");
    assertDamagedOffsets("v1\n" + META, "has no line for any source");
    assertDamagedOffsets("v1\n" + META + "\n", "has no line for any source");
    assertDamagedOffsets(
        "v9\n{}\n0",
        "has a first line that names no known format version: expected v1 to v2, found \"v9\"");
    assertDamagedOffsets(
        "v1 \n{}\n0",
        "has a first line that names no known format version: expected v1 to v2, found \"v1 \"");
    assertDamagedOffsets(
        "\u0000".repeat(300),
        "has a first line that names no known format version: expected v1 to v2, found \""
            + "?".repeat(20)
            + "...\"");
    String cut = "is not a complete JSON object in line 2";
    assertDamagedOffsets("v1\n" + META.substring(0, 40) + "\n0", cut);
    assertDamagedOffsets("v1\n[]\n0", cut);
    assertDamagedOffsets("v1\n{} {}\n0", cut);
    assertDamagedOffsets("v1\n" + "[".repeat(100_000) + "\n0", cut);
    String source = "holds no complete offset for the source \"1\"";
    assertDamagedOffsets("v1\n{}\n0\n{\"logOff", source);
    assertDamagedOffsets("v1\n{}\n0\n[1", source);
    assertDamagedOffsets("v1\n{}\n0\n\"0x00", source);
    assertDamagedOffsets("v1\n{}\n0\n{} {}", source);
    assertDamagedOffsets("v1\n{}\n0\n\n", source);
    assertDamagedOffsets("v2\n{}\n1:", source);
    assertDamagedOffsets("v2\n{}\n1:0\n1:-", "names the source \"1\" twice");
    assertDamagedOffsets("v2\n{}\n1:0\n17", "has a line that is not of the form id:offset, line 4");
    assertDamagedOffsets("v2\n{}\n:0", "has a line that is not of the form id:offset, line 3");
    assertDamagedOffsets("v1\n{\"conf\":7}\n0", "holds no object in \"conf\"");
    assertDamagedOffsets(
        "v1\n{\"conf\":{\"spark.sql.streaming.multipleWatermarkPolicy\":7}}\n0",
        "holds no text in \"spark.sql.streaming.multipleWatermarkPolicy\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "1.5",
        "\"7\"",
        "9223372036854775808",
        "1e3",
        "1e999999999999",
        "{}",
        "[]",
        "true"
      })
  void weirdNumbersAreDamage(String number) {
    assertDamagedOffsets(
        "v1\n{\"batchTimestampMs\":" + number + "}\n0",
        "holds no epoch milliseconds in \"batchTimestampMs\"");
    assertDamagedOffsets(
        "v1\n{\"batchWatermarkMs\":" + number + "}\n0",
        "holds no epoch milliseconds in \"batchWatermarkMs\"");
    assertDamagedCommit(
        "v1\n{\"nextBatchWatermarkMs\":" + number + "}",
        "holds no epoch milliseconds in \"nextBatchWatermarkMs\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v1",
        "v1\n",
        "v1\n{}",
        "v1\n{\"nextBatchWatermarkMs\":0}",
        "v2\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":{\"0\":[[\"5f0c\"],[\"b1d2\"]]}}",
        "v3\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":null,\"sinkMetadataMap\":{\"s\":{}}}",
      })
  void aCommitMayHaveNoWatermark(String text) throws DamagedFileException {
    assertThat(CommitFile.parse(text)).isEqualTo(new CommitFile(null));
  }

  @Test
  void aCommitHasTheNextWatermarkInEveryVersion() throws DamagedFileException {
    for (String version : List.of("v1", "v2", "v3")) {
      assertThat(CommitFile.parse(version + "\n{\"nextBatchWatermarkMs\":1790866402117}"))
          .isEqualTo(new CommitFile(Instant.ofEpochMilli(1790866402117L)));
    }
  }

  @Test
  void damagedCommitsAreNamed() {
    assertDamagedCommit("", "is empty");
    assertDamagedCommit(
        "v4\n{}",
        "has a first line that names no known format version: expected v1 to v3, found \"v4\"");
    assertDamagedCommit("\uFEFFv1\n{}", "begins with a byte order mark");
    assertDamagedCommit("v1\n\n", "is not a complete JSON object in line 2");
    assertDamagedCommit("v1\n{\"nextBatch", "is not a complete JSON object in line 2");
    assertDamagedCommit("v1\n{}\n{}", "has 3 lines, not two");
  }

  @Test
  void metadataHoldsTheLineagesId() throws DamagedFileException {
    assertThat(MetadataFile.parse("{\"id\":\"00cd6f0c-1718\"}").id()).isEqualTo("00cd6f0c-1718");
    assertThat(MetadataFile.parse("{\"id\":\"a\",\"more\":1}\r\n").id()).isEqualTo("a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{} | holds no \"id\"",
        "{\"id\":\" \"} | holds no \"id\"",
        "{\"id\":7} | holds no text in \"id\"",
        "{\"id\":\"00c | is not a complete JSON object in line 1",
        "7 | is not a complete JSON object in line 1",
      })
  void damagedMetadataIsNamed(String text, String why) {
    assertThatThrownBy(() -> MetadataFile.parse(text))
        .isInstanceOf(DamagedFileException.class)
        .hasMessage(why);
    assertThatThrownBy(() -> MetadataFile.parse("")).hasMessage("is empty");
  }

  @Test
  void onlyCanonicalDecimalNamesAreBatches() {
    assertThat(
            LogListing.ids(
                List.of(
                    "0",
                    "7",
                    "10",
                    "9223372036854775806",
                    "9223372036854775807",
                    "9223372036854775808",
                    "99999999999999999999",
                    "",
                    "00",
                    "01",
                    "-1",
                    "+1",
                    " 1",
                    "1 ",
                    "1.0",
                    ".3.crc",
                    "3.tmp",
                    ".3.0f8fad5b.tmp",
                    "3.compact",
                    "_x",
                    "_SUCCESS",
                    "3.crc",
                    "\u0663")))
        .containsExactly(0L, 7L, 10L, Long.MAX_VALUE - 1);
  }
}
