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
import io.tidegate.internal.store.CheckpointState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckpointStorageFailureTest {
  @TempDir Path root;

  private final Configuration conf = FaultyFileSystem.configuration();
  private final HadoopCheckpointReader reader = new HadoopCheckpointReader(() -> conf);
  private String path;

  @BeforeEach
  void threeBatches() {
    new Checkpoints(root).offsets(0, 1, 2).commits(0, 1, 2);
    path = "faulty:" + root;
  }

  private static void failAt(String operation, String name, Exception error) {
    FaultyFileSystem.fault =
        (op, p) -> {
          if (op.equals(operation) && p.toString().endsWith("/" + name)) {
            if (error instanceof IOException io) {
              throw io;
            }
            throw (RuntimeException) error;
          }
        };
  }

  @Test
  void withoutFaultsAllIsRead() throws IOException {
    assertThat(reader.read(path).newest().batchId()).isEqualTo(2);
    assertThat(reader.read(path).problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "list, offsets",
    "list, commits",
    "list, state",
    "open, metadata",
    "open, offsets/2",
    "open, commits/2"
  })
  void storageFailuresAreThrown(String operation, String name) {
    failAt(operation, name, new AccessControlException("Permission denied: user=etl"));
    assertThatThrownBy(() -> reader.read(path))
        .isInstanceOf(AccessControlException.class)
        .hasMessage("Permission denied: user=etl");

    failAt(operation, name, new IllegalStateException("Connection pool shut down"));
    assertThatThrownBy(() -> reader.read(path))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "The checkpoint "
                + path
                + " cannot be read: java.lang.IllegalStateException: Connection pool shut down");
  }

  @ParameterizedTest
  @CsvSource({"offsets/1", "commits/1"})
  void storageFailuresOfOneBatchAreThrown(String name) {
    failAt("open", name, new IOException("connection reset"));

    assertThatThrownBy(() -> reader.readBatch(path, 1)).hasMessage("connection reset");
  }

  @Test
  void aFileThatIsThereButNotFoundIsARefusal() {
    failAt("open", "commits/2", new FileNotFoundException("commits/2 (Permission denied)"));

    assertThatThrownBy(() -> reader.read(path))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("commits/2 (Permission denied)");
  }

  @Test
  void aFileThatVanishedSinceItWasListedIsSteppedOver() throws IOException {
    FaultyFileSystem.fault =
        (operation, p) -> {
          if (operation.equals("open")) {
            Files.deleteIfExists(root.resolve("offsets/2"));
          }
        };

    CheckpointState state = reader.read(path);

    assertThat(state.newest().batchId()).isEqualTo(1);
    assertThat(state.newestCommittedId()).isEqualTo(2);
    assertThat(state.problems()).containsExactly("offsets/2 is not there.");
  }

  @Test
  void aWrongChecksumIsDamage() throws IOException {
    failAt("open", "offsets/2", new ChecksumException("Checksum error at 0", 0));

    assertThat(reader.read(path).newest().batchId()).isEqualTo(1);
    assertThat(reader.read(path).problems())
        .containsExactly("offsets/2 does not match its checksum.");
  }

  @Test
  void aBatchCommittedBetweenTheListingsIsNoCommitAhead() throws IOException {
    FaultyFileSystem.fault =
        (operation, p) -> {
          if (operation.equals("list") && p.getName().equals("offsets")) {
            new Checkpoints(root).commits(3).offsets(3, 4);
          }
        };

    CheckpointState state = reader.read(path);

    assertThat(state.newest().batchId()).isEqualTo(2);
    assertThat(state.problems()).isEmpty();
  }

  @Test
  void oneBatchTakesTwoReadsAndNoListing() throws IOException {
    assertThat(reader.readBatch(path, 1)).map(CommittedBatch::batchId).hasValue(1L);

    assertThat(FaultyFileSystem.CALLS).containsExactly("open 1", "open 1");
  }

  @Test
  void aHealthyCheckpointTakesThreeListingsAndThreeReads() throws IOException {
    reader.read(path);

    assertThat(FaultyFileSystem.CALLS)
        .containsExactlyInAnyOrder(
            "list commits", "list offsets", "list state", "open metadata", "open 2", "open 2");
  }

  @Test
  void aLogThatIsAFileCannotBeListed() throws IOException {
    Path file = root.resolve("odd");
    new Checkpoints(file).file("commits", "").offsets(0);

    assertThatThrownBy(() -> reader.read("faulty:" + file))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("/commits cannot be listed: it is a file, not a directory.");
  }

  @Test
  void anUnknownSchemeOrAnEmptyPathIsAnIOException() {
    for (String odd : List.of("nope://host/x", "", "file:", ":", "s3a:x")) {
      assertThatThrownBy(() -> reader.read(odd)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> reader.readBatch(odd, 0)).isInstanceOf(IOException.class);
    }
  }
}
