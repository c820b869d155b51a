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

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.TidegateListener;
import io.tidegate.it.source.CdcFeed;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** Queries to be tracked by whichever of the entry points the application was given. */
public final class PluginApp {
  private static final String TWO_PM = "{\"commit_ts\":\"2024-10-01T14:37:00Z\"}";

  private PluginApp() {}

  public static void main(String[] args) throws Exception {
    List<StreamingQuery> live = new ArrayList<>();
    new Scenarios()
        .add("conf", PluginApp::conf)
        .add(
            "byHand",
            (spark, directory, results) -> spark.streams().addListener(new TidegateListener()))
        .add("counted", (spark, directory, results) -> live.add(live(spark, directory, "counted")))
        .add("late", (spark, directory, results) -> live.add(late(spark, directory, results)))
        .add("twins", (spark, directory, results) -> live.addAll(twins(spark, directory)))
        .add("session", PluginApp::session)
        .add("stateful", PluginApp::stateful)
        .add("job", (spark, directory, results) -> results.write("sum", sum(spark)))
        .add(
            "await", (spark, directory, results) -> awaitFile(directory.resolveSibling("stop.now")))
        .add("metrics", PluginApp::metrics)
        .add(
            "stop",
            (spark, directory, results) -> {
              Collections.reverse(live); // the second twin before the first
              for (StreamingQuery query : live) {
                query.stop();
              }
              results.write("started", CountingListener.STARTED.get());
            })
        .run(args);
  }

  private static void conf(SparkSession spark, Path directory, Results results) {
    SparkConf conf = spark.sparkContext().conf();
    for (String key :
        List.of(
            "spark.plugins",
            "spark.sql.extensions",
            "spark.sql.streaming.streamingQueryListeners")) {
      results.write(key, conf.get(key, ""));
    }
    results.write(
        "listeners",
        Stream.of(spark.streams().listListeners()).map(l -> l.getClass().getName()).toList());
  }

  private static Dataset<Row> changes(SparkSession spark, Path directory) {
    return spark
        .readStream()
        .format("io.tidegate.it.source.CdcSourceProvider")
        .option("feed", directory.resolve("feed").toString())
        .load();
  }

  private static StreamingQuery live(SparkSession spark, Path directory, String name)
      throws Exception {
    return changes(spark, directory)
        .writeStream()
        .queryName(name)
        .format("noop")
        .option("checkpointLocation", directory.resolve("checkpoint").toString())
        .trigger(Trigger.ProcessingTime(100))
        .start();
  }

  /** A listener that comes when the query has been running for a while. */
  private static StreamingQuery late(SparkSession spark, Path directory, Results results)
      throws Exception {
    CdcFeed.at(directory.resolve("feed")).append("{\"commit_ts\":\"2024-10-01T12:37:00Z\"}");
    StreamingQuery query = live(spark, directory, "late");
    query.processAllAvailable();
    results.write("trackedBefore", Files.exists(directory.resolveSibling("control")));
    spark.streams().addListener(new TidegateListener());
    return query;
  }

  /** The same name in two sessions. */
  private static List<StreamingQuery> twins(SparkSession spark, Path directory) throws Exception {
    Path first = Files.createDirectories(directory.resolve("first"));
    Path second = Files.createDirectories(directory.resolve("second"));
    CdcFeed.at(first.resolve("feed")).append(TWO_PM);
    CdcFeed.at(second.resolve("feed")).append("{\"commit_ts\":\"2024-10-02T14:37:00Z\"}");
    StreamingQuery owner = live(spark, first, "twin");
    String control = directory.resolveSibling("control").toString();
    Waiting.until(
        "the first twin's row",
        () ->
            Files.exists(Path.of(control, "_delta_log"))
                && !spark
                    .read()
                    .format("delta")
                    .load(control)
                    .where("table_name = 'twin' AND finalized_until IS NOT NULL")
                    .isEmpty());
    return List.of(owner, live(spark.newSession(), second, "twin"));
  }

  private static void session(SparkSession spark, Path directory, Results results)
      throws Exception {
    CdcFeed.at(directory.resolve("feed")).append(TWO_PM, "{\"id\":1}");
    SparkSession other = spark.newSession();
    String table = directory.resolve("table").toString();
    changes(other, directory)
        .writeStream()
        .queryName("in_session")
        .format("delta")
        .option("checkpointLocation", directory.resolve("checkpoint").toString())
        .trigger(Trigger.AvailableNow())
        .start(table)
        .awaitTermination();
    results.write("rows", other.sql("SELECT * FROM delta.`" + table + "`").count());
  }

  private static void stateful(SparkSession spark, Path directory, Results results)
      throws Exception {
    CdcFeed.at(directory.resolve("feed")).append(TWO_PM, "{\"id\":1}");
    changes(spark, directory)
        .groupBy("id")
        .count()
        .writeStream()
        .queryName("stateful")
        .outputMode("update")
        .format("noop")
        .option("checkpointLocation", directory.resolve("checkpoint").toString())
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
  }

  /** Work for executors. */
  private static long sum(SparkSession spark) {
    return spark.range(0, 1_000, 1, 4).selectExpr("sum(id)").head().getLong(0);
  }

  private static void metrics(SparkSession spark, Path directory, Results results)
      throws Exception {
    URI shown = URI.create(spark.sparkContext().uiWebUrl().get() + "/metrics/json/");
    try (InputStream json = shown.toURL().openStream()) {
      results.write("gauges", new ObjectMapper().readTree(json).get("gauges"));
    }
  }

  private static void awaitFile(Path file) throws Exception {
    Waiting.until(file.toString(), Duration.ofMinutes(5), () -> Files.exists(file));
  }
}
