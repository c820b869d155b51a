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

import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.store.CheckpointOutline;
import io.tidegate.internal.store.CheckpointReader;
import io.tidegate.internal.store.CheckpointState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads checkpoints over Hadoop file systems, as Spark 3.5 to 4.2 write them. Holds nothing but the
 * configuration; thread safe.
 */
public final class HadoopCheckpointReader implements CheckpointReader {
  /** How many damaged batches are stepped over on the way to one that can be read. */
  private static final int MAX_TRIES = 10;

  private static final Logger LOG = LoggerFactory.getLogger(HadoopCheckpointReader.class);

  private final Supplier<Configuration> conf;

  /**
   * @param conf how file systems are reached, asked for at each call; not changed here
   */
  public HadoopCheckpointReader(Supplier<Configuration> conf) {
    this.conf = conf;
  }

  @Override
  public CheckpointState read(String path) throws IOException {
    try {
      CheckpointFiles files = new CheckpointFiles(new Path(path), conf.get());
      // Commits first: a batch that commits in between then never looks like one without offsets.
      NavigableSet<Long> commits = files.batchIds("commits");
      return state(files, new LogListing(files.batchIds("offsets"), commits));
    } catch (RuntimeException e) {
      throw unexpected(path, e);
    }
  }

  @Override
  public CheckpointOutline outline(String path) throws IOException {
    try {
      CheckpointFiles files = new CheckpointFiles(new Path(path), conf.get());
      NavigableSet<Long> commits = files.batchIds("commits");
      LogListing listing = new LogListing(files.batchIds("offsets"), commits);
      List<String> problems = new ArrayList<>();
      String id = lineageId(files, problems);
      NavigableSet<Long> committed = listing.committed();
      return new CheckpointOutline(
          id,
          problems.isEmpty(),
          committed.isEmpty() ? 0 : committed.last() + 1,
          listing.planned());
    } catch (RuntimeException e) {
      throw unexpected(path, e);
    }
  }

  @Override
  public Optional<CommittedBatch> readBatch(String path, long batchId) throws IOException {
    List<String> problems = new ArrayList<>();
    try {
      CheckpointFiles files = new CheckpointFiles(new Path(path), conf.get());
      Optional<CommittedBatch> batch = batch(files, batchId, problems);
      if (!problems.isEmpty()) {
        LOG.debug("Batch {} of checkpoint {} is not used: {}", batchId, path, problems);
      }
      return batch;
    } catch (RuntimeException e) {
      throw unexpected(path, e);
    }
  }

  private static CheckpointState state(CheckpointFiles files, LogListing listing)
      throws IOException {
    List<String> problems = new ArrayList<>(listing.oddities());
    String lineageId = lineageId(files, problems);
    NavigableSet<Long> committed = listing.committed();
    OptionalLong pending = listing.pending();
    if (pending.isPresent()) {
      offsets(files, pending.getAsLong(), problems);
    }
    return new CheckpointState(
        lineageId,
        newestReadable(files, committed, problems),
        committed.isEmpty() ? null : committed.last(),
        files.holdsAnything("state"),
        problems);
  }

  private static @Nullable CommittedBatch newestReadable(
      CheckpointFiles files, NavigableSet<Long> committed, List<String> problems)
      throws IOException {
    int tries = 0;
    for (long id : committed.descendingSet()) {
      if (tries++ == MAX_TRIES) {
        problems.add(
            "None of the "
                + MAX_TRIES
                + " newest committed batches can be read; older ones are"
                + " not tried.");
        return null;
      }
      Optional<CommittedBatch> batch = batch(files, id, problems);
      if (batch.isPresent()) {
        return batch.get();
      }
    }
    return null;
  }

  private static @Nullable String lineageId(CheckpointFiles files, List<String> problems)
      throws IOException {
    try {
      Optional<String> text = files.read("metadata");
      return text.isEmpty() ? null : MetadataFile.parse(text.get()).id();
    } catch (DamagedFileException e) {
      problems.add(e.about("metadata"));
      return null;
    }
  }

  private static Optional<CommittedBatch> batch(
      CheckpointFiles files, long id, List<String> problems) throws IOException {
    Optional<CommitFile> commit = commit(files, id, problems);
    Optional<OffsetFile> offsets = offsets(files, id, problems);
    if (commit.isEmpty() || offsets.isEmpty()) {
      return Optional.empty();
    }
    OffsetFile planned = offsets.get();
    return Optional.of(
        new CommittedBatch(
            id,
            planned.batchTimestamp(),
            planned.watermark(),
            commit.get().nextWatermark(),
            planned.watermarkPolicy(),
            planned.sources(),
            planned.positional()));
  }

  private static Optional<OffsetFile> offsets(CheckpointFiles files, long id, List<String> problems)
      throws IOException {
    return log(files, "offsets/" + id, OffsetFile::parse, problems);
  }

  private static Optional<CommitFile> commit(CheckpointFiles files, long id, List<String> problems)
      throws IOException {
    return log(files, "commits/" + id, CommitFile::parse, problems);
  }

  /** Takes a file's text apart. */
  private interface Parser<T> {
    T parse(String text) throws DamagedFileException;
  }

  /** What one file of a log holds; empty, and a problem, where it is absent or damaged. */
  private static <T> Optional<T> log(
      CheckpointFiles files, String name, Parser<T> parser, List<String> problems)
      throws IOException {
    try {
      return Optional.of(parser.parse(present(files.read(name))));
    } catch (DamagedFileException e) {
      problems.add(e.about(name));
      return Optional.empty();
    }
  }

  private static String present(Optional<String> text) throws DamagedFileException {
    return text.orElseThrow(() -> new DamagedFileException("is not there"));
  }

  /** File systems, and paths that are none, fail with unchecked exceptions too. */
  private static IOException unexpected(String path, RuntimeException cause) {
    return new IOException("The checkpoint " + path + " cannot be read: " + cause, cause);
  }
}
