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

import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.ConcurrentWriteException;
import io.delta.kernel.exceptions.MaxCommitRetryLimitReachedException;
import io.delta.kernel.exceptions.TableAlreadyExistsException;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterable;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.util.Causes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt to write the version after a snapshot; used once. */
final class CommitAttempt<R> {
  private static final int MAX_CHAINED = 50;

  private static final Logger LOG = LoggerFactory.getLogger(CommitAttempt.class);

  private final StoreParts<R> parts;
  private final Engine engine;
  private KernelSnapshot<R> base;
  private @Nullable String dataFile;

  CommitAttempt(StoreParts<R> parts, KernelSnapshot<R> base) {
    this.parts = parts;
    this.engine = parts.engine();
    this.base = base;
  }

  /** What is ready to be committed. */
  private record Staged<R>(
      Transaction transaction, List<Row> actions, Row added, TableRows<R> content) {}

  /** Writes the given rows on top of the snapshot, all others as they are. */
  CommitOutcome<R> run(List<R> changes) {
    TableRows<R> content = base.content().with(changes);
    Staged<R> staged;
    try {
      if (base.commits() >= MAX_CHAINED || base.stale()) {
        Optional<KernelSnapshot<R>> fresh = parts.reader().refresh(base);
        if (fresh.isEmpty()) {
          return new CommitOutcome.Conflict<>();
        }
        base = fresh.get();
      }
      staged = stage(content);
      if (!baseStands()) {
        discard();
        return new CommitOutcome.Conflict<>();
      }
    } catch (TableAlreadyExistsException lost) {
      return new CommitOutcome.Conflict<>();
    } catch (Throwable failed) {
      return notStaged(failed);
    }
    TransactionCommitResult result;
    try {
      result =
          staged
              .transaction()
              .commit(
                  engine,
                  CloseableIterable.inMemoryIterable(
                      Utils.toCloseableIterator(staged.actions().iterator())));
    } catch (Throwable failed) {
      return notCommitted(failed);
    }
    return committed(staged, result);
  }

  /** Writes the data file and prepares the actions; the log is not touched. */
  private Staged<R> stage(TableRows<R> content) throws IOException {
    Transaction transaction = transaction();
    String tablePath = engine.getFileSystemClient().resolvePath(parts.location());
    Snapshot kernel = base.kernel();
    if (kernel == null) {
      engine.getFileSystemClient().mkdirs(tablePath);
    }
    dataFile = tablePath + "/" + DataFiles.newName(base.version() + 1);
    Row added =
        DataFiles.write(
            engine, transaction, dataFile, new RowsBatch<>(base.layout(), content.all()));
    List<Row> actions = new ArrayList<>();
    Optional<Long> now = Optional.of(parts.time().now().toEpochMilli());
    for (AddFile file : base.active()) {
      actions.add(SingleAction.createRemoveFileSingleAction(file.toRemoveFileRow(true, now)));
    }
    actions.add(added);
    return new Staged<>(transaction, actions, added, content);
  }

  /** A transaction that commits the version after the snapshot's, or nothing. */
  private Transaction transaction() {
    Snapshot kernel = base.kernel();
    if (kernel == null) {
      return TableManager.buildCreateTableTransaction(
              parts.location(), KernelTypes.struct(parts.schema()), parts.engineInfo())
          .withTableProperties(parts.schema().properties())
          .withMaxRetries(0)
          .build(engine);
    }
    return kernel
        .buildUpdateTableTransaction(parts.engineInfo(), Operation.MANUAL_UPDATE)
        .withMaxRetries(0)
        .build(engine);
  }

  /**
   * Whether the table still has the commit that was read. Without it, as when the table was
   * dropped, a store that creates directories by itself would begin a log in its middle.
   */
  private boolean baseStands() throws IOException {
    Snapshot kernel = base.kernel();
    if (kernel == null) {
      return true;
    }
    try {
      return KernelSnapshot.sameFile(
          KernelSnapshot.lastCommit(kernel),
          engine.getFileSystemClient().getFileStatus(KernelSnapshot.lastCommit(kernel).getPath()));
    } catch (FileNotFoundException gone) {
      return false;
    }
  }

  private CommitOutcome<R> notStaged(Throwable failed) {
    StoreException cause = parts.failures().of(failed);
    discard();
    if (!cause.retryable()) {
      return new CommitOutcome.Fatal<>(cause);
    }
    try {
      return baseStands() ? new CommitOutcome.Transient<>(cause) : new CommitOutcome.Conflict<>();
    } catch (IOException | RuntimeException unknown) {
      LOG.debug("{} cannot be looked at", parts.table(), unknown);
      return new CommitOutcome.Transient<>(cause);
    }
  }

  private CommitOutcome<R> notCommitted(Throwable failed) {
    StoreException cause = parts.failures().of(failed);
    Optional<CommitFailedException> refused =
        failed instanceof MaxCommitRetryLimitReachedException
            ? Causes.find(failed, CommitFailedException.class)
            : Optional.empty();
    // Case 1: somebody else's entry stands at this version.
    if (failed instanceof ConcurrentWriteException
        || refused.map(CommitFailedException::isConflict).orElse(false)) {
      return lost();
    }
    // Case 2: the entry could not be put under its name, for good.
    if (Causes.find(failed, NoHardLinksException.class).isPresent()) {
      discard();
      return new CommitOutcome.Fatal<>(cause);
    }
    // Case 3: the log's directory of a new table could not be made. Nothing else of Kernel's throws
    // this from a commit, since it wraps what it meets while it writes the entry.
    if (base.kernel() == null && failed instanceof UncheckedIOException) {
      discard();
      return new CommitOutcome.Transient<>(cause);
    }
    // Case 4: not allowed, thus not written. The data file stays all the same, for the case that it
    // was the look at the written entry that was not allowed.
    if (Causes.find(failed, AccessDeniedException.class).isPresent()
        || Causes.find(failed, AccessControlException.class).isPresent()) {
      return new CommitOutcome.Transient<>(cause);
    }
    // Case 5: anything may have happened. The data file stays, the entry may point to it.
    return new CommitOutcome.Unknown<>(cause);
  }

  /**
   * A lost race, unless the entry that won is this one: a storage client that repeats a request
   * whose answer was lost is told that the file exists.
   */
  private CommitOutcome<R> lost() {
    try {
      Optional<CommitLog> winner = CommitLog.read(engine, logPath(), base.version() + 1);
      String name = dataFile == null ? "" : dataFile.substring(dataFile.lastIndexOf('/') + 1);
      if (winner.isPresent() && winner.get().added().contains(name)) {
        return new CommitOutcome.Committed<>(parts.reader().read(null));
      }
    } catch (Throwable failed) {
      return new CommitOutcome.Unknown<>(parts.failures().of(failed));
    }
    discard();
    return new CommitOutcome.Conflict<>();
  }

  private String logPath() throws IOException {
    return engine.getFileSystemClient().resolvePath(parts.location()) + "/_delta_log";
  }

  /** Deletes the data file, which no commit points to. */
  private void discard() {
    if (dataFile == null) {
      return;
    }
    try {
      engine.getFileSystemClient().delete(dataFile);
    } catch (IOException | RuntimeException failed) {
      LOG.debug("The unused data file {} stays", dataFile, failed);
    }
  }

  /** The commit is durable: nothing that goes wrong from here on is about it. */
  private CommitOutcome<R> committed(Staged<R> staged, TransactionCommitResult result) {
    try {
      boolean began = parts.hooks().run(result.getPostCommitHooks());
      Optional<Snapshot> kernel = result.getPostCommitSnapshot();
      if (kernel.isEmpty()) {
        return new CommitOutcome.Committed<>(parts.reader().read(null));
      }
      KernelSnapshot<R> after = after(staged, kernel.get(), began);
      parts.upkeep().after(kernel.get(), after.active());
      return new CommitOutcome.Committed<>(after);
    } catch (Throwable failed) {
      return new CommitOutcome.Unknown<>(parts.failures().of(failed));
    }
  }

  /** The table after the commit, from what is at hand. */
  private KernelSnapshot<R> after(Staged<R> staged, Snapshot kernel, boolean checksumsBegan) {
    AddFile added = new AddFile(staged.added().getStruct(SingleAction.ADD_FILE_ORDINAL));
    // Kernel numbers rows in its own copy of the action.
    boolean numbered = TableFeatures.isRowTrackingSupported(kernel.getProtocol());
    return new KernelSnapshot<>(
        kernel.getVersion(),
        kernel,
        base.layout(),
        staged.content(),
        List.of(added),
        base.commits() + 1,
        checksumsBegan || numbered);
  }
}
