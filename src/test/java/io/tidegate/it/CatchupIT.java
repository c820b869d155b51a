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
package io.tidegate.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import io.tidegate.it.apps.EndlessApp;
import io.tidegate.it.apps.MinuteFeed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The checkpoint of a stream that was killed speaks for it: once the plugin had seen it, and once
 * more batches were committed where there was none.
 */
class CatchupIT {
  private static final String TABLE = "t.stream";

  @TempDir private Path shared;

  private Path directory;
  private Path control;

  private SparkProcessBuilder stream(String run) {
    return SparkProcess.named("CatchupIT/" + run)
        .jars(Shipped.jar())
        .app(EndlessApp.class)
        .args(directory, "stream");
  }

  private void killOnce(SparkProcessBuilder stream, String what, Callable<Boolean> then) {
    try (SparkProcess app = stream.start()) {
      await(what)
          .atMost(Duration.ofMinutes(3))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> !app.isAlive() || then.call());
      app.kill();
      assertThat(app.awaitExit()).as(app.stderr()).isEqualTo(137);
    }
  }

  private Map<String, Object> row() {
    return ControlTables.row(control, TABLE).orElseThrow();
  }

  private Commands.Ended tidegate(String... arguments) throws Exception {
    return new Commands(shared)
        .environment("TIDEGATE_CONTROL", control.toString())
        .launch(arguments);
  }

  private Commands.Ended catchup(String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "catchup",
                "--conf-file",
                shared.resolve("tidegate.conf").toString(),
                "--checkpoint",
                directory.resolve("checkpoint").toString(),
                "--stateless"));
    arguments.addAll(List.of(more));
    return tidegate(arguments.toArray(String[]::new));
  }

  private Commands.Ended verify() throws Exception {
    return tidegate("verify", "--conf-file", shared.resolve("tidegate.conf").toString());
  }

  @Test
  void aKilledStreamIsCaughtUpAndVerified() throws Exception {
    directory = Files.createDirectories(shared.resolve("a stream"));
    control = shared.resolve("control");
    Files.writeString(
        shared.resolve("tidegate.conf"),
        "tidegate { controlTable = \""
            + control
            + "\"\n frontier = offset\n granularity = minute\n queries.stream.table = "
            + TABLE
            + " }");
    MinuteFeed.fill(directory, 1);
    killOnce(
        stream("tracked")
            .withPlugin()
            .conf("spark.tidegate.config", shared.resolve("tidegate.conf").toString()),
        "the first verdict",
        () ->
            Files.exists(control.resolve("_delta_log"))
                && ControlTables.row(control, TABLE)
                    .map(row -> row.get("finalized_until") != null)
                    .orElse(false));
    Map<String, Object> first = row();
    assertThat(first).containsEntry("finalized_until", MinuteFeed.finalAfter(1));

    MinuteFeed.fill(directory, 4);
    killOnce(
        stream("untracked"),
        "the fourth commit",
        () -> Checkpoints.isCommitted(directory.resolve("checkpoint"), 3));
    assertThat(row()).isEqualTo(first);

    Commands.Ended dry = catchup("--dry-run");
    assertThat(dry.code()).as(dry.err()).isZero();
    assertThat(dry.out()).contains("once it is written; it was until " + MinuteFeed.finalAfter(1));
    assertThat(row()).isEqualTo(first);

    Commands.Ended caughtUp = catchup();
    assertThat(caughtUp.code()).as(caughtUp.err()).isZero();
    assertThat(caughtUp.err()).isEmpty();
    assertThat(row())
        .containsEntry("finalized_until", MinuteFeed.finalAfter(4))
        .containsEntry("tracked_from", MinuteFeed.finalAfter(2))
        .containsEntry("batch_id", 3L)
        .containsEntry("epoch", 1L)
        .containsEntry("state", "ACTIVE")
        .containsEntry("run_id", first.get("run_id"))
        .containsEntry("checkpoint", first.get("checkpoint"))
        .containsEntry("run_started_at", first.get("run_started_at"));

    Commands.Ended agreed = verify();
    assertThat(agreed.code()).as(agreed.out()).isZero();
    assertThat(agreed.out()).contains("AGREES").doesNotContain("not checked");

    edit();
    Commands.Ended edited = verify();
    assertThat(edited.code()).as(edited.out()).isEqualTo(9);
    assertThat(edited.out())
        .contains("DISAGREES", "finalized_until: expected " + MinuteFeed.finalAfter(4));
  }

  /** As an UPDATE by hand would. */
  private void edit() throws Exception {
    TableStore<VerdictRow> store =
        KernelTableStore.verdicts(
            control.toString(), new Configuration(), SystemTime.INSTANCE, "test/1");
    VerdictRow edited =
        store.read().rows().get(TABLE).toBuilder().finalizedUntil(MinuteFeed.finalAfter(9)).build();
    assertThat(store.commit(store.read(), List.of(edited)))
        .isInstanceOf(CommitOutcome.Committed.class);
  }
}
