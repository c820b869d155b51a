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

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidegate.internal.done.Delivery;
import io.tidegate.internal.done.DoneMarker;
import io.tidegate.internal.done.MarkerJson;
import io.tidegate.internal.done.MarkerSink;
import io.tidegate.internal.model.MarkerPattern;
import io.tidegate.internal.settings.DoneSettings;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.util.Version;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Posts markers. A refusal of the request itself, which the same request would meet again, is
 * final; all else but 2xx is tried again: no connection, no answer in time, what a later try or a
 * correction of URL, token or receiver may mend. Redirects are not followed. Neither texts nor
 * exceptions hold more of the URL than its origin. Thread safe.
 */
public final class HttpPosts implements MarkerSink {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(10);

  /** The answers from 400 to 499 that do not judge the request's content. */
  private static final Set<Integer> MENDABLE =
      Set.of(401, 403, 404, 405, 407, 408, 421, 423, 425, 429);

  private static final String USER_AGENT = "tidegate/" + Version.of();

  private final Time time;
  private final Duration answer;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable HttpClient client;

  public HttpPosts(Time time) {
    this(time, ANSWER);
  }

  /** With another limit for an answer than ten seconds. */
  HttpPosts(Time time, Duration answer) {
    this.time = time;
    this.answer = answer;
  }

  @Override
  public Delivery deliver(QuerySettings entry, DoneMarker marker) {
    DoneSettings to = entry.done();
    URI url = to.http();
    if (url == null) {
      return new Delivery.Done();
    }
    String origin = to.httpOrigin();
    try {
      return judged(answer(request(url, to, marker)), origin);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return later(origin, "the application ends", Duration.ZERO);
    } catch (TimeoutException e) {
      return later(origin, "it has not answered within " + answer, Duration.ZERO);
    } catch (ExecutionException e) {
      return later(origin, e.getCause() == null ? e : e.getCause());
    } catch (RuntimeException e) {
      return later(origin, e);
    }
  }

  /** Waits for all of an answer: the client's own limit ends with its headers. */
  private HttpResponse<Void> answer(HttpRequest request)
      throws ExecutionException, InterruptedException, TimeoutException {
    Future<HttpResponse<Void>> response =
        client().sendAsync(request, HttpResponse.BodyHandlers.discarding());
    try {
      return response.get(answer.toNanos(), TimeUnit.NANOSECONDS);
    } finally {
      response.cancel(true); // closes the connection where the answer has not ended
    }
  }

  private HttpClient client() {
    synchronized (lock) {
      HttpClient known = client;
      if (known == null) {
        known =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        client = known;
      }
      return known;
    }
  }

  private HttpRequest request(URI url, DoneSettings to, DoneMarker marker) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/json")
            .header("User-Agent", USER_AGENT)
            .header("Idempotency-Key", key(marker))
            .POST(HttpRequest.BodyPublishers.ofString(MarkerJson.event(marker)));
    if (to.httpToken() != null) {
      request.header("Authorization", "Bearer " + to.httpToken());
    }
    return request.build();
  }

  /** The same for each post of one period, and for no other: table and end. */
  private static String key(DoneMarker marker) {
    return MarkerPattern.encoded(marker.row().tableName()) + "/" + marker.end();
  }

  private Delivery judged(HttpResponse<Void> response, String origin) {
    int status = response.statusCode();
    if (status >= 200 && status < 300) {
      return new Delivery.Done();
    }
    if (status >= 400 && status < 500 && !MENDABLE.contains(status)) {
      return new Delivery.Never("is refused by " + origin + " with the answer " + status);
    }
    Duration atLeast =
        response
            .headers()
            .firstValue("Retry-After")
            .map(header -> RetryAfter.read(header, time.now()))
            .orElse(Duration.ZERO);
    boolean redirect = status >= 300 && status < 400;
    String why = "it answers " + status + (redirect ? " (redirects are not followed)" : "");
    return later(origin, why, atLeast);
  }

  private static Delivery later(String origin, Throwable cause) {
    String message = cause.getMessage() == null ? "" : ": " + cause.getMessage();
    return later(origin, cause.getClass().getSimpleName() + message, Duration.ZERO);
  }

  private static Delivery later(String origin, String why, Duration atLeast) {
    return new Delivery.Later("cannot be posted to " + origin + ": " + why, atLeast, null);
  }
}
