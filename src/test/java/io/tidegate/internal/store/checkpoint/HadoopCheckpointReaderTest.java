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

import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.SourcePosition;
import io.tidegate.internal.store.CheckpointOutline;
import io.tidegate.internal.store.CheckpointState;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopCheckpointReaderTest {
  @TempDir Path root;

  private final Configuration conf = new Configuration(false);
  private final HadoopCheckpointReader reader = new HadoopCheckpointReader(() -> conf);

  private Checkpoints checkpoint() {
    return new Checkpoints(root);
  }

  private CheckpointState read() throws IOException {
    return reader.read(root.toUri().toString());
  }

  private CheckpointOutline outline() throws IOException {
    return reader.outline(root.toUri().toString());
  }

  private CheckpointState readShipped(String name) throws IOException, URISyntaxException {
    return reader.read(getClass().getResource("/checkpoints/" + name).toURI().toString());
  }

  private static void assertNewest(CheckpointState state, long newest, long committed) {
    assertThat(state.newestBatch()).map(CommittedBatch::batchId).hasValue(newest);
    assertThat(state.newest().sources())
        .containsExactly(new SourcePosition("0", "{\"logOffset\":" + newest + "}"));
    assertThat(state.newestCommittedId()).isEqualTo(committed);
  }

  @Test
  void spark35() throws Exception {
    CheckpointState state = readShipped("spark-3.5.6");

    assertThat(state)
        .isEqualTo(
            new CheckpointState(
                "00cd6f0c-1718-4a76-ae1e-7bd6a87d7e9c",
                new CommittedBatch(
                    2,
                    Instant.ofEpochMilli(1796042678405L),
                    null,
                    null,
                    "min",
                    List.of(new SourcePosition("0", "{\"logOffset\":2}")),
                    true),
                2L,
                false,
                List.of()));
  }

  @Test
  void spark40WithStateAndCommitLogVersion2() throws Exception {
    CheckpointState state = readShipped("spark-4.0.1");

    assertThat(state.newest())
        .isEqualTo(
            new CommittedBatch(
                1,
                Instant.ofEpochMilli(1796042673405L),
                Instant.ofEpochMilli(1790866402117L),
                Instant.ofEpochMilli(1790866403117L),
                "min",
                List.of(new SourcePosition("0", "17"), new SourcePosition("1", null)),
                true));
    assertThat(state.hasState()).isTrue();
    assertThat(state.problems()).isEmpty();
  }

  @Test
  void spark42() throws Exception {
    CheckpointState state = readShipped("spark-4.2.0");

    assertThat(state.newest().sources())
        .containsExactly(
            new SourcePosition(
                "0",
                "{\"lsn\":\"0x0000002A000001F80003\",\"commit_ts\":\"2026-10-01T14:03:22.117\"}"),
            new SourcePosition("1", "{\"orders\":{\"0\":120,\"1\":0},\"pay.ments\":{\"0\":7}}"));
    assertThat(state.problems()).isEmpty();
  }

  @Test
  void spark42WithOffsetLogVersion2AfterVersion1() throws Exception {
    CheckpointState state = readShipped("spark-4.2.0-offsets-v2");

    assertThat(state.newest().batchId()).isEqualTo(1);
    assertThat(state.newest().positional()).isFalse();
    assertThat(state.newest().sources())
        .containsExactly(
            new SourcePosition("0", "{\"logOffset\":2}"),
            new SourcePosition("1", "{\"logOffset\":1}"),
            new SourcePosition("9", "{\"logOffset\":0}"),
            new SourcePosition("10", null),
            new SourcePosition("orders", null),
            new SourcePosition("payments", "{\"p\":{\"0\":12}}"));
    assertThat(state.newest().watermarkAfter()).isEqualTo(Instant.ofEpochMilli(1790866402117L));
    assertThat(state.problems()).isEmpty();
  }

  @Test
  void clean() throws IOException {
    checkpoint().offsets(0, 1, 2).commits(0, 1, 2);

    assertNewest(read(), 2, 2);
    assertThat(read().problems()).isEmpty();
    assertThat(read().lineageId()).isEqualTo(Checkpoints.ID);
  }

  @Test
  void killedMidBatch() throws IOException {
    checkpoint().offsets(0, 1, 2).commits(0, 1);

    assertNewest(read(), 1, 1);
    assertThat(read().problems()).isEmpty();
  }

  @Test
  void firstBatchNeverFinished() throws IOException {
    checkpoint().offsets(0);
    Files.createDirectories(root.resolve("commits"));

    assertThat(read()).isEqualTo(new CheckpointState(Checkpoints.ID, null, null, false, List.of()));
    assertThat(outline()).isEqualTo(new CheckpointOutline(Checkpoints.ID, true, 0, true));
  }

  @Test
  void startedAndNothingRead() throws IOException {
    checkpoint();

    assertThat(read()).isEqualTo(new CheckpointState(Checkpoints.ID, null, null, false, List.of()));
  }

  @Test
  void absent() throws IOException {
    CheckpointState state = reader.read(root.resolve("nowhere").toUri().toString());

    assertThat(state).isEqualTo(new CheckpointState(null, null, null, false, List.of()));
    assertThat(reader.outline(root.resolve("nowhere").toUri().toString()))
        .isEqualTo(new CheckpointOutline(null, true, 0, false));
  }

  @Test
  void theOutlineGoesByNamesAndReadsNoBatch() throws IOException {
    checkpoint().offsets(7, 8, 9).file("offsets/8", "").commits(7, 8);

    assertThat(outline()).isEqualTo(new CheckpointOutline(Checkpoints.ID, true, 9, true));
    checkpoint().commits(9);
    assertThat(outline()).isEqualTo(new CheckpointOutline(Checkpoints.ID, true, 10, false));
  }

  @Test
  void theOutlineOfACheckpointWithoutAnIdSaysWhetherThatIsKnown() throws IOException {
    checkpoint().offsets(0).commits(0);
    Files.delete(root.resolve("metadata"));
    assertThat(outline()).isEqualTo(new CheckpointOutline(null, true, 1, false));

    Files.writeString(root.resolve("metadata"), "{");
    assertThat(outline()).isEqualTo(new CheckpointOutline(null, false, 1, false));
  }

  @Test
  void anOutlineHasNoNegativeReading() {
    assertThatThrownBy(() -> new CheckpointOutline(null, true, -1, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at -1");
  }

  @Test
  void gap() throws IOException {
    checkpoint().offsets(1, 2, 4).commits(1, 2);

    assertNewest(read(), 2, 2);
    assertThat(read().problems())
        .containsExactly(
            "offsets/3 is missing between the newest committed batch and offsets/4; batch 2 counts"
                + " as the newest committed one.");
  }

  @Test
  void commitsAhead() throws IOException {
    checkpoint().offsets(0, 1).commits(0, 1, 2);

    assertNewest(read(), 1, 1);
    assertThat(read().problems())
        .containsExactly(
            "commits/2 has no offsets/2 beside it; batch 1 counts as the newest committed one.");
  }

  @Test
  void commitsAlone() throws IOException {
    checkpoint().commits(0, 1, 2);

    assertThat(read().newestBatch()).isEmpty();
    assertThat(read().problems())
        .containsExactly("commits/2 has no offsets/2 beside it; no batch counts as committed.");
  }

  @Test
  void asyncProgress() throws IOException {
    checkpoint().offsets(0, 3).commits(0);
    assertNewest(read(), 0, 0);

    checkpoint().commits(3);
    assertNewest(read(), 3, 3);
    assertThat(read().problems()).isEmpty();

    checkpoint().offsets(7);
    assertNewest(read(), 3, 3);
    assertThat(read().problems()).isEmpty();
  }

  @Test
  void purged() throws IOException {
    long[] kept = LongStream.rangeClosed(150, 250).toArray();
    checkpoint().offsets(kept).commits(kept);

    assertNewest(read(), 250, 250);
    assertThat(read().problems()).isEmpty();
  }

  @Test
  void emptyNewest() throws IOException {
    checkpoint().offsets(0, 1).file("offsets/2", "").commits(0, 1, 2);

    assertNewest(read(), 1, 2);
    assertThat(read().problems()).containsExactly("offsets/2 is empty.");
  }

  @Test
  void emptyNewestCommit() throws IOException {
    checkpoint().offsets(0, 1, 2).commits(0, 1).file("commits/2", "");

    assertNewest(read(), 1, 2);
    assertThat(read().problems()).containsExactly("commits/2 is empty.");
  }

  @Test
  void halfNewest() throws IOException {
    String whole = Checkpoints.offsetsText(2);
    checkpoint()
        .offsets(0, 1)
        .file("offsets/2", whole.substring(0, whole.length() / 2))
        .commits(0, 1);

    assertNewest(read(), 1, 1);
    assertThat(read().problems()).containsExactly("offsets/2 has no line for any source.");
  }

  @Test
  void unknownVersion() throws IOException {
    checkpoint().offsets(0, 1).file("offsets/2", "v9\n{}\n{}").commits(0, 1, 2);

    assertNewest(read(), 1, 2);
    assertThat(read().problems())
        .containsExactly(
            "offsets/2 has a first line that names no known format version: expected v1 to v2,"
                + " found \"v9\".");
  }

  @Test
  void everythingDamagedIsGivenUpAfterTenTries() throws IOException {
    Checkpoints checkpoint = checkpoint();
    for (long id = 0; id < 30; id++) {
      checkpoint.file("offsets/" + id, "").commits(id);
    }
    checkpoint.offsets(19);

    assertThat(read().newestBatch()).isEmpty();
    assertThat(outline().reading()).isEqualTo(30);
    assertThat(read().problems())
        .hasSize(11)
        .startsWith("offsets/29 is empty.")
        .endsWith("None of the 10 newest committed batches can be read; older ones are not tried.");

    checkpoint.offsets(20);
    assertNewest(read(), 20, 29);
    assertThat(read().problems()).hasSize(9);
  }

  @Test
  void otherNamesAreIgnored() throws IOException {
    checkpoint().offsets(0, 1).commits(0, 1);
    for (String name :
        List.of(
            ".3.crc", "3.tmp", "_x", "3.compact", "03", ".3.5f0c.tmp", "99999999999999999999")) {
      checkpoint().file("offsets/" + name, "junk").file("commits/" + name, "junk");
    }
    Files.createDirectories(root.resolve("offsets/4"));
    Files.createDirectories(root.resolve("commits/4"));
    checkpoint().file("sources/0/offsets/9", "junk");

    assertNewest(read(), 1, 1);
    assertThat(read().problems()).isEmpty();
  }

  @Test
  void staleChecksumsNeitherFailNorHideARead() throws IOException {
    checkpoint().offsets(0, 1).commits(0, 1);
    for (String log : List.of("offsets/", "commits/")) {
      Files.write(
          root.resolve(log + ".1.crc"), new byte[] {'c', 'r', 'c', 0, 0, 0, 2, 0, 1, 2, 3, 4});
      Files.write(
          root.resolve(log + ".2.crc"), new byte[] {'c', 'r', 'c', 0, 0, 0, 2, 0, 1, 2, 3, 4});
    }
    Files.write(root.resolve(".metadata.crc"), new byte[] {1});
    FileSystem shared = FileSystem.get(root.toUri(), conf);

    assertNewest(read(), 1, 1);
    assertThat(read().problems()).isEmpty();
    assertThat(read().lineageId()).isEqualTo(Checkpoints.ID);
    assertThatThrownBy(
            () -> {
              try (var in =
                  shared.open(
                      new org.apache.hadoop.fs.Path(root.toUri().toString(), "offsets/1"))) {
                in.readAllBytes();
              }
            })
        .describedAs("the shared file system still checks")
        .isInstanceOf(IOException.class);
  }

  @Test
  void damagedMetadataIsAProblem() throws IOException {
    checkpoint().offsets(0).commits(0).file("metadata", "{\"id\":\"00cd");

    assertNewest(read(), 0, 0);
    assertThat(read().lineageId()).isNull();
    assertThat(read().problems())
        .containsExactly("metadata is not a complete JSON object in line 1.");
  }

  @Test
  void stateCountsWhenItHoldsAnything() throws IOException {
    checkpoint();
    assertThat(read().hasState()).isFalse();
    Files.createDirectories(root.resolve("state"));
    assertThat(read().hasState()).isFalse();
    checkpoint().file("state/.hidden.crc", "");
    assertThat(read().hasState()).isFalse();
    checkpoint().file("state/0/0/1.delta", "");
    assertThat(read().hasState()).isTrue();
  }

  @Test
  void hugeAndUndecodableFilesAreDamaged() throws IOException {
    checkpoint().offsets(0, 1, 2).commits(0, 1, 2);
    try (RandomAccessFile file = new RandomAccessFile(root.resolve("offsets/2").toFile(), "rw")) {
      file.setLength((64L << 20) + 1);
    }
    Files.write(root.resolve("commits/1"), new byte[] {'v', '1', '\n', (byte) 0xC3, '('});

    assertNewest(read(), 0, 2);
    assertThat(read().problems())
        .containsExactly("offsets/2 is larger than 64 MiB.", "commits/1 is not UTF-8 text.");
  }

  @Test
  void offsetsInOtherScriptsAreKept() throws IOException {
    String offset = "{\"t\u00f6pic/\u6f6e\uD83C\uDF0A\":{\"0\":1}}";
    checkpoint().file("offsets/0", "v1\n{}\n" + offset).commits(0);

    assertThat(read().newest().sources()).containsExactly(new SourcePosition("0", offset));
  }

  @Test
  void pathsMayHoldBlanksAndPercentSigns() throws IOException {
    Path odd = root.resolve("a b%20c\u00e9:d");
    new Checkpoints(odd).offsets(0).commits(0);

    assertNewest(reader.read("file:" + odd), 0, 0);
  }

  @Test
  void oneBatchIsReadByItsId() throws IOException {
    checkpoint().offsets(0, 1, 2, 4).commits(0, 1, 3, 4).file("offsets/4", "v1");
    String path = root.toUri().toString();

    assertThat(reader.readBatch(path, 1)).map(CommittedBatch::batchId).hasValue(1L);
    for (long id : new long[] {2, 3, 4, 5, -1, Long.MAX_VALUE}) {
      assertThat(reader.readBatch(path, id)).describedAs("batch %d", id).isEmpty();
    }
    assertThat(reader.readBatch(root.resolve("nowhere").toUri().toString(), 0)).isEmpty();
  }

  @Test
  void noCheckpointIsChanged() throws IOException {
    checkpoint().offsets(0, 1, 2).commits(0, 1);
    List<String> before = listing();
    read();
    reader.readBatch(root.toUri().toString(), 1);
    reader.readBatch(root.toUri().toString(), 9);

    assertThat(listing()).isEqualTo(before);
  }

  private List<String> listing() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.map(f -> f + " " + f.toFile().lastModified()).sorted().toList();
    }
  }
}
