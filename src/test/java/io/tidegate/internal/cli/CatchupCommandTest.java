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
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A checkpoint speaks for a query that cannot. */
class CatchupCommandTest {
  @TempDir private Path directory;
  private Typed typed;
  private Logs logs;

  @BeforeEach
  void checkpoint() throws IOException {
    typed = new Typed(directory);
    logs = new Logs(directory.resolve("checkpoint")).committed(0, "2026-10-01T08:20:00Z");
    configure("frontier = offset");
  }

  private void configure(String more) throws IOException {
    Files.writeString(
        directory.resolve("tidegate.conf"),
        "tidegate { queries.orders.table = sales.orders\n queries.orders.name = \"the orders\"\n"
            + more
            + "\n}");
  }

  private int catchup(String... more) {
    return typed.on(
        Stream.concat(
                Stream.of(
                    "catchup",
                    "--conf-file",
                    directory.resolve("tidegate.conf").toString(),
                    "--checkpoint",
                    directory.resolve("checkpoint").toString()),
                Arrays.stream(more))
            .toArray(String[]::new));
  }

  private VerdictRow row() {
    return typed.verdict("sales.orders");
  }

  private static Instant at(String time) {
    return Instant.parse("2026-10-01T" + time + ":00Z");
  }

  @Test
  void aStreamThatNeverHadAListenerGetsItsVerdicts() {
    assertThat(catchup("--stateless")).as(typed.err()).isZero();
    assertThat(typed.out())
        .isEqualTo(
            "sales.orders: nothing is final yet, periods from 2026-10-01T09:00:00Z on will be,"
                + " written. Batch 0 is the newest committed one.\n");
    logs.committed(7, "2026-10-01T11:05:00Z");
    assertThat(catchup("--stateless")).isZero();
    assertThat(typed.out())
        .isEqualTo(
            "sales.orders: final from 2026-10-01T09:00:00Z until 2026-10-01T11:00:00Z, written; it"
                + " was until 2026-10-01T08:00:00Z. Batch 7 is the newest committed one.\n");
    VerdictRow row = row();
    assertThat(row.finalizedUntil()).isEqualTo(at("11:00"));
    assertThat(row.trackedFrom()).isEqualTo(at("09:00"));
    assertThat(row.state()).isEqualTo(VerdictState.ENDED);
    assertThat(row.basis()).isEqualTo("offset(field=commit_ts)");
    assertThat(row.batchId()).isEqualTo(7);
    assertThat(row.endOffset()).isEqualTo("[" + Logs.offset("2026-10-01T11:05:00Z") + "]");
    assertThat(row.checkpoint()).isEqualTo(logs.path());
    assertThat(row.queryId()).isEqualTo(Logs.ID);
    assertThat(row.queryName()).isEqualTo("the orders");
    assertThat(row.seenAt()).isEqualTo(Instant.parse("2026-10-01T11:05:01Z"));

    assertThat(catchup("--stateless")).isZero();
    assertThat(typed.out()).contains("as the control table says already");
    assertThat(row()).isEqualTo(row);
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void aDryRunWritesNothing() {
    assertThat(catchup("--stateless", "--dry-run")).isZero();
    assertThat(typed.out()).contains("from 2026-10-01T09:00:00Z on will be, once it is written");
    assertThat(typed.control()).doesNotExist();
  }

  @Test
  void onlyCommittedBatchesCount() {
    logs.planned(1, "2026-10-01T11:05:00Z", at("11:06"));
    catchup("--stateless");
    assertThat(row().batchId()).isZero();
  }

  @Test
  void whatNoCheckpointTellsMustBeDeclared() throws IOException {
    assertThat(catchup()).isEqualTo(2);
    assertThat(typed.err()).contains("Declare it with --stateless or --emits-at-once");
    assertThat(catchup("--stateless", "--emits-at-once")).isEqualTo(2);
    configure("frontier = watermark");
    assertThat(catchup("--stateless")).isEqualTo(2);
    assertThat(typed.err()).contains("Declare it with --watermarked");
    assertThat(typed.control()).doesNotExist();
    assertThat(catchup("--stateless", "--watermarked")).as(typed.err()).isZero();
    assertThat(row().frontier()).isEqualTo(at("08:20"));
    assertThat(row().basis()).isEqualTo("watermark");
  }

  @Test
  void aCheckpointWithStateContradictsADeclaration() {
    logs.file("state/0/0/1.delta", "x");
    assertThat(catchup("--stateless")).isEqualTo(7);
    assertThat(typed.err())
        .contains("sales.orders: held by STATEFUL: the checkpoint holds operator state")
        .contains("What to do: ");
    assertThat(row().finalizedUntil()).isNull();
    assertThat(row().reasonCode()).isEqualTo("STATEFUL");
    assertThat(catchup("--emits-at-once")).isZero();
    assertThat(row().finalizedUntil()).isEqualTo(at("08:00"));
    assertThat(row().reasonCode()).isNull();
  }

  @Test
  void arrivalIsNeverProvenByACheckpoint() throws IOException {
    configure("frontier = arrival\n lag = 15m");
    assertThat(catchup("--stateless")).isEqualTo(7);
    assertThat(typed.err()).contains("held by NOT_CAUGHT_UP", "which no checkpoint holds");
    assertThat(typed.control()).doesNotExist();
  }

  @Test
  void aFieldThatIsNotThereHolds() throws IOException {
    configure("frontier = offset\n offset.field = ts");
    assertThat(catchup("--stateless")).isEqualTo(7);
    assertThat(typed.err()).contains("held by NO_FIELD", "has no field 'ts'");
    assertThat(row().reasonCode()).isEqualTo("NO_FIELD");
  }

  @Test
  void aDamagedNewestBatchFallsBackAndHolds() {
    logs.committed(1, "2026-10-01T11:05:00Z").file("offsets/1", "v1");
    assertThat(catchup("--stateless")).isEqualTo(7);
    assertThat(typed.err()).contains("held by CHECKPOINT_UNREADABLE", "offsets/1 has no line");
    assertThat(row().batchId()).isZero();
  }

  @Test
  void withoutACommittedBatchNothingIsWritten() {
    logs.purge(0);
    assertThat(catchup("--stateless")).isEqualTo(7);
    assertThat(typed.err()).contains("held by IDLE: no batch has been committed yet");
    assertThat(typed.control()).doesNotExist();
  }

  @Test
  void anAliveOwnerIsLeftAlone() {
    typed.write(Typed.row("sales.orders").checkpoint(logs.path()).queryId(Logs.ID));
    VerdictRow before = row();
    logs.committed(1, "2026-10-01T11:59:00Z");
    assertThat(catchup("--stateless")).isEqualTo(8);
    assertThat(typed.err()).contains("nothing is written. query 'orders'", "was alive at");
    assertThat(row()).isEqualTo(before);
  }

  @Test
  void aRefusalStaysWhileTheVerdictMoves() {
    typed.write(
        Typed.row("sales.orders")
            .checkpoint(logs.path())
            .queryId(Logs.ID)
            .finalizedUntil(at("09:00"))
            .state(VerdictState.STOPPED)
            .reasonCode("REFUSED")
            .reason("three attempts banked nothing")
            .heldSince(at("11:30")));
    logs.committed(1, "2026-10-01T11:05:00Z");
    assertThat(catchup("--stateless")).isZero();
    assertThat(typed.out())
        .contains("the state stays STOPPED: three attempts banked nothing.")
        .contains("until 2026-10-01T11:00:00Z, written; it was until 2026-10-01T09:00:00Z");
    assertThat(row().finalizedUntil()).isEqualTo(at("11:00"));
    assertThat(row().state()).isEqualTo(VerdictState.STOPPED);
  }

  @Test
  void anotherLineagesRowIsTakenOverAndThatIsSaid() {
    typed.write(
        Typed.row("sales.orders")
            .epoch(1)
            .queryId("older")
            .state(VerdictState.ENDED)
            .seenAt(at("07:00")));
    assertThat(catchup("--stateless")).isEqualTo(7);
    assertThat(typed.out())
        .contains("takes the row over from the checkpoint file:/checkpoints/orders: epoch 2");
    assertThat(typed.err()).contains("held by REBUILDING");
    assertThat(row().trackedFrom()).isEqualTo(at("11:00"));
    assertThat(row().epoch()).isEqualTo(2);
  }

  @Test
  void aCheckpointSpeltOtherwiseTakesNothingOver() {
    typed.write(
        Typed.row("sales.orders").queryId(Logs.ID).state(VerdictState.ENDED).seenAt(at("07:00")));
    VerdictRow before = row();
    assertThat(catchup("--stateless")).isEqualTo(2);
    assertThat(typed.err())
        .contains("that of the checkpoint file:/checkpoints/orders, which has the id of")
        .contains("Give the path as the row has it.");
    assertThat(row()).isEqualTo(before);
  }

  @Test
  void settingsOnTheCommandLineAreStronger() {
    assertThat(
            catchup(
                "--stateless",
                "--conf",
                "spark.tidegate.queries.orders.table=x",
                "--conf",
                "spark.tidegate.granularity=minute"))
        .isZero();
    assertThat(typed.verdict("x").finalizedUntil()).isEqualTo(at("08:20"));
    assertThat(
            typed.run(
                "catchup",
                "--conf",
                "spark.tidegate.controlTable=" + directory.resolve("other"),
                "--conf",
                "spark.tidegate.queries.orders.table=sales.orders",
                "--conf",
                "spark.tidegate.frontier=offset",
                "--checkpoint",
                logs.path(),
                "--stateless"))
        .as(typed.err())
        .isZero();
    assertThat(directory.resolve("other/_delta_log")).exists();
    assertThat(catchup("--stateless", "--conf", "spark.tidegate.gran=minute")).isEqualTo(2);
    assertThat(typed.err()).contains("1 setting is wrong:", "spark.tidegate.gran", "--conf");
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "the orders"})
  void theEntryIsFoundByTheQuerysNameOrItsLabel(String query) {
    assertThat(catchup("--stateless", "--query", query)).isZero();
    assertThat(row().queryName()).isEqualTo("the orders");
  }

  @Test
  void theEntryMustBeClear() throws IOException {
    assertThat(catchup("--stateless", "--query", "oders")).isEqualTo(2);
    assertThat(typed.err())
        .contains("No entry tracks a query 'oders', and none is labelled so: orders (name the");
    configure("frontier = offset\n queries.b.table = \"t.{name}\"\n queries.b.name = \"b_*\"");
    assertThat(catchup("--stateless")).isEqualTo(2);
    assertThat(typed.err()).contains("several entries. Give one with --query: b (name b_*), ");
    assertThat(catchup("--stateless", "--query", "b")).isEqualTo(2);
    assertThat(typed.err()).contains("Give the name of the one that is meant with --query.");
    assertThat(catchup("--stateless", "--query", "b_7")).isZero();
    assertThat(typed.verdict("t.b_7").queryName()).isEqualTo("b_7");
    Files.writeString(directory.resolve("tidegate.conf"), "tidegate {}");
    assertThat(catchup("--stateless")).isEqualTo(2);
    assertThat(typed.err()).contains("has no queries.<label>");
  }

  @Test
  void aCheckpointThatIsNotThereIsSaid() throws IOException {
    String nowhere = directory.resolve("nowhere").toString();
    assertThat(catchup("--stateless", "--checkpoint", nowhere)).isEqualTo(2);
    assertThat(
            typed.on(
                "catchup",
                "--conf-file",
                directory.resolve("tidegate.conf").toString(),
                "--checkpoint",
                nowhere,
                "--stateless"))
        .isEqualTo(5);
    assertThat(typed.err()).contains("There is no checkpoint at file:" + nowhere);
    logs.file("metadata", "");
    assertThat(catchup("--stateless")).isEqualTo(5);
    assertThat(typed.err()).contains("does not tell its id: metadata is empty");
    Files.delete(directory.resolve("checkpoint/commits/0"));
    Files.delete(directory.resolve("checkpoint/commits"));
    Files.writeString(directory.resolve("checkpoint/commits"), "");
    assertThat(catchup("--stateless")).isEqualTo(5);
    assertThat(typed.err()).contains("cannot be read", "it is a file, not a directory");
  }

  @Test
  void itIsSeenAsLateAsTheBatchAndNotAsTheCommand() {
    typed.write(
        Typed.row("sales.orders")
            .checkpoint(logs.path())
            .queryId(Logs.ID)
            .aliveUntil(Typed.NOON.minus(Duration.ofMinutes(1))));
    logs.committed(1, "2026-10-01T11:59:00Z", Typed.NOON.minusSeconds(30));
    assertThat(catchup("--stateless")).isZero();
    assertThat(typed.on("status")).isZero();
    assertThat(typed.out()).contains("LOST");
    assertThat(List.of(row().state())).containsExactly(VerdictState.ACTIVE);
  }
}
