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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidegate.it.apps.EndlessApp;
import io.tidegate.it.apps.MinuteFeed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Done markers of a real stream, one driver of which is killed between verdict and marker. */
class DoneIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TABLE = "t/done";

  @TempDir private Path work;

  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final List<JsonNode> received = new CopyOnWriteArrayList<>();
  private final List<String> tokens = new CopyOnWriteArrayList<>();
  private volatile boolean open;
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/hook", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    JsonNode body = JSON.readTree(exchange.getRequestBody());
    if (open) {
      received.add(body);
      tokens.add(exchange.getRequestHeaders().getFirst("Authorization"));
    } else {
      refused.add(body.toString());
    }
    exchange.sendResponseHeaders(open ? 204 : 503, -1);
    exchange.close();
  }

  private SparkProcess start() {
    return SparkProcess.named("DoneIT/stream")
        .withPlugin()
        .conf("spark.tidegate.controlTable", control().toString())
        .conf("spark.tidegate.queries.done.table", TABLE)
        .conf("spark.tidegate.frontier", "offset")
        .conf("spark.tidegate.granularity", "minute")
        .conf("spark.tidegate.done.successFile", work + "/markers/{table}/{start}._SUCCESS")
        .conf(
            "spark.tidegate.done.http",
            "http://127.0.0.1:" + server.getAddress().getPort() + "/hook?key=T0KEN")
        .conf("spark.tidegate.done.httpToken", "hunter2")
        .app(EndlessApp.class)
        .args(work, "done")
        .start();
  }

  private Path control() {
    return work.resolve("control");
  }

  private static void until(String what, SparkProcess app, Callable<Boolean> holds) {
    await(what)
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(() -> !app.isAlive() || holds.call());
    assertThat(app.isAlive()).as(app.stderr()).isTrue();
  }

  private boolean isFinalAfter(int entries) {
    return MinuteFeed.finalAfter(entries)
        .equals(ControlTables.row(control(), TABLE).orElseThrow().get("finalized_until"));
  }

  /** Appends entries one by one, each a batch that has its verdict before the next. */
  private void drive(SparkProcess app, int from, int to) {
    for (int entries = from; entries <= to; entries++) {
      int present = entries;
      MinuteFeed.fill(work, entries);
      until("a verdict after " + entries, app, () -> isFinalAfter(present));
    }
  }

  private List<Path> files() throws IOException {
    Path directory = work.resolve("markers");
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> found = Files.walk(directory)) {
      return found.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private List<String> expectedStarts() {
    Map<String, Object> row = ControlTables.row(control(), TABLE).orElseThrow();
    return Stream.iterate(
            (Instant) row.get("tracked_from"),
            start -> start.isBefore((Instant) row.get("finalized_until")),
            start -> start.plus(1, ChronoUnit.MINUTES))
        .map(Instant::toString)
        .toList();
  }

  @Test
  void eachFinalPeriodIsToldThoughADriverIsKilledBeforeItCould() throws Exception {
    MinuteFeed.fill(work, 1);
    try (SparkProcess app = start()) {
      drive(app, 1, 4);
      until("a post that is turned away", app, () -> !refused.isEmpty());
      app.kill();
      assertThat(app.awaitExit()).as(app.stderr()).isEqualTo(137);
      assertThat(app.tidegateLog())
          .filteredOn(line -> line.contains(" ERROR "))
          .singleElement()
          .asString()
          .contains("TIDEGATE_MARKER_UNDELIVERED", "done.http", "it answers 503")
          .doesNotContain("T0KEN", "hunter2");
    }
    assertThat(expectedStarts()).hasSizeGreaterThanOrEqualTo(2);

    open = true;
    try (SparkProcess app = start()) {
      until("what was owed", app, () -> received.size() >= expectedStarts().size());
      drive(app, 5, 6);
      Files.createFile(work.resolve("stop"));
      app.assertSucceeded();
      assertThat(app.tidegateLog()).noneMatch(line -> line.contains(" ERROR "));
    }

    List<String> starts = expectedStarts();
    assertThat(received.stream().map(event -> event.get("start").textValue()).distinct())
        .as("posted, in order")
        .containsExactlyElementsOf(starts);
    assertThat(tokens).containsOnly("Bearer hunter2");
    assertThat(files())
        .extracting(file -> work.resolve("markers").relativize(file).toString())
        .containsExactlyElementsOf(
            starts.stream()
                .map(s -> "t%2Fdone/" + s.replace("-", "").replace(":", "") + "._SUCCESS")
                .toList());
    for (Path file : files()) {
      JsonNode marker = JSON.readTree(Files.readString(file));
      assertThat(marker.get("table").textValue()).isEqualTo(TABLE);
      assertThat(marker.has("createdAt")).isTrue();
    }
    assertThat(ControlTables.row(control(), TABLE).orElseThrow())
        .as("the end of the application wrote how far they are")
        .containsEntry("done_until", MinuteFeed.finalAfter(6))
        .containsEntry("finalized_until", MinuteFeed.finalAfter(6));
  }
}
