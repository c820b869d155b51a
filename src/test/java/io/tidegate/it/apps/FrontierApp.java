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

import static org.apache.spark.sql.functions.col;

import io.tidegate.it.source.CdcFeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.FlatMapGroupsWithStateFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.streaming.sources.LowLatencyMemoryStream;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.GroupStateTimeout;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Queries of every kind a frontier is taken from, or must not be taken from. Each is named as its
 * row. Feeds under {@code fed} are read once, those under {@code live} until a file {@code stop}
 * appears in the application's directory: the test writes both.
 */
public final class FrontierApp {
  private static final String HOUR_OF_TWO_PM = "{\"commit_ts\":\"2024-10-01T14:37:00Z\"}";
  private static final String[] ROWS = {
    "{\"id\":1,\"event_time\":\"2024-10-01T14:03:00Z\",\"value\":\"a\"}",
    "{\"id\":2,\"event_time\":\"2024-10-01T15:03:22.117Z\",\"value\":\"b\"}"
  };

  private FrontierApp() {}

  public static void main(String[] args) throws Exception {
    List<StreamingQuery> live = new ArrayList<>();
    new Scenarios()
        .add("live", (spark, directory, results) -> live.addAll(live(spark, directory)))
        .add("fed", FrontierApp::fed)
        .add("watermarks", FrontierApp::watermarks)
        .add("operators", FrontierApp::operators)
        .add("triggers", FrontierApp::triggers)
        .add("asynchronous", FrontierApp::asynchronous)
        .add("continuous", FrontierApp::continuous)
        .add("realTime", FrontierApp::realTime)
        .add("sources", FrontierApp::sources)
        .add("lineages", FrontierApp::lineages)
        .add(
            "stop",
            (spark, directory, results) -> {
              Path stop = directory.resolveSibling("stop.now");
              Waiting.until(stop.toString(), Duration.ofMinutes(5), () -> Files.exists(stop));
              for (StreamingQuery query : live) {
                query.stop();
              }
            })
        .run(args);
  }

  private static List<Path> children(Path directory) throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      return children.filter(Files::isDirectory).sorted().toList();
    }
  }

  /** All feeds of a case, as one stream. */
  private static Dataset<Row> feeds(SparkSession spark, Path directory) throws IOException {
    return children(directory).stream()
        .filter(child -> child.getFileName().toString().startsWith("feed"))
        .map(feed -> changes(spark, feed))
        .reduce(Dataset::unionByName)
        .orElseThrow();
  }

  private static Dataset<Row> changes(SparkSession spark, Path feed) {
    return spark
        .readStream()
        .format("io.tidegate.it.source.CdcSourceProvider")
        .option("feed", feed.toString())
        .load();
  }

  private static <T> DataStreamWriter<T> writer(Dataset<T> rows, Path directory, String name) {
    return rows.writeStream()
        .queryName(name)
        .format("noop")
        .option("checkpointLocation", directory.resolve(name + ".checkpoint").toString());
  }

  private static <T> StreamingQuery start(Dataset<T> rows, Path directory, String name)
      throws Exception {
    return writer(rows, directory, name).trigger(Trigger.AvailableNow()).start();
  }

  private static List<StreamingQuery> live(SparkSession spark, Path directory) throws Exception {
    List<StreamingQuery> queries = new ArrayList<>();
    for (Path each : children(directory)) {
      queries.add(
          writer(feeds(spark, each), each, each.getFileName().toString())
              .trigger(Trigger.ProcessingTime(100))
              .start());
    }
    return queries;
  }

  private static void fed(SparkSession spark, Path directory, Results results) throws Exception {
    List<StreamingQuery> queries = new ArrayList<>();
    for (Path each : children(directory)) {
      Dataset<Row> rows = feeds(spark, each);
      String name = each.getFileName().toString();
      queries.add(start(name.equals("self_union") ? rows.union(rows) : rows, each, name));
    }
    for (StreamingQuery query : queries) {
      query.awaitTermination();
    }
  }

  private static Dataset<Row> ofTwoPm(SparkSession spark, Path directory, String name) {
    Path feed = directory.resolve(name + ".feed");
    CdcFeed.at(feed).append(HOUR_OF_TWO_PM, ROWS);
    return changes(spark, feed);
  }

  private static void watermarks(SparkSession spark, Path directory, Results results)
      throws Exception {
    List<StreamingQuery> queries = new ArrayList<>();
    Dataset<Row> rows = ofTwoPm(spark, directory, "wm_stateless");
    queries.add(start(delayed(rows), directory, "wm_stateless"));
    queries.add(start(delayed(rows).dropDuplicates("id"), directory, "wm_deduplicated"));
    queries.add(start(rows, directory, "wm_none"));
    queries.add(
        start(
            delayed(rows).unionByName(ofTwoPm(spark, directory, "wm_half")), directory, "wm_half"));
    queries.add(
        start(delayed(rows).groupBy("event_time", "id").count(), directory, "wm_aggregated"));
    for (String year : List.of("9999", "+10001")) {
      String name = "wm_year_" + year.replace("+", "");
      CdcFeed.at(directory.resolve(name))
          .append(
              HOUR_OF_TWO_PM,
              ROWS[0],
              "{\"id\":9,\"event_time\":\"" + year + "-12-31T23:59:59.999999Z\"}");
      queries.add(start(delayed(changes(spark, directory.resolve(name))), directory, name));
    }
    for (StreamingQuery query : queries) {
      query.awaitTermination();
    }
    spark.conf().set("spark.sql.streaming.multipleWatermarkPolicy", "max");
    start(
            delayed(rows).unionByName(delayed(ofTwoPm(spark, directory, "wm_max"))),
            directory,
            "wm_max")
        .awaitTermination();
    spark.conf().unset("spark.sql.streaming.multipleWatermarkPolicy");
    start(
            delayed(rows).unionByName(delayed(ofTwoPm(spark, directory, "wm_min"))),
            directory,
            "wm_min")
        .awaitTermination();
  }

  private static Dataset<Row> delayed(Dataset<Row> rows) {
    return rows.withWatermark("event_time", "10 minutes");
  }

  private static void operators(SparkSession spark, Path directory, Results results)
      throws Exception {
    Dataset<Row> rows = ofTwoPm(spark, directory, "op_deduplicated");
    Dataset<Row> known = spark.range(10).toDF("known");
    FlatMapGroupsWithStateFunction<Long, Row, Long, Long> keepAll =
        (id, values, state) -> {
          state.update(id);
          return List.of(id).iterator();
        };
    MapFunction<Row, Long> id = row -> row.getLong(0);
    List<StreamingQuery> queries =
        List.of(
            start(rows.dropDuplicates("id"), directory, "op_deduplicated"),
            start(rows.join(known, col("id").equalTo(col("known"))), directory, "op_static_join"),
            start(delayed(rows).groupBy("event_time", "value").count(), directory, "op_aggregated"),
            start(
                delayed(rows)
                    .as("a")
                    .join(
                        delayed(ofTwoPm(spark, directory, "op_stream_join")).as("b"),
                        col("a.id")
                            .equalTo(col("b.id"))
                            .and(col("a.event_time").equalTo(col("b.event_time")))),
                directory,
                "op_stream_join"),
            start(
                rows.groupByKey(id, Encoders.LONG())
                    .flatMapGroupsWithState(
                        keepAll,
                        OutputMode.Append(),
                        Encoders.LONG(),
                        Encoders.LONG(),
                        GroupStateTimeout.NoTimeout()),
                directory,
                "op_grouped_state"));
    for (StreamingQuery query : queries) {
      query.awaitTermination();
    }
  }

  private static void triggers(SparkSession spark, Path directory, Results results)
      throws Exception {
    Dataset<Row> rows = ofTwoPm(spark, directory, "tr_once");
    VoidFunction2<Dataset<Row>, Long> nothing = (batch, batchId) -> batch.count();
    StreamingQuery batches =
        rows.writeStream()
            .queryName("tr_foreach_batch")
            .foreachBatch(nothing)
            .option("checkpointLocation", directory.resolve("tr_foreach_batch").toString())
            .trigger(Trigger.AvailableNow())
            .start();
    once(rows, directory).awaitTermination();
    StreamingQuery periodic =
        writer(rows, directory, "tr_processing_time").trigger(Trigger.ProcessingTime(100)).start();
    periodic.processAllAvailable();
    periodic.stop();
    batches.awaitTermination();
  }

  @SuppressWarnings("deprecation") // Trigger.Once is still in use
  private static StreamingQuery once(Dataset<Row> rows, Path directory) throws Exception {
    return writer(rows, directory, "tr_once").trigger(Trigger.Once()).start();
  }

  private static void asynchronous(SparkSession spark, Path directory, Results results)
      throws Exception {
    StreamingQuery query =
        writer(ofTwoPm(spark, directory, "tr_async"), directory, "tr_async")
            .option("asyncProgressTrackingEnabled", "true")
            .option("asyncProgressTrackingCheckpointIntervalMs", "0")
            .trigger(Trigger.ProcessingTime(100))
            .start();
    query.processAllAvailable();
    awaitCommit(directory.resolve("tr_async.checkpoint"), 0);
    query.stop();
  }

  private static void continuous(SparkSession spark, Path directory, Results results)
      throws Exception {
    StreamingQuery query =
        writer(
                spark.readStream().format("rate").option("numPartitions", 1).load(),
                directory,
                "tr_continuous")
            .trigger(Trigger.Continuous(100))
            .start();
    awaitCommit(directory.resolve("tr_continuous.checkpoint"), 1);
    query.stop();
  }

  private static void realTime(SparkSession spark, Path directory, Results results)
      throws Exception {
    LowLatencyMemoryStream<Long> memory = LowLatencyMemoryStream.apply(spark, 1, Encoders.LONG());
    StreamingQuery query =
        memory
            .toDF()
            .writeStream()
            .queryName("tr_real_time")
            .format("console")
            .outputMode("update")
            .option("checkpointLocation", directory.resolve("tr_real_time").toString())
            .trigger(Trigger.RealTime(5_000))
            .start();
    memory.addData(CollectionConverters.asScala(List.of(1L, 2L)).toSeq());
    awaitCommit(directory.resolve("tr_real_time"), 0);
    query.stop();
  }

  private static void awaitCommit(Path checkpoint, long batchId) throws Exception {
    Path commit = checkpoint.resolve("commits").resolve(Long.toString(batchId));
    Waiting.until(commit.toString(), () -> Files.exists(commit));
  }

  private static void sources(SparkSession spark, Path directory, Results results)
      throws Exception {
    long start = System.currentTimeMillis() - 86_400_000;
    results.write("rateStart", start);
    StreamingQuery rate =
        start(
            spark
                .readStream()
                .format("rate-micro-batch")
                .option("rowsPerBatch", 1)
                .option("startTimestamp", start)
                .option("advanceMillisPerBatch", 1_000)
                .load(),
            directory,
            "src_rate");
    String table = directory.resolve("delta").toString();
    spark.range(3).write().format("delta").save(table);
    spark.range(3).write().format("delta").mode("append").save(table);
    StreamingQuery delta =
        start(spark.readStream().format("delta").load(table), directory, "src_delta");
    String files = directory.resolve("files").toString();
    spark.range(3).write().format("json").save(files);
    StreamingQuery file =
        start(
            spark.readStream().schema("id BIGINT").format("json").load(files),
            directory,
            "src_files");
    rate.awaitTermination();
    delta.awaitTermination();
    file.awaitTermination();
  }

  private static void lineages(SparkSession spark, Path directory, Results results)
      throws Exception {
    for (String name : List.of("ln_wiped", "ln_rebuilt", "ln_trusted", "ln_grown")) {
      run(spark, directory, name, name, "11:37");
      run(spark, directory, name, name, "14:37");
    }
    String control = directory.resolveSibling("control").toString();
    for (String name : List.of("ln_wiped", "ln_rebuilt", "ln_trusted")) {
      Waiting.until(
          name + " to claim what is about to be wiped",
          () ->
              !spark
                  .read()
                  .format("delta")
                  .load(control)
                  .where("finalized_until = '2024-10-01T14:00:00Z'")
                  .where(col("table_name").equalTo(name))
                  .isEmpty());
      wipe(directory, name);
      run(spark, directory, name, name, "10:10");
    }
    run(spark, directory, "ln_rebuilt", "ln_rebuilt", "15:20");
    run(spark, directory, "ln_grown", "ln_grown", "15:20");
    run(spark, directory, "ln_old_checkpoint", "untracked", "12:10");
    run(spark, directory, "ln_old_checkpoint", "ln_old_checkpoint", "14:37");
    run(spark, directory, "arrival", "arrival", "14:37");
  }

  private static void run(
      SparkSession spark, Path directory, String place, String name, String time) throws Exception {
    Path feed = directory.resolve(place + ".feed");
    CdcFeed.at(feed).append("{\"commit_ts\":\"2024-10-01T" + time + ":00Z\"}");
    changes(spark, feed)
        .writeStream()
        .queryName(name)
        .format("noop")
        .option("checkpointLocation", directory.resolve(place + ".checkpoint").toString())
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
  }

  /** Deletes a checkpoint and what its source has fed. */
  private static void wipe(Path directory, String name) throws IOException {
    for (String part : Set.of(".checkpoint", ".feed")) {
      try (Stream<Path> paths = Files.walk(directory.resolve(name + part))) {
        Iterator<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).iterator();
        while (deepestFirst.hasNext()) {
          Files.delete(deepestFirst.next());
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
  }
}
