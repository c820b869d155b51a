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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.verdict.VerdictRowBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A verdict beside the checkpoint that proves it. */
class VerifyCommandTest {
  @TempDir private Path directory;
  private Typed typed;
  private Logs logs;

  /** Batch 7 is the proof, and 8 has come after it. */
  @BeforeEach
  void provenVerdict() throws IOException {
    typed = new Typed(directory);
    logs =
        new Logs(directory.resolve("checkpoint"))
            .committed(6, "2026-10-01T10:50:00Z")
            .committed(7, "2026-10-01T11:05:00Z")
            .committed(8, "2026-10-01T11:20:00Z");
    write(row -> row);
    configure("frontier = offset");
  }

  private void write(UnaryOperator<VerdictRowBuilder> change) {
    typed.write(
        change.apply(
            Typed.row("sales.orders")
                .epoch(1)
                .queryName("orders")
                .queryId(Logs.ID)
                .checkpoint(logs.path())
                .trackedFrom(at("09:00"))
                .epochFrom(at("09:00"))
                .finalizedUntil(at("11:00"))
                .frontier(at("11:05"))
                .basis("offset(field=commit_ts)")
                .batchId(7L)
                .endOffset("[" + Logs.offset("2026-10-01T11:05:00Z") + "]")));
  }

  private void configure(String more) throws IOException {
    Files.writeString(
        directory.resolve("tidegate.conf"),
        "tidegate { queries.orders.table = sales.orders\n" + more + "\n}");
  }

  private static Instant at(String time) {
    return Instant.parse("2026-10-01T" + time + ":00Z");
  }

  private int verify(String... more) {
    return typed.on(Stream.concat(Stream.of("verify"), Arrays.stream(more)).toArray(String[]::new));
  }

  private int verifyConfigured() {
    return verify("--conf-file", directory.resolve("tidegate.conf").toString());
  }

  /** The answer without the heads and the padding. */
  private String answer() {
    return typed.out().lines().skip(1).findFirst().orElseThrow().replaceAll(" +", " ");
  }

  @Test
  void aVerdictAgreesWithItsCheckpoint() {
    assertThat(verifyConfigured()).as(typed.out()).isZero();
    assertThat(answer()).isEqualTo("sales.orders AGREES 2026-10-01T11:00:00Z 7 -");
    assertThat(verify()).as(typed.out()).isZero();
    assertThat(answer()).contains("AGREES", "not checked: the period's length and zone, and lag");
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void aCaughtUpVerdictAgrees() {
    String conf = directory.resolve("tidegate.conf").toString();
    write(row -> row.state(VerdictState.ENDED).finalizedUntil(at("10:00")));
    assertThat(typed.on("catchup", "--conf-file", conf, "--checkpoint", logs.path(), "--stateless"))
        .as(typed.err())
        .isZero();
    assertThat(verifyConfigured()).as(typed.out()).isZero();
    assertThat(answer()).isEqualTo("sales.orders AGREES 2026-10-01T11:00:00Z 8 -");
  }

  @Test
  void anEditedVerdictIsFound() {
    write(row -> row.finalizedUntil(at("12:00")));
    assertThat(verify()).isEqualTo(9);
    assertThat(answer())
        .contains("DISAGREES")
        .contains(
            "finalized_until: expected none later than the frontier 2026-10-01T11:05:00Z, found"
                + " 2026-10-01T12:00:00Z");
    write(row -> row.finalizedUntil(at("10:00")));
    assertThat(verify()).isZero();
    assertThat(verifyConfigured()).isEqualTo(9);
    assertThat(answer()).contains("expected 2026-10-01T11:00:00Z, found 2026-10-01T10:00:00Z");
    write(row -> row.finalizedUntil(Instant.parse("2026-09-28T11:00:00Z")).trackedFrom(null));
    assertThat(verify()).isZero();
    write(
        row ->
            row.finalizedUntil(Instant.parse("2026-09-28T11:00:00Z"))
                .trackedFrom(Instant.EPOCH)
                .epochFrom(Instant.EPOCH));
    assertThat(verify()).isEqualTo(9);
    assertThat(answer()).contains("expected the period that holds the frontier");
  }

  @Test
  void anEditedVerdictWithAnEditedFrontierIsFound() {
    write(row -> row.finalizedUntil(at("12:00")).frontier(at("12:05")));
    assertThat(verify()).isEqualTo(9);
    assertThat(answer())
        .contains("frontier: expected none later than 2026-10-01T11:05:00Z, found 2026-10-01T12:05")
        .doesNotContain("finalized_until:");
    assertThat(verifyConfigured()).isEqualTo(9);
    assertThat(answer()).contains("frontier: expected 2026-10-01T11:05:00Z, found");
    logs.purge(6).purge(7);
    assertThat(verify()).isEqualTo(9);
    assertThat(answer()).contains("none later than 2026-10-01T11:05:00Z", "has been purged");
  }

  @Test
  void anEarlierStartIsFound() {
    write(row -> row.trackedFrom(at("07:00")));
    assertThat(verify()).isEqualTo(9);
    assertThat(answer())
        .contains("tracked_from: expected 2026-10-01T09:00:00Z, found 2026-10-01T07:00:00Z");
  }

  @Test
  void aReplacedCheckpointIsFound() {
    logs.id("another");
    assertThat(verifyConfigured()).isEqualTo(9);
    assertThat(answer())
        .contains("query_id: expected another as the checkpoint has it, found " + Logs.ID);
  }

  @Test
  void aRewrittenOffsetFileIsFound() {
    logs.planned(7, "2026-10-01T10:59:00Z", at("11:06"));
    assertThat(verifyConfigured()).isEqualTo(9);
    assertThat(answer())
        .contains("end_offset: expected [" + Logs.offset("2026-10-01T10:59:00Z") + "] as offsets/7")
        .contains("frontier: expected 2026-10-01T10:59:00Z, found 2026-10-01T11:05:00Z");
    logs.file("offsets/7", "v1\n{}");
    assertThat(verify()).isEqualTo(9);
    assertThat(answer())
        .contains("batch_id: expected a batch that can be read, as batch 6 before it still can");
  }

  @Test
  void anEditedBatchTimeIsFound() {
    logs.planned(7, "2026-10-01T11:05:00Z", at("10:00"));
    assertThat(verify()).isEqualTo(9);
    assertThat(answer()).contains("frontier: expected none (FUTURE: ");
  }

  @Test
  void aCheckpointThatWasRewoundIsFound() {
    logs.purge(7).purge(8);
    assertThat(verify()).isEqualTo(9);
    assertThat(answer()).contains("batch_id: expected none after 6, the newest committed batch");
    logs.purge(6);
    assertThat(verify()).isEqualTo(9);
    assertThat(answer()).contains("batch_id: expected no batch, since none is committed, found 7");
  }

  @Test
  void aDamagedNewestBatchIsFound() {
    logs.purge(8).file("commits/7", "v9");
    assertThat(verify()).isEqualTo(9);
    assertThat(answer()).contains("expected a batch that can be read (commits/7 has a first line");
  }

  @Test
  void aPurgedBatchCannotBeCheckedAnyMore() {
    logs.purge(6).purge(7);
    assertThat(verifyConfigured()).isZero();
    assertThat(answer())
        .contains("UNKNOWN", "batch 7 has been purged from the log, which cannot be asked");
  }

  @Test
  void aCheckpointThatIsGoneCannotBeChecked() throws IOException {
    logs.purge(6).purge(7).purge(8);
    Files.delete(directory.resolve("checkpoint/metadata"));
    assertThat(verify()).isZero();
    assertThat(answer()).contains("UNKNOWN", "there is no checkpoint any more at file:");
    logs.file("metadata", "{}");
    assertThat(verify()).isZero();
    assertThat(answer()).contains("does not tell its id: metadata holds no \"id\"");
  }

  @Test
  void aCheckpointThatCannotBeReadIsFive() {
    write(row -> row.checkpoint("nosuch://host/checkpoint"));
    assertThat(verify()).isEqualTo(5);
    assertThat(answer()).contains("UNKNOWN", "nosuch://host/checkpoint cannot be read: ");
    typed.write(Typed.row("zones.bad").finalizedUntil(at("11:00")));
    assertThat(verify()).isEqualTo(9);
    assertThat(verify("-t", "sales.orders")).isEqualTo(5);
    assertThat(verify("-t", "sales.order")).isEqualTo(5);
    assertThat(typed.err()).contains("no row for the table 'sales.order'");
  }

  @Test
  void whatClaimsNothingIsNotCompared() {
    write(row -> row.trackedFrom(at("11:00")));
    assertThat(verify()).isZero();
    assertThat(answer()).contains("UNKNOWN", "nothing is claimed yet");
  }

  @Test
  void aVerdictWithoutProofIsFound() {
    write(row -> row.batchId(null));
    assertThat(verify()).isEqualTo(9);
    assertThat(answer()).contains("proof: expected frontier, basis, batch_id and end_offset");
    write(row -> row.queryId(null));
    assertThat(verify()).isEqualTo(9);
    assertThat(answer()).contains("owner: expected checkpoint and query_id beside the verdict");
  }

  @Test
  void lagAndPeriodAreThoseOfTheConfiguration() throws IOException {
    configure("frontier = offset\n lag = 5m\n granularity = PT30M");
    write(row -> row.frontier(at("11:00")));
    assertThat(verifyConfigured()).as(typed.out()).isZero();
    write(row -> row.frontier(at("11:05")));
    assertThat(verifyConfigured()).isEqualTo(9);
    assertThat(answer()).contains("frontier: expected 2026-10-01T11:00:00Z, found");
  }

  @Test
  void aConfigurationWithAnotherBasisIsNotGoneBy() throws IOException {
    configure("frontier = offset\n offset.field = ts\n lag = 7m");
    assertThat(verifyConfigured()).isZero();
    assertThat(answer())
        .contains("not checked: by the configuration, whose basis is offset(field=ts) by now");
  }

  @Test
  void aCappedFrontierAgrees() {
    logs.planned(7, "2026-10-01T11:05:00Z", at("11:03"));
    write(row -> row.frontier(at("11:03")));
    assertThat(verifyConfigured()).as(typed.out()).isZero();
    logs.purge(6).purge(7);
    assertThat(verifyConfigured()).as(typed.out()).isZero();
    write(row -> row.frontier(at("11:00").minusSeconds(1)).finalizedUntil(at("10:00")));
    assertThat(verifyConfigured()).isEqualTo(9);
  }

  @ParameterizedTest
  @CsvSource({"11:05,false,0", "11:06,false,9", "11:04,false,9", "11:04,true,0", "11:06,true,9"})
  void aWatermarkIsThatOfTheLog(String frontier, boolean state, int code) throws IOException {
    configure("frontier = watermark");
    if (state) {
      logs.file("state/0/0/1.delta", "x");
    }
    write(row -> row.basis("watermark").frontier(at(frontier)));
    assertThat(verifyConfigured()).as(typed.out()).isEqualTo(code);
    if (state && code == 0) {
      assertThat(answer()).contains("not checked: how far behind the watermark rows were kept");
    }
  }

  @Test
  void ofArrivalTheTriggerIsNotInTheLog() {
    write(row -> row.basis("arrival").frontier(at("11:30")));
    assertThat(verify()).as(typed.out()).isZero();
    assertThat(answer()).contains("AGREES", "goes by the progress of a run");
    write(row -> row.basis("oracle(5)"));
    assertThat(verify()).isZero();
    assertThat(answer()).contains("this version does not know the basis oracle(5)");
    write(row -> row.basis("offset(field=a..b)"));
    assertThat(verify()).isZero();
    assertThat(answer()).contains("this version does not know the basis offset(field=a..b)");
  }

  @Test
  void zoneAndFieldAreReadFromTheBasis() {
    String offset = "{\"at\":{\"ts\":\"2026-10-01T13:05:00\"}}";
    logs.file(
        "offsets/7", "v1\n{\"batchTimestampMs\":" + at("11:06").toEpochMilli() + "}\n" + offset);
    write(
        row -> row.basis("offset(field=at.ts, zone=Europe/Berlin)").endOffset("[" + offset + "]"));
    assertThat(verify()).as(typed.out()).isZero();
    assertThat(answer()).contains("AGREES");
    write(row -> row.basis("offset(field=at.ts, zone=UTC)").endOffset("[" + offset + "]"));
    assertThat(verify()).isEqualTo(9);
    assertThat(answer()).contains("expected none (FUTURE: the frontier 2026-10-01T13:05:00Z");
  }

  @Test
  void theProofOfALineageBeforeIsNotHeldAgainstTheRow() throws IOException {
    write(row -> row.epoch(2).batchId(70L));
    assertThat(verify()).isZero();
    assertThat(answer()).contains("UNKNOWN", "may still be that of the lineage before (epoch 2)");
    assertThat(verifyConfigured()).isEqualTo(9);
    configure("frontier = offset\n onNewLineage = trust");
    assertThat(verifyConfigured()).isZero();
    configure("frontier = offset");
    write(row -> row.epoch(2).batchId(70L).trackedFrom(Instant.EPOCH).epochFrom(Instant.EPOCH));
    assertThat(verifyConfigured()).isZero();
  }

  @Test
  void aRejectedTimeMayHaveChangedTheBasis() {
    write(row -> row.basis("offset(field=ts)").heldValue(at("18:00")));
    assertThat(verify()).isZero();
    assertThat(answer()).contains("not checked: the frontier, while basis may be that of the");
  }

  @Test
  void endOffsetsThatAreNoneAreFound() {
    logs.purge(6).purge(7);
    write(row -> row.endOffset("[{\"commit_ts\""));
    assertThat(verify()).isEqualTo(9);
    assertThat(answer()).contains("end_offset: expected a JSON array");
  }

  @Test
  void jsonSaysTheSame() throws IOException {
    write(row -> row.finalizedUntil(at("12:00")));
    assertThat(verify("--json")).isEqualTo(9);
    JsonNode json = new ObjectMapper().readTree(typed.out());
    assertThat(json.get("as_of").asText()).isEqualTo("2026-10-01T12:00:00Z");
    JsonNode table = json.get("tables").get(0);
    assertThat(table.get("table_name").asText()).isEqualTo("sales.orders");
    assertThat(table.get("result").asText()).isEqualTo("DISAGREES");
    assertThat(table.get("batch_id").asLong()).isEqualTo(7);
    assertThat(table.get("differences").get(0).get("what").asText()).isEqualTo("finalized_until");
    assertThat(table.get("differences").get(0).get("found").asText())
        .isEqualTo("2026-10-01T12:00:00Z");
    assertThat(table.get("unknown").isNull()).isTrue();
    assertThat(table.get("not_checked").get(0).asText()).contains("--conf-file");
  }
}
