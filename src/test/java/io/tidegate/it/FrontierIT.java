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

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.it.apps.FrontierApp;
import io.tidegate.it.source.CdcFeed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What each query's sources, watermark, plan and trigger are worth, and what is claimed from when.
 */
class FrontierIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration SKEW = Duration.ofSeconds(10);
  private static final Instant TWO_PM = Instant.parse("2024-10-01T14:00:00Z");
  private static final String HELD = "reason_code";

  private static Path work;
  private static Path control;
  private static ScenarioResults results;
  private static Map<Instant, String> futureSteps;
  private static Instant capped;
  private static Instant rejected;

  static Stream<FrontierCase> fed() {
    return Stream.of(
        FrontierCase.named("hour_exact")
            .at("2024-10-01T14:00:00.000Z")
            .until("2024-10-01T14:00:00Z"),
        FrontierCase.named("hour_within").at("2024-10-01T14:37:00Z").until("2024-10-01T14:00:00Z"),
        FrontierCase.named("hour_before")
            .at("2024-10-01T13:59:59.999Z")
            .until("2024-10-01T13:00:00Z"),
        FrontierCase.named("with_offset")
            .at("2024-10-01T14:03:22.117+02:00")
            .until("2024-10-01T12:00:00Z"),
        FrontierCase.named("zone_needed")
            .at("2024-10-01T14:03:22.117")
            .held("ZONE_NEEDED", "set offset.zone"),
        FrontierCase.named("zone_given")
            .conf("offset.zone", "Europe/Berlin")
            .at("2024-10-01T14:03:22.117")
            .until("2024-10-01T12:00:00Z"),
        FrontierCase.named("night_of_two_hours")
            .conf("offset.zone", "Europe/Berlin")
            .at("2024-10-27T02:30:00")
            .until("2024-10-27T00:00:00Z"),
        FrontierCase.named("night_of_no_hour")
            .conf("offset.zone", "Europe/Berlin")
            .at("2024-03-31T02:30:00")
            .until("2024-03-31T00:00:00Z"),
        FrontierCase.named("day_in_berlin")
            .conf("granularity", "day")
            .conf("zone", "Europe/Berlin")
            .at("2024-10-27T22:59:59Z")
            .until("2024-10-26T22:00:00Z"),
        FrontierCase.named("day_in_st_johns")
            .conf("granularity", "day")
            .conf("zone", "America/St_Johns")
            .at("2024-10-01T02:29:59Z")
            .until("2024-09-30T02:30:00Z"),
        FrontierCase.named("hour_in_kathmandu")
            .conf("zone", "Asia/Kathmandu")
            .at("2024-10-01T14:37:00Z")
            .until("2024-10-01T14:15:00Z"),
        FrontierCase.named("epoch_seconds")
            .feed("{\"commit_ts\":1727793422}")
            .until("2024-10-01T14:00:00Z"),
        FrontierCase.named("epoch_millis")
            .feed("{\"commit_ts\":1727793422117}")
            .until("2024-10-01T14:00:00Z"),
        FrontierCase.named("epoch_micros")
            .feed("{\"commit_ts\":1727793422117000}")
            .until("2024-10-01T14:00:00Z"),
        FrontierCase.named("epoch_nanos")
            .feed("{\"commit_ts\":\"1727793422117000999\"}")
            .until("2024-10-01T14:00:00Z"),
        FrontierCase.named("lagging")
            .conf("lag", "2h")
            .at("2024-10-01T14:37:00Z")
            .until("2024-10-01T12:00:00Z"),
        FrontierCase.named("nested")
            .conf("offset.field", "payload.source.ts_ms")
            .feed("{\"payload\":{\"source\":{\"ts_ms\":1727793422117}}}")
            .until("2024-10-01T14:00:00Z"),
        FrontierCase.named("array")
            .conf("offset.field", "at")
            .feed("[{\"at\":\"2024-10-01T14:37:00Z\"},{\"at\":\"2024-10-01T11:37:00Z\"}]")
            .until("2024-10-01T11:00:00Z"),
        FrontierCase.named("wildcard")
            .conf("offset.field", "shards.*.`commit.time`")
            .feed(
                "{\"shards\":{\"a-0\":{\"commit.time\":\"2024-10-01T14:37:00Z\"},"
                    + "\"a.1\":{\"commit.time\":\"2024-10-01T10:37:00Z\"}}}")
            .until("2024-10-01T10:00:00Z"),
        FrontierCase.named("two_sources")
            .at("2024-10-01T14:37:00Z")
            .at("2024-10-01T12:10:00Z")
            .until("2024-10-01T12:00:00Z"),
        FrontierCase.named("one_source_without")
            .at("2024-10-01T14:37:00Z")
            .feed("{\"lsn\":\"0x2A\"}")
            .held("NO_FIELD", "source 1: "),
        FrontierCase.named("self_union").at("2024-10-01T14:37:00Z").until("2024-10-01T14:00:00Z"),
        FrontierCase.named("bare_number").feed("42").held("NO_FIELD", "no field 'commit_ts'"),
        FrontierCase.named("bare_array")
            .feed("[3,{\"x\":null}]")
            .held("NO_FIELD", "no field 'commit_ts'"),
        FrontierCase.named("not_json").feed("not json: 12:00").held("NO_FIELD", "not json: 12:00"),
        FrontierCase.named("null_time").feed("{\"commit_ts\":null}").held("NO_TIME", "no time"),
        FrontierCase.named("named_twice")
            .feed("{\"commit_ts\":\"2024-10-01T14:37:00Z\",\"commit_ts\":\"2024-10-01T15:37:00Z\"}")
            .held("NO_TIME", "twice"),
        FrontierCase.named("epoch_zero").feed("{\"commit_ts\":0}").held("NO_TIME", "found 0"),
        FrontierCase.named("incomplete")
            .feed("{\"commit_ts\":\"2024-10-01T14:37:00Z\",\"isStartingVersion\":true}")
            .held("INCOMPLETE", "'isStartingVersion' is true"),
        FrontierCase.named("complete")
            .feed("{\"commit_ts\":\"2024-10-01T14:37:00Z\",\"snapshot\":\"false\"}")
            .until("2024-10-01T14:00:00Z"),
        FrontierCase.named("far_future")
            .at("9999-12-31T23:59:59Z")
            .held("FUTURE", "9999-12-31T23:59:59Z"));
  }

  private static FrontierCase beginning() {
    return FrontierCase.named("from_beginning")
        .conf("startsAt", "beginning")
        .at("2024-10-01T14:37:00Z")
        .until("2024-10-01T14:00:00Z");
  }

  private static FrontierCase idle() {
    return FrontierCase.named("nothing_yet").feed().held("IDLE", "no batch has been committed yet");
  }

  @BeforeAll
  static void run(@TempDir Path directory) throws Exception {
    work = directory;
    control = directory.resolve("control");
    SparkProcessBuilder builder =
        SparkProcess.named("FrontierIT")
            .withPlugin()
            .app(FrontierApp.class)
            .args(directory)
            .timeout(Duration.ofMinutes(8))
            .conf("spark.tidegate.controlTable", control.toString())
            .conf("spark.tidegate.maxFutureSkew", SKEW.toSeconds() + "s")
            .conf("spark.sql.streaming.asyncLogPurge.enabled", "false");
    Stream.concat(fed(), Stream.of(beginning(), idle()))
        .forEach(
            each -> {
              each.write(directory.resolve("fed"));
              each.configure(builder);
            });
    for (String name : List.of("went_back", "future", "moving")) {
      CdcFeed.at(directory.resolve("live").resolve(name).resolve("feed0"));
      FrontierCase.named(name)
          .conf("granularity", name.equals("future") ? "PT1S" : "hour")
          .configure(builder);
    }
    for (String name :
        List.of(
            "wm_stateless",
            "wm_deduplicated",
            "wm_none",
            "wm_half",
            "wm_aggregated",
            "wm_year_9999",
            "wm_year_10001",
            "wm_max",
            "wm_min")) {
      FrontierCase.named(name).conf("frontier", "watermark").configure(builder);
    }
    for (String name :
        List.of(
            "op_deduplicated",
            "op_static_join",
            "op_aggregated",
            "op_stream_join",
            "op_grouped_state",
            "tr_once",
            "tr_foreach_batch",
            "tr_processing_time",
            "tr_async",
            "tr_continuous",
            "tr_real_time",
            "src_delta",
            "src_files",
            "ln_wiped",
            "ln_rebuilt")) {
      FrontierCase.named(name).configure(builder);
    }
    FrontierCase.named("src_rate").conf("offset.field", "timestamp").configure(builder);
    FrontierCase.named("ln_trusted").conf("onNewLineage", "trust").configure(builder);
    FrontierCase.named("ln_grown").conf("startsAt", "beginning").configure(builder);
    FrontierCase.named("ln_old_checkpoint").conf("startsAt", "beginning").configure(builder);
    FrontierCase.named("arrival").conf("frontier", "arrival").conf("lag", "15m").configure(builder);
    try (SparkProcess app = builder.start()) {
      driveLiveFeeds(app);
      Files.createFile(directory.resolve("stop.now"));
      app.assertSucceeded();
    }
    results = ScenarioResults.in(directory);
  }

  private static CdcFeed live(String name) {
    return CdcFeed.at(work.resolve("live").resolve(name).resolve("feed0"));
  }

  private static String offset(Object time) {
    return "{\"commit_ts\":\"" + time + "\"}";
  }

  private static void driveLiveFeeds(SparkProcess app) {
    live("went_back").append(offset("2024-10-01T14:37:00Z"));
    live("moving").append(offset("2024-10-01T14:37:00Z"));
    live("future").append(offset("2024-10-01T14:37:00Z"));
    for (String name : List.of("went_back", "moving", "future")) {
      await(app, name, r -> r.get("finalized_until") != null);
    }
    live("went_back").append(offset("2024-10-01T12:10:00Z"));
    live("moving").append(offset("2024-10-01T15:37:00Z"));
    await(app, "moving", r -> !TWO_PM.equals(r.get("finalized_until")));

    capped = Instant.now().plusSeconds(8).truncatedTo(ChronoUnit.MILLIS);
    live("future").append(offset(capped));
    await(
        app,
        "future",
        r -> ((Instant) r.get("finalized_until")).isAfter(TWO_PM.plusSeconds(86_400)));
    rejected = Instant.now().plusSeconds(40).truncatedTo(ChronoUnit.MILLIS);
    live("future").append(offset(rejected));
    await(app, "future", r -> r.get("held_value") != null);
    Awaitility.await().atMost(PATIENCE).until(() -> Instant.now().isAfter(rejected.plusSeconds(2)));
    live("future").append(offset(rejected.plusSeconds(1)));
    await(app, "future", r -> r.get("held_value") == null);
  }

  private static void await(SparkProcess app, String table, Predicate<Map<String, Object>> holds) {
    Awaitility.await(table)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptions()
        .until(() -> !app.isAlive() || row(table).filter(holds).isPresent());
    assertThat(app.isAlive()).as("the application runs").isTrue();
  }

  private static Optional<Map<String, Object>> row(String table) {
    return ControlTables.row(control, table);
  }

  private static Map<String, Object> theRow(String table) {
    return row(table).orElseThrow(() -> new AssertionError("There is no row of " + table));
  }

  private static Instant instant(String text) {
    return text == null || text.isEmpty() ? null : Instant.parse(text);
  }

  @Test
  void everyScenarioRanThrough() {
    assertThat(results.errors()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("fed")
  void endOffsetIsReadAsConfigured(FrontierCase expected) {
    Map<String, Object> row = theRow(expected.name());
    assertThat(row.get("finalized_until")).as("%s", row).isEqualTo(expected.until());
    assertThat(row.get(HELD)).as("%s", row).isEqualTo(expected.code());
    if (expected.code() == null) {
      assertThat(row).containsEntry("reason", null).containsEntry("held_since", null);
    } else {
      assertThat((String) row.get("reason")).contains(expected.words());
      assertThat((Instant) row.get("held_since"))
          .isBetween((Instant) row.get("run_started_at"), Instant.now());
    }
  }

  @Test
  void rowSaysAllThereIsToKnow() throws Exception {
    Map<String, Object> row = theRow("hour_within");
    Path checkpoint = work.resolve("fed/hour_within/hour_within.checkpoint");
    assertThat(row)
        .containsEntry("state", "ENDED")
        .containsEntry("reason_code", null)
        .containsEntry("frontier", Instant.parse("2024-10-01T14:37:00Z"))
        .containsEntry("basis", "offset(field=commit_ts)")
        .containsEntry("epoch", 1L)
        .containsEntry("query_name", "hour_within")
        .containsEntry("query_id", queryId(checkpoint))
        .containsEntry("checkpoint", "file:" + checkpoint)
        .containsEntry("batch_id", 0L)
        .containsEntry("end_offset", "[{\"commit_ts\":\"2024-10-01T14:37:00Z\"}]")
        .containsEntry("table_version", null)
        .containsEntry("held_value", null)
        .containsEntry("epoch_from", Instant.parse("2024-10-01T15:00:00Z"))
        .containsEntry("tracked_from", Instant.parse("2024-10-01T15:00:00Z"));
    assertThat((String) row.get("run_id")).hasSize(36);
    assertThat((String) row.get("process")).isNotBlank();
    Instant started = (Instant) row.get("run_started_at");
    Instant seen = (Instant) row.get("seen_at");
    assertThat(seen).isBetween(started, Instant.now());
    assertThat((Instant) row.get("alive_until")).isEqualTo(seen);
    assertThat((Instant) row.get("updated_at")).isBetween(seen, Instant.now());
  }

  private static String queryId(Path checkpoint) throws Exception {
    return new ObjectMapper().readTree(checkpoint.resolve("metadata").toFile()).get("id").asText();
  }

  @Test
  void proofHoldsTheOffsetsOfAllSources() {
    assertThat(theRow("two_sources"))
        .containsEntry(
            "end_offset",
            "[{\"commit_ts\":\"2024-10-01T14:37:00Z\"},{\"commit_ts\":\"2024-10-01T12:10:00Z\"}]");
    assertThat((String) theRow("self_union").get("end_offset")).startsWith("[{\"commit_ts\"");
  }

  @Test
  void lagIsSubtractedFromTheFrontierAndNotFromCoverage() {
    assertThat(theRow("lagging"))
        .containsEntry("frontier", Instant.parse("2024-10-01T12:37:00Z"))
        .containsEntry("tracked_from", Instant.parse("2024-10-01T15:00:00Z"));
  }

  @Test
  void zoneIsPartOfTheBasis() {
    assertThat(theRow("zone_given"))
        .containsEntry("basis", "offset(field=commit_ts, zone=Europe/Berlin)");
  }

  @Test
  void nothingCommittedIsIdle() {
    assertThat(theRow(idle().name()))
        .containsEntry(HELD, "IDLE")
        .containsEntry("finalized_until", null)
        .containsEntry("tracked_from", null)
        .containsEntry("batch_id", null);
  }

  @Test
  void timeThatWentBackHolds() {
    Map<String, Object> row = theRow("went_back");
    assertThat(row).containsEntry("finalized_until", TWO_PM).containsEntry(HELD, "TIME_WENT_BACK");
    assertThat((String) row.get("reason"))
        .contains("from 2024-10-01T14:37:00Z to 2024-10-01T12:10:00Z");
  }

  @Test
  void timeWithinTheSkewIsCappedToItsBatch() throws Exception {
    Path checkpoint = work.resolve("live/future/future.checkpoint");
    Instant planned = batchTimestamp(checkpoint, 1);
    Instant frontier = planned.isBefore(capped) ? planned : capped;
    assertThat(ControlTables.history(control, "future", "frontier")).contains(frontier);
  }

  private static Instant batchTimestamp(Path checkpoint, long batchId) throws Exception {
    String metadata = Files.readAllLines(checkpoint.resolve("offsets/" + batchId)).get(1);
    return Instant.ofEpochMilli(
        new ObjectMapper().readTree(metadata).get("batchTimestampMs").longValue());
  }

  @Test
  void timeBeyondTheSkewTaintsUntilItIsPassed() {
    List<Object> tainted = ControlTables.history(control, "future", "held_value");
    List<Object> verdicts = ControlTables.history(control, "future", "finalized_until");
    int first = tainted.indexOf(rejected);
    assertThat(first).as("%s", tainted).isPositive();
    int last = tainted.lastIndexOf(rejected);
    assertThat(verdicts.subList(first - 1, last + 1)).containsOnly(verdicts.get(first));
    assertThat(ControlTables.history(control, "future", HELD).get(first)).isEqualTo("FUTURE");
    assertThat(theRow("future"))
        .containsEntry("held_value", null)
        .containsEntry(HELD, null)
        .containsEntry("finalized_until", rejected.plusSeconds(1).truncatedTo(ChronoUnit.SECONDS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"far_future", "wm_year_9999", "wm_year_10001"})
  void farFutureIsNeverAVerdict(String table) {
    Map<String, Object> row = theRow(table);
    assertThat(row)
        .containsEntry(HELD, "FUTURE")
        .containsEntry("finalized_until", null)
        .containsEntry("tracked_from", null);
    assertThat((Instant) row.get("held_value")).isAfter(Instant.parse("9999-12-31T23:00:00Z"));
    assertThat((String) row.get("reason")).contains("lies more than PT10S beyond its batch");
  }

  @ParameterizedTest
  @ValueSource(strings = {"wm_stateless", "wm_deduplicated", "wm_min"})
  void watermarkAfterTheLastBatchCounts(String table) {
    Map<String, Object> row = theRow(table);
    assertThat(row)
        .containsEntry("finalized_until", TWO_PM)
        .containsEntry("frontier", Instant.parse("2024-10-01T14:53:22.117Z"))
        .containsEntry("basis", "watermark")
        .containsEntry(HELD, null);
    assertThat(ControlTables.history(control, table, "finalized_until"))
        .doesNotContain(Instant.EPOCH);
    assertThat((Instant) row.get("tracked_from"))
        .as("the watermark says nothing of rows before the query's own start")
        .isBetween((Instant) row.get("run_started_at"), Instant.now().plusSeconds(3_600));
  }

  @ParameterizedTest
  @CsvSource({
    "wm_none,NO_WATERMARK,the query defines no watermark",
    "wm_half,NO_WATERMARK,1 of 2 streaming sources have no watermark",
    "wm_max,MAX_POLICY,multipleWatermarkPolicy is max",
    "wm_aggregated,LAG_NEEDED,Aggregate",
    "op_aggregated,STATEFUL,Aggregate",
    "op_stream_join,STATEFUL,Join",
    "op_grouped_state,STATEFUL,FlatMapGroupsWithState",
    "tr_async,UNSUPPORTED_TRIGGER,asynchronous progress tracking",
    "tr_continuous,UNSUPPORTED_TRIGGER,continuous mode",
    "tr_real_time,UNSUPPORTED_TRIGGER,real-time mode",
    "src_delta,NO_FIELD,reservoirId",
    "src_files,NO_FIELD,logOffset",
    "arrival,NOT_CAUGHT_UP,had something to read at each trigger"
  })
  void doubtHoldsAndSaysWhy(String table, String code, String words) {
    Map<String, Object> row = theRow(table);
    assertThat(row)
        .containsEntry("finalized_until", null)
        .containsEntry("tracked_from", null)
        .containsEntry(HELD, code);
    assertThat((String) row.get("reason")).contains(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "op_deduplicated",
        "op_static_join",
        "tr_once",
        "tr_foreach_batch",
        "tr_processing_time"
      })
  void queriesThatKeepNoRowsPass(String table) {
    assertThat(theRow(table)).containsEntry("finalized_until", TWO_PM).containsEntry(HELD, null);
  }

  @Test
  void generatedTimesOfSparkCount() throws Exception {
    var offsets = Checkpoints.offsets(work.resolve("sources/src_rate.checkpoint"));
    long newest =
        new ObjectMapper()
            .readTree(offsets.get(offsets.lastKey()).get(0))
            .get("timestamp")
            .longValue();
    assertThat(theRow("src_rate"))
        .containsEntry("frontier", Instant.ofEpochMilli(newest))
        .containsEntry(
            "finalized_until", Instant.ofEpochMilli(newest).truncatedTo(ChronoUnit.HOURS));
    assertThat(newest).isGreaterThan(results.get("sources", "rateStart").longValue());
  }

  @ParameterizedTest
  @CsvSource({
    // The first frontier vouches for nothing before the period after it.
    "moving,1,2024-10-01T15:00:00Z,2024-10-01T15:00:00Z,2024-10-01T15:00:00Z,",
    "hour_exact,1,2024-10-01T15:00:00Z,2024-10-01T14:00:00Z,2024-10-01T15:00:00Z,",
    "from_beginning,1,1970-01-01T00:00:00Z,2024-10-01T14:00:00Z,1970-01-01T00:00:00Z,",
    "ln_grown,1,1970-01-01T00:00:00Z,2024-10-01T15:00:00Z,1970-01-01T00:00:00Z,",
    // A wiped checkpoint: the old claim is withdrawn until the new lineage has passed it.
    "ln_wiped,2,2024-10-01T14:00:00Z,2024-10-01T14:00:00Z,2024-10-01T11:00:00Z,REBUILDING",
    "ln_rebuilt,2,2024-10-01T11:00:00Z,2024-10-01T15:00:00Z,2024-10-01T11:00:00Z,",
    "ln_trusted,2,2024-10-01T12:00:00Z,2024-10-01T14:00:00Z,2024-10-01T12:00:00Z,"
  })
  void coverageBeginsWhereTheEpochCanVouch(
      String table, long epoch, String from, String until, String epochFrom, String code) {
    assertThat(theRow(table))
        .containsEntry("epoch", epoch)
        .containsEntry("tracked_from", instant(from))
        .containsEntry("finalized_until", instant(until))
        .containsEntry("epoch_from", instant(epochFrom))
        .containsEntry(HELD, code);
  }

  @Test
  void oldCheckpointIsNotReadFromTheBeginning() {
    assertThat(theRow("ln_old_checkpoint"))
        .containsEntry("finalized_until", TWO_PM)
        .extractingByKey("tracked_from")
        .as("after whichever batch was the first to be looked at")
        .isIn(Instant.parse("2024-10-01T13:00:00Z"), Instant.parse("2024-10-01T15:00:00Z"));
  }

  @Test
  void rebuildingSaysWhereItIs() {
    assertThat((String) theRow("ln_wiped").get("reason"))
        .contains("has reached 2024-10-01T10:10:00Z")
        .contains("2024-10-01T14:00:00Z");
  }

  @Test
  void verdictsNeverGoBack() {
    Map<String, Instant> newest = new HashMap<>();
    ControlTables.history(control).values().stream()
        .flatMap(List::stream)
        .forEach(
            row -> {
              String table = (String) row.get("table_name");
              Instant before = newest.get(table);
              Instant until = (Instant) row.get("finalized_until");
              if (before != null) {
                assertThat(until).as(table).isNotNull().isAfterOrEqualTo(before);
              }
              if (until != null) {
                newest.put(table, until);
              }
            });
    assertThat(newest).hasSizeGreaterThan(30);
  }
}
