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

import io.tidegate.it.apps.AdvancesApp;
import io.tidegate.it.apps.MinuteFeed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two drivers that keep one control table never undo each other's work. */
class TwoDriversIT {
  private static final int ADVANCES = 100;
  private static final List<String> FIRST = List.of("a1", "a2");
  private static final List<String> SECOND = List.of("b1", "b2");

  private static SortedMap<Long, List<Map<String, Object>>> history;
  private static List<String> log;

  @BeforeAll
  static void runTwoDrivers(@TempDir Path directory) throws Exception {
    Stream.of(FIRST, SECOND)
        .flatMap(List::stream)
        .forEach(name -> MinuteFeed.fill(directory.resolve(name), ADVANCES));
    try (SparkProcess first = start(directory, FIRST);
        SparkProcess second = start(directory, SECOND)) {
      first.awaitOutput("ready");
      second.awaitOutput("ready");
      Files.createFile(directory.resolve("go"));
      first.assertSucceeded();
      second.assertSucceeded();
      log = Stream.of(first, second).flatMap(app -> app.tidegateLog().stream()).toList();
    }
    history = ControlTables.history(directory.resolve("control"));
  }

  private static SparkProcess start(Path directory, List<String> queries) {
    SparkProcessBuilder builder =
        SparkProcess.named("TwoDriversIT/" + queries.get(0))
            .withPlugin()
            .conf("spark.tidegate.controlTable", directory.resolve("control").toString())
            .conf("spark.tidegate.frontier", "offset")
            .conf("spark.tidegate.granularity", "minute")
            .app(AdvancesApp.class)
            .args(directory);
    for (String query : queries) {
      builder.conf("spark.tidegate.queries." + query + ".table", "t." + query).args(query);
    }
    return builder.start();
  }

  @Test
  void noUpdateIsLost() {
    assertThat(history.get(history.lastKey()))
        .extracting(row -> row.get("table_name"))
        .containsExactly("t.a1", "t.a2", "t.b1", "t.b2");
    assertThat(history.get(history.lastKey()))
        .allSatisfy(
            row ->
                assertThat(row)
                    .containsEntry("finalized_until", MinuteFeed.finalAfter(ADVANCES))
                    .containsEntry("batch_id", ADVANCES - 1L)
                    .containsEntry("state", "ENDED")
                    .containsEntry("epoch", 1L));
  }

  @Test
  void noVersionTakesAnythingBack() {
    assertThat(history).as("versions").hasSizeGreaterThan(10);
    Map<Object, Instant> before = new HashMap<>();
    history.forEach(
        (version, rows) -> {
          assertThat(rows).extracting(row -> row.get("table_name")).doesNotHaveDuplicates();
          assertThat(rows)
              .as("rows of version " + version)
              .extracting(row -> row.get("table_name"))
              .containsAll(before.keySet());
          for (Map<String, Object> row : rows) {
            Instant until = (Instant) row.get("finalized_until");
            Instant last = before.put(row.get("table_name"), until);
            if (last != null) {
              assertThat(until).as("version " + version).isAfterOrEqualTo(last);
            }
          }
        });
  }

  @Test
  void bothWroteInTurns() {
    long turns = 0;
    for (long version = history.firstKey() + 1; version <= history.lastKey(); version++) {
      turns += changed(version, "t.a") && changed(version - 1, "t.b") ? 1 : 0;
    }
    assertThat(turns)
        .as("times the second driver's commit was followed by the first's")
        .isPositive();
  }

  private static boolean changed(long version, String prefix) {
    return !rows(version, prefix).equals(rows(version - 1, prefix));
  }

  private static List<Map<String, Object>> rows(long version, String prefix) {
    return history.getOrDefault(version, List.of()).stream()
        .filter(row -> row.get("table_name").toString().startsWith(prefix))
        .toList();
  }

  @Test
  void contentionIsNoError() {
    assertThat(log).noneMatch(line -> line.contains(" ERROR "));
  }
}
