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
package io.tidegate.it.apps;

import io.tidegate.it.apps.Applications.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.apache.spark.sql.streaming.Trigger;

/** Ends of applications that leave the JVM alive. */
public final class EndApp {
  /** How many queries the crowd has. */
  public static final int CROWD = 50;

  /** How many batches the queries under a slow listener have. */
  public static final int BATCHES = 8;

  /** How long the application with a store that hangs may take to write what is left. */
  public static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(3);

  private static final String QUERY = "end";

  private EndApp() {}

  public static void main(String[] args) throws Exception {
    new Applications()
        .add("stopped", EndApp::stopped)
        .add("crowd", EndApp::crowd)
        .add("slowListener", (place, results) -> underSlowListener(place, results, 10_000))
        .add("dropped", (place, results) -> underSlowListener(place, results, 1))
        .add("failed", EndApp::failed)
        .add("failedAndStopped", EndApp::failedAndStopped)
        .add("stoppedUnderQuery", EndApp::stoppedUnderQuery)
        .add("queryStopped", EndApp::queryStopped)
        .add("hanging", EndApp::hanging)
        .run(args);
  }

  private static StreamingQuery start(SparkSession spark, Place place) throws Exception {
    return MinuteFeed.query(spark, place.directory(), QUERY)
        .trigger(Trigger.AvailableNow())
        .start();
  }

  private static void stopped(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 3);
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    start(spark, place).awaitTermination();
    spark.stop();
  }

  private static void crowd(Place place, Results results) throws Exception {
    SparkSession spark =
        place
            .withPlugin()
            .config("spark.tidegate.frontier", "offset")
            .config("spark.tidegate.granularity", "minute")
            .config("spark.tidegate.queries.crowd.name", "crowd-*")
            .config("spark.tidegate.queries.crowd.table", "t.{name}")
            .getOrCreate();
    List<StreamingQuery> queries = new ArrayList<>();
    for (int i = 0; i < CROWD; i++) {
      Path own = place.path("q" + i);
      MinuteFeed.fill(own, 1);
      queries.add(
          MinuteFeed.query(spark, own, "crowd-" + i)
              .trigger(Trigger.ProcessingTime(1_000))
              .start());
    }
    for (int i = 0; i < CROWD; i++) {
      Path commit = place.path("q" + i).resolve("checkpoint/commits/0");
      Waiting.until("a commit of query " + i, () -> Files.exists(commit));
    }
    for (int i = 0; i < CROWD; i++) {
      MinuteFeed.fill(place.path("q" + i), 2);
    }
    for (int i = 0; i < CROWD; i++) {
      Path commit = place.path("q" + i).resolve("checkpoint/commits/1");
      Waiting.until("the last commit of query " + i, () -> Files.exists(commit));
    }
    spark.stop();
  }

  /** Somebody else's listener, which takes its time. */
  private static final class SlowListener extends StreamingQueryListener {
    private final Set<Long> batches = ConcurrentHashMap.newKeySet();

    @Override
    public void onQueryStarted(QueryStartedEvent event) {}

    @Override
    public void onQueryProgress(QueryProgressEvent event) {
      batches.add(event.progress().batchId());
      LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
    }

    @Override
    public void onQueryTerminated(QueryTerminatedEvent event) {
      LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
    }
  }

  private static void underSlowListener(Place place, Results results, int capacity)
      throws Exception {
    int batches = capacity == 1 ? BATCHES : 2;
    MinuteFeed.fill(place.directory(), batches);
    SparkSession spark =
        place
            .tracking(QUERY)
            .config("spark.scheduler.listenerbus.eventqueue.streams.capacity", capacity)
            .getOrCreate();
    SlowListener listener = new SlowListener();
    spark.streams().addListener(listener);
    start(spark, place).awaitTermination();
    spark.stop();
    results.write("seen", new TreeSet<>(listener.batches));
  }

  private static StreamingQuery startFailing(SparkSession spark, Place place) throws Exception {
    return MinuteFeed.query(spark, place.directory(), QUERY)
        .trigger(Trigger.AvailableNow())
        .foreachBatch(
            (VoidFunction2<Dataset<Row>, Long>)
                (batch, id) -> {
                  if (id == 1) {
                    throw new IllegalStateException("no such host, password=hunter2\n\tat the end");
                  }
                })
        .start();
  }

  private static void failed(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 2);
    SparkSession spark =
        place.tracking(QUERY).config("spark.redaction.string.regex", "hunter\\d").getOrCreate();
    StreamingQuery query = startFailing(spark, place);
    try {
      query.awaitTermination();
    } catch (StreamingQueryException e) {
      results.write("failure", e.getMessage());
    }
    Waiting.until(
        "the failure while the application runs on",
        () ->
            !spark
                .sql("SELECT 1 FROM " + place.controlSql() + " WHERE state = 'FAILED'")
                .isEmpty());
    spark.stop();
  }

  private static void failedAndStopped(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 2);
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    try {
      startFailing(spark, place).awaitTermination();
    } catch (StreamingQueryException e) {
      results.write("failure", e.getMessage());
    } finally {
      spark.stop();
    }
  }

  /** The query is within a batch, with a job that runs, when its context is stopped. */
  private static void stoppedUnderQuery(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 2);
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    StreamingQuery query =
        MinuteFeed.query(spark, place.directory(), QUERY)
            .trigger(Trigger.ProcessingTime(0))
            .foreachBatch(
                (VoidFunction2<Dataset<Row>, Long>)
                    (batch, id) -> {
                      if (id == 1) {
                        Files.createFile(place.path("within"));
                        while (true) {
                          batch.sparkSession().range(1_000).count();
                        }
                      }
                    })
            .start();
    Waiting.until("the endless batch", () -> Files.exists(place.path("within")));
    spark.stop();
    Waiting.until("the end of the query", () -> !query.isActive());
    results.write("failure", String.valueOf(query.exception()));
  }

  private static void queryStopped(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 1);
    SparkSession spark = place.tracking(QUERY).getOrCreate();
    StreamingQuery query =
        MinuteFeed.query(spark, place.directory(), QUERY)
            .trigger(Trigger.ProcessingTime(100))
            .start();
    Waiting.until("a commit", () -> Files.exists(place.path("checkpoint/commits/0")));
    query.stop();
    spark.stop();
  }

  private static void hanging(Place place, Results results) throws Exception {
    MinuteFeed.fill(place.directory(), 3);
    SparkSession spark =
        place
            .tracking(QUERY)
            .config("spark.hadoop.fs.troubled.impl", TroubledFileSystem.class.getName())
            .config("spark.tidegate.controlTable", "troubled://" + place.control())
            .config("spark.tidegate.flushTimeout", FLUSH_TIMEOUT.toSeconds() + "s")
            .getOrCreate();
    StreamingQuery query = start(spark, place);
    query.awaitTermination();
    Waiting.until("a call that hangs", () -> TroubledFileSystem.blocked() > 0);
    results.write("batches", query.recentProgress().length);
    long start = System.nanoTime();
    spark.stop();
    results.write("stopSeconds", Duration.ofNanos(System.nanoTime() - start).toSeconds());
    results.write("stillHangs", TroubledFileSystem.blocked() > 0);
    TroubledFileSystem.release();
  }
}
