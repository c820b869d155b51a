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

import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.SourcePosition;
import io.tidegate.internal.store.CheckpointState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a crash leaves in the files, no claim comes out that is not in them. */
class MutatedCheckpointTest {
  private static final String META =
      "{\"batchWatermarkMs\":1790866402117,\"batchTimestampMs\":1796042668405,\"conf\":{\"a\":\"b\"}}";
  private static final List<String> OFFSETS =
      List.of(
          "v1\n" + META + "\n{\"lsn\":\"0x0F\",\"commit_ts\":\"2026-10-01T14:03:22\"}\n-\n17",
          "v2\n" + META + "\n1:{\"logOffset\":1}\norders:-\n0:{\"t\":{\"0\":[1,2]}}",
          "v1\n\n{\"logOffset\":0}");
  private static final List<String> COMMITS =
      List.of(
          "v1\n{\"nextBatchWatermarkMs\":1790866402117}",
          "v2\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":{\"0\":[[\"5f0c\"]]}}",
          "v1");

  @TempDir Path root;

  @RepeatedTest(4)
  void noBatchDiffersFromItsFiles(RepetitionInfo repetition) throws IOException {
    long seed = 20261130 + repetition.getCurrentRepetition();
    Random random = new Random(seed);
    HadoopCheckpointReader reader = new HadoopCheckpointReader(() -> new Configuration(false));
    new Checkpoints(root).offsets(0).commits(0);
    int used = 0;
    for (int i = 0; i < 250; i++) {
      byte[] offsets = mutated(OFFSETS.get(random.nextInt(3)), random);
      byte[] commit = mutated(COMMITS.get(random.nextInt(3)), random);
      Files.write(root.resolve("offsets/1"), offsets);
      Files.write(root.resolve("commits/1"), commit);
      Files.write(root.resolve("metadata"), mutated("{\"id\":\"00cd6f0c\"}", random));
      String what =
          "seed " + seed + ", round " + i + ": " + new String(offsets, StandardCharsets.UTF_8);

      CheckpointState state = reader.read(root.toUri().toString());

      assertThat(state.newestCommittedId()).describedAs(what).isEqualTo(1);
      assertThat(state.newestBatch()).describedAs(what).isPresent();
      CommittedBatch newest = state.newest();
      if (newest.batchId() == 1) {
        used++;
        assertSourcesAreLines(newest, new String(offsets, StandardCharsets.UTF_8), what);
        assertThat(reader.readBatch(root.toUri().toString(), 1)).describedAs(what).hasValue(newest);
      } else {
        assertThat(state.problems()).describedAs(what).isNotEmpty();
        assertThat(reader.readBatch(root.toUri().toString(), 1)).describedAs(what).isEmpty();
      }
    }
    assertThat(used).describedAs("both outcomes are met").isBetween(20, 230);
  }

  private static void assertSourcesAreLines(CommittedBatch batch, String text, String what) {
    List<String> lines = Arrays.asList(text.split("\r?\n", -1));
    List<String> body = lines.subList(2, lines.size());
    if (body.get(body.size() - 1).isEmpty()) {
      body = body.subList(0, body.size() - 1);
    }
    assertThat(batch.sources()).describedAs(what).hasSameSizeAs(body);
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < body.size(); i++) {
      expected.add(batch.positional() ? i + ":" + body.get(i) : body.get(i));
    }
    for (SourcePosition source : batch.sources()) {
      String offset = source.offsetJson() == null ? "-" : source.offsetJson();
      assertThat(expected).describedAs(what).contains(source.source() + ":" + offset);
    }
  }

  private static byte[] mutated(String valid, Random random) {
    byte[] bytes = valid.getBytes(StandardCharsets.UTF_8);
    int kind = random.nextInt(6);
    int at = random.nextInt(bytes.length);
    if (kind == 0) {
      return Arrays.copyOf(bytes, at);
    }
    if (kind == 1) {
      bytes[at] = (byte) random.nextInt(256);
    } else if (kind == 2) {
      Arrays.fill(bytes, at, bytes.length, (byte) 0);
    } else if (kind == 3) {
      String alphabet = "\n\r{}[]\":,-v0129e. ";
      bytes[at] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
    }
    return bytes;
  }
}
