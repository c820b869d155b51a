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

import io.tidegate.internal.recovery.Attempt;
import io.tidegate.internal.recovery.AttemptOutcome;
import io.tidegate.it.apps.EndlessApp;
import io.tidegate.it.source.CdcFeed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two drivers run one checkpoint by mistake. Spark ends one of them, whichever loses the race for a
 * batch; the other goes on, and so does the verdict.
 */
class OneCheckpointIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  @Test
  void theVerdictFollowsTheDriverThatGoesOn(@TempDir Path directory) throws Exception {
    CdcFeed feed = CdcFeed.at(directory.resolve("feed"));
    feed.append(at("10:10"), "{\"id\":1}");
    try (SparkProcess first = start(directory, "first")) {
      awaitVerdict(directory, "2026-10-01T10:00:00Z");
      try (SparkProcess second = start(directory, "second")) {
        second.awaitOutput("started ");
        for (int minute = 11; minute < 60 && first.isAlive() && second.isAlive(); minute++) {
          feed.append(at("10:" + minute), "{\"id\":" + minute + "}");
          Path committed = directory.resolve("checkpoint/commits/" + (minute - 10));
          Awaitility.await().atMost(LONG).until(() -> Files.exists(committed));
        }
        Awaitility.await().atMost(LONG).until(() -> !first.isAlive() || !second.isAlive());
        feed.append(at("12:05"), "{\"id\":100}");
        awaitVerdict(directory, "2026-10-01T12:00:00Z");
        Awaitility.await().atMost(LONG).until(() -> "ACTIVE".equals(row(directory).get("state")));
        Files.createFile(directory.resolve("stop"));
        (first.isAlive() ? first : second).assertSucceeded();
      }
    }
    assertThat(row(directory)).containsEntry("state", "ENDED").containsEntry("epoch", 1L);
    assertThat(RecordTables.attempts(directory.resolve("control"), "checkpoint"))
        .extracting(Attempt::outcome)
        .as("the one that Spark ended is exempt, the other one is not charged")
        .containsExactlyInAnyOrder(AttemptOutcome.CONCURRENT, AttemptOutcome.STOPPED);
    Instant last = Instant.EPOCH;
    for (Object until :
        ControlTables.history(directory.resolve("control"), "bronze.twice", "finalized_until")) {
      Instant now = until == null ? last : (Instant) until;
      assertThat(now).isAfterOrEqualTo(last);
      last = now;
    }
  }

  private static String at(String time) {
    return "{\"commit_ts\":\"2026-10-01T" + time + ":00Z\"}";
  }

  private static SparkProcess start(Path directory, String name) {
    return SparkProcess.named("OneCheckpointIT/" + name)
        .withPlugin()
        .conf("spark.tidegate.controlTable", directory.resolve("control").toString())
        .conf("spark.tidegate.queries.twice.table", "bronze.twice")
        .conf("spark.tidegate.queries.twice.frontier", "offset")
        .app(EndlessApp.class)
        .args(directory, "twice")
        .start();
  }

  private static void awaitVerdict(Path directory, String until) {
    Awaitility.await()
        .atMost(LONG)
        .ignoreExceptions()
        .until(() -> Instant.parse(until).equals(row(directory).get("finalized_until")));
  }

  private static Map<String, Object> row(Path directory) {
    return ControlTables.row(directory.resolve("control"), "bronze.twice").orElse(Map.of());
  }
}
