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

import static io.tidegate.internal.store.kernel.TestTables.committed;
import static io.tidegate.internal.store.kernel.TestTables.dataFiles;
import static io.tidegate.internal.store.kernel.TestTables.put;
import static io.tidegate.internal.store.kernel.TestTables.row;
import static io.tidegate.internal.store.kernel.TestTables.store;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.api.ErrorCode;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitOutcomeTest {
  private static final VerdictRow A = row("a", "2026-10-01T13:00:00Z");
  private static final VerdictRow B = row("b", "2026-10-01T14:00:00Z");

  @TempDir Path temp;
  private Path table;
  private FaultyEngine engine;
  private KernelTableStore<VerdictRow> store;
  private TableSnapshot<VerdictRow> base;

  @BeforeEach
  void oneRow() throws Exception {
    table = temp.resolve("control");
    engine = new FaultyEngine(TestTables.engine(table));
    store = store(table, engine);
    base = put(store, A);
  }

  @Test
  void aFailureToWriteTheDataIsTransientAndLeavesNothing() throws Exception {
    List<String> before = dataFiles(table);
    engine.beforeParquet =
        path -> {
          throw new ConnectException("refused by the test");
        };
    assertTransient(store.commit(base, List.of(B)), "ConnectException: refused by the test");

    engine.beforeParquet = path -> {};
    engine.afterParquet =
        path -> {
          throw new IOException("half-way");
        };
    assertTransient(store.commit(base, List.of(B)), "half-way");

    assertThat(dataFiles(table)).isEqualTo(before);
    engine.afterParquet = path -> {};
    committed(store.commit(base, List.of(B)));
    assertThat(store(table).read().rows()).containsOnlyKeys("a", "b");
  }

  @Test
  void aFailureOfTheLogWriteIsUnknownAndTheDataStays() throws Exception {
    engine.beforeJson = failAt(".json", new IOException("lost connection"));

    CommitOutcome<VerdictRow> outcome = store.commit(base, List.of(B));

    assertThat(outcome).isInstanceOf(CommitOutcome.Unknown.class);
    assertThat(((CommitOutcome.Unknown) outcome).cause())
        .hasMessageContaining("lost connection")
        .satisfies(e -> assertThat(((StoreException) e).retryable()).isTrue());
    assertThat(dataFiles(table)).hasSize(2);
    engine.beforeJson = path -> {};
    assertThat(store.read().version()).isZero();
    put(store, B);
    assertThat(store(table).read().rows()).containsOnlyKeys("a", "b");
  }

  @Test
  void aCommitWhoseAnswerIsLostIsUnknownAndFoundByReading() throws Exception {
    engine.afterJson = failAt(".json", new IOException("answer lost"));

    assertThat(store.commit(base, List.of(B))).isInstanceOf(CommitOutcome.Unknown.class);

    engine.afterJson = path -> {};
    assertThat(store.read().version()).isEqualTo(1);
    assertThat(store.read().rows()).containsOnlyKeys("a", "b");
  }

  @Test
  void aRuntimeExceptionInTheLogWriteIsUnknown() {
    engine.afterJson =
        path -> {
          throw new IllegalStateException("client bug");
        };

    assertThat(store.commit(base, List.of(B))).isInstanceOf(CommitOutcome.Unknown.class);
  }

  @Test
  void aRepeatedRequestThatMeetsItsOwnEntryIsCommitted() throws Exception {
    engine.afterJson =
        failAt(
            "00000000000000000001.json",
            new FileAlreadyExistsException("said by a retrying client"));

    TableSnapshot<VerdictRow> after = committed(store.commit(base, List.of(B)));

    assertThat(after.version()).isEqualTo(1);
    assertThat(after.rows()).containsOnlyKeys("a", "b");
    assertThat(store(table).read().rows()).containsOnlyKeys("a", "b");
  }

  @Test
  void aRaceWhoseWinnerCannotBeLookedAtIsUnknown() throws Exception {
    put(store(table), row("winner", "2026-10-01T13:00:00Z"));
    engine.beforeStatus = failAt("00000000000000000001.json", new IOException("no look"));

    CommitOutcome<VerdictRow> outcome = store.commit(base, List.of(B));

    assertThat(outcome).isInstanceOf(CommitOutcome.Unknown.class);
    assertThat(dataFiles(table)).hasSize(3);
  }

  @Test
  void aRaceLostWhileTheLogIsWrittenIsAConflict() throws Exception {
    engine.beforeJson =
        path -> {
          if (path.endsWith("00000000000000000001.json")) {
            try {
              put(store(table), row("winner", "2026-10-01T13:00:00Z"));
            } catch (Exception e) {
              throw new IOException(e);
            }
          }
        };

    assertThat(store.commit(base, List.of(B))).isInstanceOf(CommitOutcome.Conflict.class);

    engine.beforeJson = path -> {};
    assertThat(store.read().rows()).containsOnlyKeys("a", "winner");
    assertThat(dataFiles(table)).hasSize(2);
  }

  @Test
  void deniedAccessToTheLogIsTransient() throws Exception {
    engine.beforeJson = failAt(".json", new AccessDeniedException("read only"));

    assertTransient(store.commit(base, List.of(B)), "AccessDeniedException: read only");
  }

  @Test
  void aLogDirectoryThatCannotBeMadeIsTransient() throws Exception {
    Path other = temp.resolve("other");
    FaultyEngine failing = new FaultyEngine(TestTables.engine(other));
    failing.beforeMkdirs = failAt("_delta_log", new IOException("quota exceeded"));
    KernelTableStore<VerdictRow> fresh = store(other, failing);

    assertTransient(fresh.commit(fresh.read(), List.of(B)), "quota exceeded");

    assertThat(dataFiles(other)).isEmpty();
    failing.beforeMkdirs = path -> {};
    put(fresh, B);
  }

  @Test
  void aFileSystemWithoutHardLinksIsFatal() throws Exception {
    LocalPublisher linkless =
        new LocalPublisher() {
          @Override
          void link(Path target, Path existing) throws IOException {
            if (target.toString().endsWith(".json")) {
              throw new FileSystemException(
                  target.toString(), existing.toString(), "Operation not permitted");
            }
            super.link(target, existing);
          }
        };
    Path other = temp.resolve("other");
    KernelTableStore<VerdictRow> fresh =
        store(
            other,
            io.delta.kernel.defaults.engine.DefaultEngine.create(
                new LocalFileIO(new Configuration(), linkless)));

    CommitOutcome<VerdictRow> outcome = fresh.commit(fresh.read(), List.of(B));

    assertThat(outcome).isInstanceOf(CommitOutcome.Fatal.class);
    StoreException cause = ((CommitOutcome.Fatal) outcome).cause();
    assertThat(cause.code()).isEqualTo(ErrorCode.TIDEGATE_NO_PUT_IF_ABSENT);
    assertThat(cause).hasMessageContaining("without hard links");
    assertThat(dataFiles(other)).isEmpty();
  }

  @Test
  void aMissingClassIsFatalBeforeTheLogIsWrittenAndUnknownAfter() {
    engine.beforeParquet =
        path -> {
          throw new NoClassDefFoundError("gone/Missing");
        };
    CommitOutcome<VerdictRow> before = store.commit(base, List.of(B));
    assertThat(before).isInstanceOf(CommitOutcome.Fatal.class);
    assertThat(((CommitOutcome.Fatal) before).cause().code())
        .isEqualTo(ErrorCode.TIDEGATE_STORE_UNUSABLE);
    assertThat(((CommitOutcome.Fatal) before).cause())
        .hasMessageContaining("NoClassDefFoundError: gone/Missing")
        .hasMessageContaining("one tidegate jar only");

    engine.beforeParquet = path -> {};
    engine.afterJson =
        path -> {
          throw new NoClassDefFoundError("gone/Missing");
        };
    CommitOutcome<VerdictRow> after = store.commit(base, List.of(B));
    assertThat(after).isInstanceOf(CommitOutcome.Unknown.class);
    assertThat(((CommitOutcome.Unknown) after).cause().retryable()).isFalse();
  }

  @Test
  void aMissingClassWhileReadingIsNotRetried() {
    engine.beforeList =
        path -> {
          throw new NoSuchMethodError("gone");
        };

    assertThatThrownBy(() -> store.read())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("NoSuchMethodError: gone")
        .satisfies(e -> assertThat(((StoreException) e).retryable()).isFalse());
  }

  @Test
  void runningOutOfMemoryIsNotTurnedIntoAnything() {
    engine.beforeList =
        path -> {
          throw new OutOfMemoryError("by the test");
        };

    assertThatThrownBy(() -> store.read())
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("by the test");
  }

  @Test
  void unreachableStorageIsRetried() {
    engine.beforeList =
        path -> {
          throw new IOException("no route");
        };

    assertThatThrownBy(() -> store.read())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("no route")
        .satisfies(e -> assertThat(((StoreException) e).retryable()).isTrue());
  }

  private static void assertTransient(CommitOutcome<VerdictRow> outcome, String message) {
    assertThat(outcome).isInstanceOf(CommitOutcome.Transient.class);
    StoreException cause = ((CommitOutcome.Transient) outcome).cause();
    assertThat(cause.retryable()).isTrue();
    assertThat(cause).hasMessageContaining(message);
  }

  private static FaultyEngine.Fault failAt(String suffix, IOException failure) {
    return path -> {
      if (path.endsWith(suffix)) {
        throw failure;
      }
    };
  }
}
