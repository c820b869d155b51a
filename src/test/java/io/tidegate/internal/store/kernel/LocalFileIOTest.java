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
package io.tidegate.internal.store.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.defaults.engine.fileio.PositionOutputStream;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileIOTest {
  @TempDir Path temp;
  private final Configuration conf = new Configuration();
  private final LocalFileIO files = new LocalFileIO(conf, new LocalPublisher());

  private static CloseableIterator<String> lines(String... lines) {
    return Utils.toCloseableIterator(List.of(lines).iterator());
  }

  @Test
  void ofManyThreadsThatPutOneNameOneWins() throws Exception {
    int threads = 16;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      for (int round = 0; round < 20; round++) {
        String path = "file:" + temp + "/" + round + ".json";
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Future<Boolean>> attempts = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
          String content = "thread " + thread;
          Callable<Boolean> attempt =
              () -> {
                start.await();
                try {
                  new LocalFileIO(conf, new LocalPublisher())
                      .newOutputFile(path)
                      .writeAtomically(lines(content, "end"), false);
                  return true;
                } catch (FileAlreadyExistsException lost) {
                  return false;
                }
              };
          attempts.add(pool.submit(attempt));
        }
        List<Integer> winners = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
          if (attempts.get(thread).get()) {
            winners.add(thread);
          }
        }
        assertThat(winners).hasSize(1);
        assertThat(temp.resolve(round + ".json"))
            .hasContent("thread " + winners.get(0) + "\nend\n");
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(TestTables.names(temp)).hasSize(20).allMatch(name -> name.endsWith(".json"));
  }

  @Test
  void aFailedWriteLeavesNeitherNameNorTemporaryFile() throws Exception {
    CloseableIterator<String> failing =
        lines("one", "two")
            .map(
                line -> {
                  if (line.equals("two")) {
                    throw new IllegalStateException("no more");
                  }
                  return line;
                });

    assertThatThrownBy(() -> files.newOutputFile(temp + "/a").writeAtomically(failing, false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no more");

    assertThat(TestTables.names(temp)).isEmpty();
  }

  @Test
  void overwritingReplacesTheFileAndDropsAHadoopChecksum() throws Exception {
    Files.writeString(temp.resolve("a"), "old");
    Files.writeString(temp.resolve(".a.crc"), "old");

    files.newOutputFile(temp + "/a").writeAtomically(lines("new"), true);

    assertThat(temp.resolve("a")).hasContent("new\n");
    assertThat(TestTables.names(temp)).containsExactly("a");
  }

  @Test
  void aStreamBecomesAFileWhenItIsClosed() throws Exception {
    try (PositionOutputStream out = files.newOutputFile(temp + "/a").create(true)) {
      out.write(1);
      out.write(new byte[] {9, 2, 3, 9}, 1, 2);
      assertThat(out.getPos()).isEqualTo(3);
      assertThat(TestTables.names(temp)).isEmpty();
      out.close();
    }
    assertThat(temp.resolve("a")).hasBinaryContent(new byte[] {1, 2, 3});

    PositionOutputStream again = files.newOutputFile(temp + "/a").create(true);
    assertThatThrownBy(again::close).isInstanceOf(FileAlreadyExistsException.class);
    files.newOutputFile(temp + "/a").create(false).close();
    assertThat(temp.resolve("a")).isEmptyFile();
  }

  @Test
  void linksThatTheFileSystemRefusesAreTold() throws Exception {
    for (Exception refusal :
        List.of(
            new UnsupportedOperationException("no links"),
            new FileSystemException("a", "b", "Operation not permitted"),
            new FileSystemException("a", "b", "Operation not supported"))) {
      assertThatThrownBy(() -> put(refusal))
          .isInstanceOf(NoHardLinksException.class)
          .hasMessageStartingWith("no hard link can be made to " + temp.resolve("a"))
          .hasCause(refusal);
    }
    for (Exception other :
        List.of(
            new AccessDeniedException("a", "b", "Operation not permitted"),
            new FileSystemException("a", "b", "No space left on device"))) {
      assertThatThrownBy(() -> put(other)).isSameAs(other);
    }
    assertThat(TestTables.names(temp)).isEmpty();
  }

  private void put(Exception refusal) throws IOException {
    new LocalFileIO(
            conf,
            new LocalPublisher() {
              @Override
              void link(Path target, Path existing) throws IOException {
                if (refusal instanceof IOException io) {
                  throw io;
                }
                throw (RuntimeException) refusal;
              }
            })
        .newOutputFile(temp + "/a")
        .writeAtomically(lines("x"), false);
  }

  @Test
  void listsByBytesFromAName() throws Exception {
    for (String name : List.of("b", "a", "\u00fc", "\ud83c\udf0a", "\uff5e", "Z", "a b", "a%20b")) {
      Files.writeString(temp.resolve(name), name);
    }

    List<FileStatus> found = files.listFrom("file:" + temp + "/a").toInMemoryList();

    assertThat(found)
        .extracting(FileStatus::getPath)
        .containsExactly(
            "file:" + temp + "/a",
            "file:" + temp + "/a b",
            "file:" + temp + "/a%20b",
            "file:" + temp + "/b",
            "file:" + temp + "/\u00fc",
            "file:" + temp + "/\uff5e",
            "file:" + temp + "/\ud83c\udf0a");
    assertThat(found.get(1).getSize()).isEqualTo(3);
    assertThat(found.get(1).getModificationTime())
        .isEqualTo(Files.getLastModifiedTime(temp.resolve("a b")).toMillis());
  }

  @Test
  void whatIsAbsentIsNotFound() {
    String absent = temp + "/none/x";
    assertThatThrownBy(() -> files.listFrom(absent))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("no directory " + temp + "/none");
    assertThatThrownBy(() -> files.getFileStatus(absent))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("no file " + absent);
    assertThatThrownBy(() -> files.newInputFile(absent, -1).newStream())
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> files.copyFileAtomically(absent, temp + "/y", false))
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void aPathThroughAFileIsNotFoundEither() throws Exception {
    Files.writeString(temp.resolve("file"), "");
    assertThatThrownBy(() -> files.newInputFile(temp + "/file/x", -1).newStream())
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void readsFromAnyPosition() throws Exception {
    Files.write(temp.resolve("a"), new byte[] {0, 1, 2, (byte) 255});
    var input = files.newInputFile("file:" + temp + "/a", -1);
    assertThat(input.length()).isEqualTo(4);
    assertThat(input.path()).isEqualTo("file:" + temp + "/a");
    try (SeekableInputStream stream = input.newStream()) {
      stream.seek(3);
      assertThat(stream.read()).isEqualTo(255);
      assertThat(stream.read()).isEqualTo(-1);
      stream.seek(1);
      byte[] two = new byte[2];
      stream.readFully(two, 0, 2);
      assertThat(two).containsExactly(1, 2);
      assertThat(stream.getPos()).isEqualTo(3);
      assertThatThrownBy(() -> stream.readFully(two, 0, 2))
          .isInstanceOf(EOFException.class)
          .hasMessage("the file ends 1 bytes early");
    }
  }

  @Test
  void copiesWholeFiles() throws Exception {
    Files.writeString(temp.resolve("a"), "x");
    files.copyFileAtomically(temp + "/a", temp + "/b", false);
    assertThat(temp.resolve("b")).hasContent("x");
    assertThatThrownBy(() -> files.copyFileAtomically(temp + "/a", temp + "/b", false))
        .isInstanceOf(FileAlreadyExistsException.class);
    files.copyFileAtomically(temp + "/a", temp + "/b", true);
    assertThat(files.delete(temp + "/b")).isTrue();
    assertThat(files.delete(temp + "/b")).isFalse();
  }

  @Test
  void resolvesAndConfigures() throws Exception {
    assertThat(files.resolvePath("file:///x/y z")).isEqualTo("file:/x/y z");
    assertThat(files.resolvePath("/x/\u00fc%20y")).isEqualTo("file:/x/\u00fc%20y");
    assertThat(files.mkdirs("file:" + temp + "/a/b c")).isTrue();
    assertThat(files.mkdirs("file:" + temp + "/a/b c")).isTrue();
    assertThat(temp.resolve("a/b c")).isDirectory();
    conf.set("some.key", "v");
    assertThat(files.getConf("some.key")).contains("v");
    assertThat(files.getConf("other.key")).isEmpty();
  }
}
