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
package io.tidegate.internal.done.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidegate.api.FrontierRule;
import io.tidegate.internal.done.Delivery;
import io.tidegate.internal.done.TestMarkers;
import io.tidegate.internal.settings.DoneSettings;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.FakeTime;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpPostsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOKEN = "hunter2";

  private record Request(
      String method, String path, List<String> key, String type, String auth, String body) {}

  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final HttpPosts posts = new HttpPosts(new FakeTime(), Duration.ofSeconds(20));
  private HttpServer server;
  private volatile int status = 204;
  private volatile String retryAfter = "";
  private volatile String location = "";

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    released.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(
        new Request(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            exchange.getRequestHeaders().get("Idempotency-Key"),
            exchange.getRequestHeaders().getFirst("Content-Type"),
            String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
    if (exchange.getRequestURI().getPath().equals("/silent")) {
      try {
        released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (exchange.getRequestURI().getPath().equals("/endless")) {
      endless(exchange);
      return;
    }
    if (!retryAfter.isEmpty()) {
      exchange.getResponseHeaders().set("Retry-After", retryAfter);
    }
    if (!location.isEmpty()) {
      exchange.getResponseHeaders().set("Location", location);
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  /** Answers until the other side hangs up. */
  private void endless(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream body = exchange.getResponseBody()) {
      while (released.getCount() > 0) {
        body.write(new byte[1024]);
        body.flush();
      }
    } catch (IOException e) {
      closed.countDown();
      exchange.close();
    }
  }

  private String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private QuerySettings entry(String path, String token) {
    DoneSettings done = new DoneSettings(null, URI.create(origin() + path), token);
    return Entries.of(FrontierRule.OFFSET).done(done).settings();
  }

  private Delivery post(String path) {
    return posts.deliver(entry(path, TOKEN), TestMarkers.marker("sales/orders"));
  }

  @Test
  void postsTheEventWithKeyAndToken() throws IOException {
    assertThat(post("/hook?x=1")).isInstanceOf(Delivery.Done.class);

    assertThat(requests).hasSize(1);
    Request request = requests.get(0);
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/hook?x=1");
    assertThat(request.key()).containsExactly("sales%2Forders/2026-10-01T15:00:00Z");
    assertThat(request.type()).isEqualTo("application/json");
    assertThat(request.auth()).isEqualTo("Bearer " + TOKEN);
    JsonNode body = JSON.readTree(request.body());
    assertThat(body.get("type").textValue()).isEqualTo("final");
    assertThat(body.get("table").textValue()).isEqualTo("sales/orders");
    assertThat(body.get("start").textValue()).isEqualTo("2026-10-01T14:00:00Z");
    assertThat(body.get("end").textValue()).isEqualTo("2026-10-01T15:00:00Z");
    assertThat(body.get("finalizedUntil").textValue()).isEqualTo("2026-10-01T16:00:00Z");
    assertThat(request.body()).doesNotContain("checkpoint", "createdAt");
  }

  @Test
  void withoutATokenThereIsNoAuthorization() {
    posts.deliver(entry("/hook", null), TestMarkers.marker("t"));

    assertThat(requests.get(0).auth()).isEqualTo("null");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 299})
  void anySuccessIsOne(int answer) {
    status = answer;
    assertThat(post("/hook")).isInstanceOf(Delivery.Done.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 405, 407, 408, 421, 423, 425, 429, 500, 502, 503, 504, 599})
  void whatMayPassIsTriedAgain(int answer) {
    status = answer;
    assertThat(post("/T0KEN"))
        .isEqualTo(
            new Delivery.Later(
                "cannot be posted to " + origin() + ": it answers " + answer, Duration.ZERO, null));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 410, 413, 415, 422})
  void whatIsRefusedIsFinal(int answer) {
    status = answer;
    assertThat(post("/T0KEN"))
        .isEqualTo(new Delivery.Never("is refused by " + origin() + " with the answer " + answer));
  }

  @Test
  void aRedirectIsNotFollowed() {
    status = 307;
    location = origin() + "/elsewhere";

    assertThat(post("/hook"))
        .isEqualTo(
            new Delivery.Later(
                "cannot be posted to " + origin() + ": it answers 307 (redirects are not followed)",
                Duration.ZERO,
                null));
    assertThat(requests).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "120|PT2M",
        "0|PT0S",
        "99999|PT1H",
        "99999999999|PT0S",
        "Thu, 01 Oct 2026 12:05:00 GMT|PT5M",
        "Thu, 01 Oct 2026 11:00:00 GMT|PT0S",
        "soon|PT0S",
        "-5|PT0S"
      })
  void retryAfterIsHonoured(String header, Duration expected) {
    status = 503;
    retryAfter = header;

    assertThat(post("/hook"))
        .isInstanceOfSatisfying(
            Delivery.Later.class, later -> assertThat(later.atLeast()).isEqualTo(expected));
  }

  @Test
  void aServerThatDoesNotAnswerIsGivenUp() {
    HttpPosts impatient = new HttpPosts(new FakeTime(), Duration.ofMillis(200));

    assertThat(impatient.deliver(entry("/silent", TOKEN), TestMarkers.marker("t")))
        .isInstanceOfSatisfying(
            Delivery.Later.class,
            later ->
                assertThat(later.why())
                    .isEqualTo(
                        "cannot be posted to " + origin() + ": it has not answered within PT0.2S")
                    .doesNotContain(TOKEN));
  }

  @Test
  void anAnswerThatDoesNotEndIsGivenUpAndItsConnectionClosed() throws InterruptedException {
    HttpPosts impatient = new HttpPosts(new FakeTime(), Duration.ofMillis(200));

    assertThat(impatient.deliver(entry("/endless", TOKEN), TestMarkers.marker("t")))
        .isInstanceOfSatisfying(
            Delivery.Later.class,
            later -> assertThat(later.why()).endsWith("it has not answered within PT0.2S"));
    assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aServerThatIsNotThereIsTriedAgain() {
    QuerySettings entry = entry("/T0KEN", TOKEN);
    server.stop(0);

    assertThat(posts.deliver(entry, TestMarkers.marker("t")))
        .isInstanceOfSatisfying(
            Delivery.Later.class,
            later ->
                assertThat(later.why())
                    .startsWith("cannot be posted to http://127.0.0.1:")
                    .contains("ConnectException")
                    .doesNotContain("T0KEN", TOKEN));
  }

  @Test
  void settingsShowNoSecret() {
    assertThat(entry("/T0KEN?key=T0KEN", TOKEN).toString())
        .contains(origin())
        .doesNotContain("T0KEN", TOKEN);
  }
}
