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
package io.tidegate.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.VerdictState;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.testing.FakeTime;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.VerdictRow;
import io.tidegate.internal.verdict.VerdictRowBuilder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** A command line that is typed at noon, over tables in a directory. Not thread safe. */
final class Typed implements Time {
  static final Instant NOON = FakeTime.START;

  private final FakeTime time = new FakeTime();
  private final Deque<Runnable> whileWaiting = new ArrayDeque<>();
  private final Map<String, String> environment = new HashMap<>();
  private final Path directory;
  private boolean colour;
  private boolean live;
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  Typed(Path directory) {
    this.directory = directory;
  }

  Path control() {
    return directory.resolve("control");
  }

  Typed environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** On a terminal from now on. */
  Typed onTerminal() {
    colour = true;
    live = true;
    return this;
  }

  /** What happens during the next pause of a command that waits. */
  Typed whileWaiting(Runnable what) {
    whileWaiting.add(what);
    return this;
  }

  /** Runs a command over the tables and gives its exit code. */
  int on(String... arguments) {
    return run(
        Stream.concat(Arrays.stream(arguments), Stream.of("--control", control().toString()))
            .toArray(String[]::new));
  }

  /** Runs a command as it is typed. */
  int run(String... arguments) {
    out = new StringWriter();
    err = new StringWriter();
    Terminal terminal = new Terminal(new PrintWriter(out), new PrintWriter(err), colour, live);
    return Cli.run(terminal, environment, this, arguments);
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }

  List<Duration> pauses() {
    return time.sleeps();
  }

  /** A live table that claims from eight o'clock until eleven. */
  static VerdictRowBuilder row(String table) {
    return VerdictRow.builder(table)
        .trackedFrom(NOON.minus(Duration.ofHours(4)))
        .epochFrom(NOON.minus(Duration.ofHours(4)))
        .finalizedUntil(NOON.minus(Duration.ofHours(1)))
        .frontier(NOON.minus(Duration.ofMinutes(23)))
        .basis("watermark")
        .state(VerdictState.ACTIVE)
        .seenAt(NOON.minus(Duration.ofMinutes(2)))
        .aliveUntil(NOON.plus(Duration.ofDays(9)))
        .queryName("orders")
        .checkpoint("file:/checkpoints/orders");
  }

  Typed write(VerdictRowBuilder... rows) {
    commit(verdicts(), Arrays.stream(rows).map(VerdictRowBuilder::build).toList());
    return this;
  }

  VerdictRow verdict(String table) {
    try {
      return verdicts().read().rows().get(table);
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
  }

  private TableStore<VerdictRow> verdicts() {
    return KernelTableStore.verdicts(control().toString(), new Configuration(), time, "test/1");
  }

  Typed write(LineageRow... rows) {
    commit(lineages(), List.of(rows));
    return this;
  }

  LineageRow lineage(String checkpoint) {
    try {
      return lineages().read().rows().get(checkpoint);
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
  }

  private TableStore<LineageRow> lineages() {
    return KernelTableStore.lineages(control() + "_lineages", new Configuration(), time, "test/1");
  }

  private static <R> void commit(TableStore<R> store, List<R> rows) {
    try {
      assertThat(store.commit(store.read(), rows)).isInstanceOf(CommitOutcome.Committed.class);
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public Instant now() {
    return time.now();
  }

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public void sleep(Duration duration) {
    time.sleep(duration);
    Runnable next = whileWaiting.poll();
    if (next != null) {
      next.run();
    }
  }
}
