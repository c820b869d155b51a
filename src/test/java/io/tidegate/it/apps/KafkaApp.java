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

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.SourceProgress;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Streams over Kafka that know nothing of tidegate. Each has a topic of its name where nothing else
 * is said. {@code spark.it.bootstrap} names the broker, {@code spark.tidegate.controlTable} is a
 * path.
 *
 * <p>{@code killed}, {@code stopped} and {@code healed} are three lives of the same streams, each
 * to be run in a JVM of its own.
 */
public final class KafkaApp {
  /** The streams over a topic that always has something to read. */
  public static final List<String> BUSY = List.of("busy", "two", "mixed");

  /** The streams that are killed in a batch. */
  public static final List<String> KILLED = List.of("restarted", "quieted");

  private static final String STILL = "still";
  private static final Halt NEVER = new Halt(Long.MAX_VALUE);

  private final SparkSession spark;
  private final Path directory;
  private final Results results;
  private final Topics topics;

  private KafkaApp(SparkSession spark, Path directory, Results results, Topics topics) {
    this.spark = spark;
    this.directory = directory;
    this.results = results;
    this.topics = topics;
  }

  public static void main(String[] args) throws Exception {
    new Scenarios()
        .add("endless", scenario(KafkaApp::endless))
        .add("once", scenario(KafkaApp::once))
        .add("killed", scenario(KafkaApp::killed))
        .add("stopped", scenario(KafkaApp::stopped))
        .add("healed", scenario(KafkaApp::healed))
        .run(args);
  }

  @FunctionalInterface
  private interface Part {
    void run(KafkaApp app) throws Exception;
  }

  private static Scenarios.Scenario scenario(Part part) {
    return (spark, own, results) -> {
      try (Topics topics = new Topics(spark.conf().get("spark.it.bootstrap"))) {
        part.run(new KafkaApp(spark, own.getParent(), results, topics));
        results.write("records", topics.records());
      }
    };
  }

  /** Streams that run on, one busy, one that waits for more records, two over a transaction. */
  private void endless() throws Exception {
    topics.create("busy", 2);
    topics.create(STILL, 1);
    topics.create("patient", 1);
    topics.create("committed", 1);
    topics.send(STILL, 1);
    topics.send("patient", 1);
    topics.open("committed", 3).commitTransaction();
    KafkaProducer<String, String> open = topics.open("committed", 2);
    List<StreamingQuery> always = new ArrayList<>();
    StreamingQuery patient;
    StreamingQuery committed;
    try (AutoCloseable ignored = topics.busy("busy")) {
      always.add(start(writer("busy", kafka("busy", Map.of())).format("noop")));
      always.add(start(writer("two", kafka("busy," + STILL, Map.of())).format("noop")));
      Dataset<Row> mixed = values(kafka("busy", Map.of())).union(file());
      always.add(start(writer("mixed", mixed).format("noop")));
      Map<String, String> patience =
          Map.of("minOffsetsPerTrigger", "100", "maxTriggerDelay", "10m");
      patient = start(writer("patient", kafka("patient", patience)).format("noop"));
      Map<String, String> isolated = Map.of("kafka.isolation.level", "read_committed");
      start(writer("committed", kafka("committed", isolated)).format("noop"));
      committed = start(writer("committed15", kafka("committed", isolated)).format("noop"));
      await("the first record to be read", patient, p -> p.numInputRows() == 1);
      topics.send("patient", 5);
      awaitFinal("committed15");
      open.commitTransaction();
      open.close();
      await("the transaction to be read", committed, p -> p.numInputRows() == 2);
      await("records to wait", patient, KafkaApp::leavesRecordsWaiting);
      for (StreamingQuery query : always) {
        await("ten batches of " + query.name(), query, p -> p.batchId() >= 10);
      }
    }
    results.write("idle", stream(always.get(0)).filter(KafkaApp::idle).count());
    for (StreamingQuery query : spark.streams().active()) {
      query.stop();
    }
  }

  /** Streams that are asked for what there is, while more comes. */
  private void once() throws Exception {
    for (String name : List.of("once", "leftover")) {
      topics.create(name, 1);
      topics.send(name, 25);
      Map<String, String> options =
          name.equals("once")
              ? Map.of("maxOffsetsPerTrigger", "10")
              : Map.of("maxOffsetsPerTrigger", "10", "minOffsetsPerTrigger", "10");
      VoidFunction2<Dataset<Row>, Long> write =
          (rows, id) -> {
            if (id == 0 && name.equals("once")) {
              topics.send(name, 5);
            }
          };
      writer(name, kafka(name, options))
          .trigger(Trigger.AvailableNow())
          .foreachBatch(write)
          .start()
          .awaitTermination();
    }
  }

  /** Kills this JVM while a batch is planned and not committed, and more is there to read. */
  private void killed() throws Exception {
    List<Halt> halts = new ArrayList<>();
    for (String name : KILLED) {
      topics.create(name, 1);
      topics.send(name, 3);
      halts.add(new Halt(1));
      start(name, halts.get(halts.size() - 1));
    }
    for (String name : KILLED) {
      awaitFinal(name);
    }
    topics.send(KILLED.get(0), 3);
    for (Halt halt : halts) {
      halt.reached.await();
    }
    for (String name : KILLED) {
      topics.send(name, 2);
    }
    results.write("records", topics.records());
    Runtime.getRuntime().halt(137);
  }

  /** Commits the batch that was planned, and is stopped in the next; {@code limited} likewise. */
  private void stopped() throws Exception {
    topics.create("limited", 1);
    topics.send("limited", 30);
    for (String name : List.of("limited", KILLED.get(0), KILLED.get(1))) {
      Halt halt = new Halt(name.equals("limited") ? 1 : 2);
      StreamingQuery query = start(name, halt);
      halt.reached.await();
      query.stop();
    }
  }

  /** Reads what there is. */
  private void healed() throws Exception {
    for (String name : KILLED) {
      StreamingQuery query = start(name, NEVER);
      topics.send(name, 1);
      await("the newest record to be read", query, p -> p.numInputRows() == 1);
      query.stop();
    }
    StreamingQuery limited = start("limited", NEVER);
    await("the last of three batches", limited, p -> p.batchId() == 2);
    limited.stop();
  }

  /**
   * One of the streams that end in a batch: {@code quieted} has batches without data, {@code
   * limited} takes ten records a batch.
   */
  private StreamingQuery start(String name, Halt halt) throws Exception {
    Dataset<Row> rows =
        kafka(name, name.equals("limited") ? Map.of("maxOffsetsPerTrigger", "10") : Map.of());
    Dataset<Row> asked =
        name.equals("quieted")
            ? rows.withWatermark("timestamp", "1 second").dropDuplicates("timestamp", "offset")
            : rows;
    return start(writer(name, asked).foreachBatch(halt));
  }

  /** Writes batches nowhere until one, in which it stays for ever. */
  private static final class Halt implements VoidFunction2<Dataset<Row>, Long> {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final long batch;

    Halt(long batch) {
      this.batch = batch;
    }

    @Override
    public void call(Dataset<Row> rows, Long id) throws InterruptedException {
      rows.write().format("noop").mode("append").save();
      if (id >= batch) {
        reached.countDown();
        new CountDownLatch(1).await();
      }
    }
  }

  private static boolean idle(StreamingQueryProgress progress) {
    SourceProgress source = progress.sources()[0];
    return source.endOffset().equals(source.startOffset());
  }

  private static boolean leavesRecordsWaiting(StreamingQueryProgress progress) {
    return idle(progress)
        && !progress.sources()[0].endOffset().equals(progress.sources()[0].latestOffset());
  }

  private static Stream<StreamingQueryProgress> stream(StreamingQuery query) {
    return Arrays.stream(query.recentProgress());
  }

  private static void await(
      String what, StreamingQuery query, Predicate<StreamingQueryProgress> holds) throws Exception {
    Waiting.until(what, () -> stream(query).anyMatch(holds));
  }

  /** Waits until the table has a verdict that others can read. */
  private void awaitFinal(String table) throws Exception {
    String control = spark.conf().get("spark.tidegate.controlTable");
    Waiting.until(
        table + " to be final",
        () ->
            !spark
                .read()
                .format("delta")
                .load(control)
                .where(col("table_name").equalTo(table).and(col("finalized_until").isNotNull()))
                .isEmpty());
  }

  private static StreamingQuery start(DataStreamWriter<Row> writer) throws Exception {
    return writer.trigger(Trigger.ProcessingTime("1 second")).start();
  }

  private DataStreamWriter<Row> writer(String name, Dataset<Row> rows) {
    return rows.writeStream()
        .queryName(name)
        .option("checkpointLocation", directory.resolve(name + ".checkpoint").toString());
  }

  private Dataset<Row> kafka(String topics, Map<String, String> options) {
    return spark
        .readStream()
        .format("kafka")
        .option("kafka.bootstrap.servers", spark.conf().get("spark.it.bootstrap"))
        .option("subscribe", topics)
        .option("startingOffsets", "earliest")
        .options(options)
        .load();
  }

  private static Dataset<Row> values(Dataset<Row> records) {
    return records.selectExpr("CAST(value AS STRING) AS value");
  }

  private Dataset<Row> file() throws Exception {
    Path files = Files.createDirectories(directory.resolve("files"));
    Files.writeString(files.resolve("1.txt"), "a line");
    return spark.readStream().text(files.toString());
  }
}
