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
package io.tidegate.internal.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.done.Delivery;
import io.tidegate.internal.done.DoneMarker;
import io.tidegate.internal.model.MarkerPattern;
import io.tidegate.internal.settings.DoneSettings;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.verdict.VerdictRow;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;

/** Each final period gets its marker, after its verdict, in order, and at least once. */
class DoneMarkersTest {
  static final DoneSettings BOTH =
      new DoneSettings(
          new MarkerPattern("/markers/{table}/{start}"), URI.create("http://hooks/secret"), null);
  private static final Delivery LATER = new Delivery.Later("is not taken", Duration.ZERO, null);

  private final Rig rig = new Rig(entry(BOTH));

  private static QuerySettings entry(DoneSettings done) {
    return Entries.of(FrontierRule.OFFSET).label("a").name("a").table("ta").done(done).settings();
  }

  private FakeQuery streaming(String... upTo) {
    FakeQuery query = rig.started("a");
    rig.pass();
    for (String time : upTo) {
      rig.batch(query, time);
      rig.passes(Duration.ofSeconds(1));
    }
    return query;
  }

  private static String until(Instant instant) {
    return instant == null ? null : instant.toString().substring(11, 16);
  }

  private String doneUntil() {
    return until(rig.row("ta").doneUntil());
  }

  @Test
  void aPeriodIsToldOnceItsVerdictIsCommitted() {
    FakeQuery a = streaming("08:30");
    assertThat(rig.posts.taken("ta")).as("the stream began within it").isEmpty();

    rig.store.failCommits(() -> FakeStore.Fault.TRANSIENT);
    rig.batch(a, "10:10");
    rig.passes(Duration.ofSeconds(10));
    assertThat(rig.posts.calls()).as("while no commit succeeds").isZero();

    rig.store.failCommits(() -> FakeStore.Fault.NONE);
    rig.passes(Duration.ofMinutes(2));
    assertThat(rig.posts.taken("ta")).containsExactly("10:00");
    assertThat(rig.files.taken("ta")).containsExactly("10:00");
  }

  @Test
  void aJumpTellsEachPeriodInOrder() {
    FakeQuery a = streaming("02:30");

    rig.batch(a, "11:59");
    rig.passes(Duration.ofSeconds(1));

    assertThat(rig.files.taken("ta"))
        .containsExactly("04:00", "05:00", "06:00", "07:00", "08:00", "09:00", "10:00", "11:00");
    assertThat(rig.metrics.table("ta").markersDelivered()).isEqualTo(16);
    assertThat(rig.metrics.table("ta").markersPending()).isZero();
  }

  @Test
  void howFarTheyAreCostsNoCommitOfItsOwn() {
    FakeQuery a = streaming("08:30");
    int before = rig.store.commits();

    for (String time : List.of("09:30", "10:30", "11:30")) {
      rig.batch(a, time);
      rig.passes(Duration.ofSeconds(2));
    }

    assertThat(rig.store.commits() - before).isEqualTo(3);
    assertThat(doneUntil()).as("with the commit that moved to 11:00").isEqualTo("10:00");
    rig.passes(Duration.ofMinutes(6));
    assertThat(doneUntil()).as("with the heartbeat").isEqualTo("11:00");
  }

  @Test
  void theEndOfTheApplicationWritesHowFarTheyAre() {
    FakeQuery a = streaming("08:30");
    rig.commits(a, "10:30");
    a.end();

    assertThat(rig.ends()).isTrue();

    assertThat(rig.posts.taken("ta")).containsExactly("10:00");
    assertThat(doneUntil()).isEqualTo("10:00");
    assertThat(rig.left()).isEmpty();

    rig.application();
    streaming();
    rig.passes(Duration.ofMinutes(7));
    assertThat(rig.posts.taken("ta")).as("after a start that found nothing new").hasSize(1);
  }

  @Test
  void whatACrashLeftUndeliveredIsDeliveredByTheNextStart() {
    FakeQuery a = streaming("08:30");
    rig.markerCalls.hold(true);
    rig.batch(a, "11:30");
    rig.passes(Duration.ofSeconds(5));
    assertThat(rig.finalUntil("ta")).isEqualTo("11:00");
    assertThat(rig.posts.calls()).isZero();

    rig.markerCalls.hold(false);
    rig.application();
    streaming();

    assertThat(rig.posts.taken("ta")).containsExactly("10:00", "11:00");
    assertThat(rig.files.taken("ta")).containsExactly("10:00", "11:00");
  }

  @Test
  void theFirstVerdictOfANewTableIsNotLostInACrash() {
    FakeQuery a = rig.started("a");
    rig.pass();
    rig.commits(a, "06:30");
    rig.markerCalls.hold(true);
    rig.batch(a, "06:31");
    rig.batch(a, "08:30");
    rig.passes(Duration.ofSeconds(1));

    rig.markerCalls.hold(false);
    rig.application();
    streaming();

    assertThat(rig.posts.taken("ta")).containsExactly("08:00");
  }

  @Test
  void markersSwitchedOnLaterBeginWithThePresentVerdict() {
    Rig without = new Rig(entry(DoneSettings.NONE));
    FakeQuery before = without.started("a");
    without.pass();
    without.batch(before, "02:30");
    without.batch(before, "06:30");
    rig.store.put(without.store.rows());
    without.batch(before, "07:30");

    rig.checkpoints.commit(
        before.checkpoint, FakeCheckpoints.offsetBatch(0, rig.time.now(), offsetOf("06:30")));
    FakeQuery a = streaming();
    assertThat(rig.posts.calls()).isZero();
    rig.batch(a, "08:30");
    rig.passes(Duration.ofSeconds(1));

    assertThat(rig.posts.taken("ta")).containsExactly("07:00", "08:00");
  }

  private static String offsetOf(String time) {
    return Rig.offset(Rig.at(time));
  }

  @Test
  void aDeadReceiverHoldsUpNeitherVerdictsNorTheOtherKind() {
    rig.posts.answers(marker -> LATER);
    FakeQuery a = streaming("06:30", "08:30", "09:30", "10:30", "11:30");

    assertThat(rig.finalUntil("ta")).isEqualTo("11:00");
    assertThat(rig.files.taken("ta")).containsExactly("08:00", "09:00", "10:00", "11:00");
    assertThat(rig.posts.taken("ta")).isEmpty();
    assertThat(rig.metrics.table("ta").markersPending()).isEqualTo(4);
    assertThat(rig.metrics.table("ta").markersFailed()).isPositive();

    rig.passes(Duration.ofHours(2));
    assertThat(rig.posts.calls()).as("tries in two hours").isBetween(100, 300);
    assertThat(doneUntil()).as("where both kinds are").isEqualTo("07:00");

    rig.posts.answers(marker -> new Delivery.Done());
    rig.passes(Duration.ofMinutes(2));
    assertThat(rig.posts.taken("ta")).containsExactly("08:00", "09:00", "10:00", "11:00");
  }

  @Test
  void failuresAreToldOnceAndThenEveryTenMinutes() {
    try (Logged logged = new Logged()) {
      rig.posts.answers(marker -> new Delivery.Later("says hunter2", Duration.ZERO, null));
      streaming("06:30", "08:30");
      rig.passes(Duration.ofMinutes(35));

      assertThat(logged.errors())
          .singleElement()
          .asString()
          .startsWith(
              "[TIDEGATE_MARKER_UNDELIVERED] The marker of ta for"
                  + " 2026-10-01T07:00:00Z/2026-10-01T08:00:00Z (spark.tidegate.queries.a.done.http)"
                  + " says *********(redacted). The verdict stands and queries run on;");
      assertThat(logged.warnings()).hasSize(3).allMatch(line -> line.contains("in a row)"));

      rig.posts.answers(marker -> new Delivery.Done());
      rig.passes(Duration.ofMinutes(2));
      assertThat(logged.at(Level.INFO))
          .anyMatch(
              line ->
                  line.startsWith(
                      "The receiver of the markers of ta (done.http) can be written again"));
    }
  }

  @Test
  void aPauseThatIsAskedForIsKept() {
    rig.posts.answers(marker -> new Delivery.Later("is busy", Duration.ofMinutes(30), null));
    streaming("06:30", "08:30");
    rig.passes(Duration.ofMinutes(29));
    assertThat(rig.posts.calls()).isEqualTo(1);

    rig.passes(Duration.ofMinutes(2));
    assertThat(rig.posts.calls()).isEqualTo(2);
  }

  @Test
  void whatIsRefusedIsGivenUpAndTheNextOneTried() {
    try (Logged logged = new Logged()) {
      rig.posts.answers(
          marker ->
              marker.end().equals(Rig.at("09:00"))
                  ? new Delivery.Never("is refused by http://hooks with the answer 404")
                  : new Delivery.Done());
      streaming("06:30", "10:30");

      assertThat(rig.posts.taken("ta")).containsExactly("08:00", "10:00");
      assertThat(logged.errors())
          .singleElement()
          .asString()
          .startsWith(
              "[TIDEGATE_MARKER_REFUSED] The marker of ta for"
                  + " 2026-10-01T08:00:00Z/2026-10-01T09:00:00Z (spark.tidegate.queries.a.done.http)"
                  + " is refused by http://hooks with the answer 404. It is given up,");
    }
  }

  @Test
  void aCallThatHangsIsGivenUpAndTriedAgain() {
    boolean[] hangs = {true};
    rig.posts.answers(
        marker -> {
          if (hangs[0]) {
            hangs[0] = false;
            rig.passes(Duration.ofSeconds(61)); // the writer goes on while this call does not
          }
          return new Delivery.Done();
        });
    try (Logged logged = new Logged()) {
      streaming("06:30", "08:30");
      rig.passes(Duration.ofSeconds(5));

      assertThat(rig.posts.taken("ta")).containsExactly("08:00", "08:00");
      assertThat(rig.metrics.table("ta").markersDelivered()).as("with the file").isEqualTo(2);
      assertThat(rig.metrics.table("ta").markersPending()).isZero();
      assertThat(logged.errors())
          .singleElement()
          .asString()
          .startsWith(
              "[TIDEGATE_STORE_HUNG] A marker of ta (done.http) did not return within PT1M");
    }
  }

  @Test
  void theEndWaitsForThemAndNamesWhatIsLeft() {
    rig.posts.answers(marker -> LATER);
    FakeQuery a = streaming("06:30");
    rig.commits(a, "08:30");
    a.end();
    Instant start = rig.time.now();

    assertThat(rig.ends()).isFalse();

    assertThat(rig.finalUntil("ta")).isEqualTo("08:00");
    assertThat(rig.left()).containsExactly("the done markers of ta");
    assertThat(Duration.between(start, rig.time.now())).isLessThan(Duration.ofSeconds(11));
    assertThat(rig.posts.calls()).as("tried again quickly").isGreaterThan(3);
  }

  /** Another application's run of another lineage takes the row and withdraws the claim. */
  private void anotherRebuilds(String checkpoint) {
    Instant later = rig.time.now().plusSeconds(1);
    VerdictRow row = rig.row("ta");
    rig.store.put(
        Map.of(
            "ta",
            row.toBuilder()
                .queryId("other")
                .checkpoint(checkpoint)
                .runId("other")
                .runStartedAt(later)
                .process("other")
                .epoch(row.epoch() + 1)
                .trackedFrom(row.finalizedUntil())
                .epochFrom(null)
                .seenAt(later)
                .aliveUntil(later.plus(Duration.ofHours(9)))
                .build()));
  }

  @Test
  void nothingIsToldOnceAnotherApplicationHasTheRow() {
    rig.posts.answers(marker -> LATER);
    FakeQuery a = streaming("06:30", "09:30");
    assertThat(rig.metrics.table("ta").markersPending()).isEqualTo(2);

    anotherRebuilds("file:/checkpoints/other");
    rig.passes(Duration.ofMinutes(6));
    rig.posts.answers(marker -> new Delivery.Done());
    rig.passes(Duration.ofMinutes(2));

    assertThat(rig.posts.taken("ta")).as("withdrawn by another application").isEmpty();
    assertThat(rig.metrics.table("ta").markersPending()).isZero();
    a.end();
    assertThat(rig.ends()).isTrue();
    assertThat(rig.left()).isEmpty();
  }

  @Test
  void aDeliveryThatWaitsIsGivenUpWithTheRow() {
    FakeQuery a = streaming("06:30");
    rig.markerCalls.hold(true);
    rig.batch(a, "09:30");
    rig.passes(Duration.ofSeconds(1));

    anotherRebuilds("file:/checkpoints/other");
    rig.batch(a, "10:30");
    rig.passes(Duration.ofSeconds(1));
    rig.markerCalls.letOneGo();
    rig.markerCalls.letOneGo();

    assertThat(rig.posts.calls() + rig.files.calls()).isZero();
    assertThat(rig.markerCalls.givenUp()).isEqualTo(2);
  }

  @Test
  void whatAnotherApplicationHasToldIsNotToldAgain() {
    rig.posts.answers(marker -> LATER);
    streaming("06:30", "10:30");
    assertThat(doneUntil()).isEqualTo("07:00");

    rig.store.put(Map.of("ta", rig.row("ta").toBuilder().doneUntil(Rig.at("09:00")).build()));
    rig.passes(Duration.ofMinutes(6));
    rig.posts.answers(marker -> new Delivery.Done());
    rig.passes(Duration.ofMinutes(2));

    assertThat(rig.posts.taken("ta")).containsExactly("10:00");
  }

  @Test
  void aDeliveryEndsWhereItsClaimIsWithdrawn() {
    FakeQuery a = streaming("02:30");
    rig.posts.answers(
        marker -> {
          if (marker.end().equals(Rig.at("04:00"))) {
            a.end();
            rig.commits(rig.started(rig.query("a", "file:/checkpoints/new")), "05:30");
            rig.passes(Duration.ofSeconds(30)); // the writer goes on while this call does not
          }
          return new Delivery.Done();
        });
    rig.batch(a, "09:30");
    rig.passes(Duration.ofSeconds(5));

    assertThat(rig.row("ta").trackedFrom()).isEqualTo(Rig.at("09:00"));
    assertThat(rig.posts.taken("ta")).as("all else is withdrawn").containsExactly("04:00");
  }

  @Test
  void refusalsInARowAreToldOnceAndThenEveryTenMinutes() {
    Rig seconds = new Rig(everySecond());
    seconds.posts.answers(marker -> new Delivery.Never("is refused"));
    try (Logged logged = new Logged()) {
      FakeQuery a = seconds.started("a");
      seconds.pass();
      seconds.batch(a, "11:00");
      seconds.batch(a, "11:15");
      seconds.passes(Duration.ofMinutes(9));
      assertThat(logged.errors()).hasSize(1);
      assertThat(logged.warnings()).isEmpty();

      seconds.passes(Duration.ofMinutes(2));
      seconds.posts.answers(marker -> new Delivery.Done());
      seconds.passes(Duration.ofMinutes(10));

      assertThat(logged.errors()).hasSize(1);
      assertThat(logged.warnings()).hasSize(2);
      assertThat(logged.warnings().get(0))
          .isEqualTo(
              "599 more markers of ta (done.http) are skipped, from 2026-10-01T11:00:02Z to"
                  + " 2026-10-01T11:10:01Z: the receiver refuses them for good.");
    }
  }

  @Test
  void refusalsThatAreNotToldYetAreToldAtTheEnd() {
    rig.posts.answers(marker -> new Delivery.Never("is refused"));
    try (Logged logged = new Logged()) {
      streaming("06:30", "09:30").end();
      assertThat(rig.ends()).isTrue();

      assertThat(logged.errors()).hasSize(1);
      assertThat(logged.warnings())
          .containsExactly(
              "1 more markers of ta (done.http) are skipped, from 2026-10-01T08:00:00Z to"
                  + " 2026-10-01T09:00:00Z: the receiver refuses them for good.");
    }
  }

  @Test
  void aDeliveryThatGetsNoThreadIsAFailure() {
    FakeQuery a = streaming("06:30");
    rig.markerCalls.hold(true);
    try (Logged logged = new Logged("(spark.tidegate.queries.a.done.http)")) {
      rig.batch(a, "08:30");
      rig.passes(Duration.ofSeconds(61));

      assertThat(rig.markerCalls.givenUp()).isEqualTo(2);
      assertThat(logged.errors())
          .singleElement()
          .asString()
          .startsWith(
              "[TIDEGATE_MARKER_UNDELIVERED] The marker of ta for"
                  + " 2026-10-01T07:00:00Z/2026-10-01T08:00:00Z (spark.tidegate.queries.a.done.http)"
                  + " got no thread within PT1M, since other calls do not return. The verdict");
    }
  }

  @Test
  void aReceiverThatStaysDeadIsNoWarningForEachPeriod() {
    Rig seconds = new Rig(everySecond());
    seconds.posts.answers(marker -> LATER);
    try (Logged logged = new Logged("more than 10000 are due")) {
      FakeQuery a = seconds.started("a");
      seconds.pass();
      seconds.batch(a, "02:00");
      seconds.batch(a, "08:00");
      for (int minute = 1; minute < 30; minute++) {
        seconds.batch(a, String.format("08:%02d", minute));
        seconds.passes(Duration.ofMinutes(1), Duration.ofSeconds(10));
      }

      assertThat(logged.warnings())
          .hasSize(2)
          .first()
          .asString()
          .startsWith("600 more markers of ta (done.http) are skipped, from 2026-10-01T05:13:20Z");
    }
  }

  private static QuerySettings everySecond() {
    return Entries.of(FrontierRule.OFFSET)
        .label("a")
        .name("a")
        .table("ta")
        .granularity(Duration.ofSeconds(1))
        .done(new DoneSettings(null, URI.create("http://hooks"), null))
        .settings();
  }

  @Test
  void moreThanTheBoundIsCaughtUpWithFromTheNewestOnly() {
    Rig seconds = new Rig(everySecond());
    try (Logged logged = new Logged()) {
      FakeQuery a = seconds.started("a");
      seconds.pass();
      seconds.batch(a, "02:00");
      seconds.batch(a, "11:00");
      seconds.passes(Duration.ofMinutes(10));

      assertThat(seconds.posts.calls()).isEqualTo(MarkerCourse.MOST_DUE);
      assertThat(logged.warnings())
          .singleElement()
          .asString()
          .startsWith("More than 10000 periods of ta have become final without a marker");
    }
  }

  @Test
  void aTableOfAnEarlierVersionTellsTheLastPeriodsAgain() {
    rig.store.lacks("done_until");
    rig.store.put(Map.of());
    FakeQuery a = streaming("02:30", "11:30");
    assertThat(rig.posts.taken("ta")).hasSize(8);
    a.end();
    rig.ends();

    try (Logged logged = new Logged()) {
      rig.store.put(withoutPointer());
      rig.application();
      streaming();

      assertThat(rig.posts.taken("ta")).as("all of the claim, being less than 24").hasSize(16);
      assertThat(logged.warnings())
          .singleElement()
          .asString()
          .contains("has no column done_until", "ADD COLUMNS (done_until TIMESTAMP)");
    }
  }

  private Map<String, VerdictRow> withoutPointer() {
    return Map.of("ta", rig.row("ta").toBuilder().doneUntil(null).build());
  }

  @Test
  void aMarkerIsOnlyMadeOfAPeriodInsideTheClaim() {
    streaming("06:30", "08:30");
    VerdictRow row = rig.row("ta");

    assertThatThrownBy(() -> new DoneMarker(row, Rig.at("08:00"), Rig.at("09:00")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not final by");
  }
}
