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
package io.tidegate.internal.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.session_window;
import static org.apache.spark.sql.functions.window;

import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.StreamingSource;
import io.tidegate.it.apps.Results;
import io.tidegate.it.apps.Scenarios;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.streaming.StreamingRelationV2;
import org.apache.spark.sql.catalyst.streaming.Unassigned$;
import org.apache.spark.sql.execution.datasources.DataSource;
import org.apache.spark.sql.execution.streaming.runtime.StreamingRelation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Analyzes streaming queries of many shapes, none of which is started, and writes what the walk
 * finds in each. It is in this package to reach the walk, and runs where the shipped jar and the
 * applications share a class loader.
 */
public final class PlanApp {
  private final SparkSession spark;
  private final Path directory;
  private final Map<String, LogicalPlan> plans = new LinkedHashMap<>();

  private PlanApp(SparkSession spark, Path directory) {
    this.spark = spark;
    this.directory = directory;
  }

  public static void main(String[] args) throws Exception {
    new Scenarios()
        .add("plans", (spark, directory, results) -> new PlanApp(spark, directory).run(results))
        .run(args);
  }

  private void run(Results results) {
    tumbling();
    otherWindows();
    operators();
    coverage();
    kafka();
    plans.forEach(
        (name, analyzed) -> {
          QueryPlan plan =
              PlanWalk.of(analyzed)
                  .toPlan(
                      QueryPlan.Execution.MICRO_BATCH,
                      QueryPlan.Trigger.PROCESSING_TIME,
                      QueryPlan.OutputMode.APPEND);
          results.write(
              name,
              Map.of(
                  "stateful", plan.stateful(),
                  "emitsAtOnce", plan.emitsAtOnce(),
                  "unknown", plan.unknown(),
                  "sources", plan.sources().stream().map(PlanApp::shown).toList(),
                  "watermarks", plan.watermarks(),
                  "window", String.valueOf(plan.window())));
        });
  }

  /** Its provider, with a plus where a watermark is above it. */
  private static String shown(StreamingSource source) {
    return source.provider()
        + (source.watermarked() ? "+" : "-")
        + (source.readCommitted() ? " committed" : "");
  }

  private void put(String name, Dataset<?> rows) {
    plans.put(name, rows.queryExecution().analyzed());
  }

  /** Rows with a {@code timestamp} and a {@code value}. */
  private Dataset<Row> rows() {
    return spark.readStream().format("rate").load();
  }

  private Dataset<Row> watermarked() {
    return rows().withWatermark("timestamp", "10 minutes");
  }

  private static Dataset<Row> counted(Dataset<Row> rows, Column... keys) {
    return rows.groupBy(keys).agg(count(lit(1)));
  }

  private static Column hour(String column) {
    return window(col(column), "1 hour");
  }

  private void tumbling() {
    put("hours", counted(watermarked(), hour("timestamp")));
    put("hours and keys", counted(watermarked(), col("value"), hour("timestamp")));
    put(
        "quarter past",
        counted(watermarked(), window(col("timestamp"), "1 hour", "1 hour", "15 minutes")));
    put(
        "minute before",
        counted(watermarked(), window(col("timestamp"), "1 day", "1 day", "-1 minute")));
    put("weeks", counted(watermarked(), window(col("timestamp"), "7 days")));
    put("seven milliseconds", counted(watermarked(), window(col("timestamp"), "7 milliseconds")));
    put(
        "column before",
        counted(
            watermarked().withColumn("w", hour("timestamp")).filter("value > 1").select("w"),
            col("w")));
    put(
        "renamed time",
        counted(watermarked().select(col("timestamp").as("t"), col("value")), hour("t")));
    put(
        "renamed window",
        counted(
            watermarked().withColumn("w", hour("timestamp")).select(col("w").as("v")), col("v")));
    put(
        "after a union",
        counted(
            rows().union(rows().filter("value = 1")).withWatermark("timestamp", "1 minute"),
            hour("timestamp")));
    put(
        "over a union of two watermarks",
        counted(watermarked().union(watermarked()), hour("timestamp")));
    put(
        "over a static join",
        counted(
            watermarked().join(spark.range(10).toDF("id"), expr("id = value")), hour("timestamp")));
    put(
        "exploded",
        counted(watermarked().withColumn("x", expr("explode(array(1, 2))")), hour("timestamp")));
    put(
        "having and raw rows beside",
        counted(watermarked(), hour("timestamp"))
            .filter("window.start > '2024-01-01'")
            .selectExpr("window.start AS timestamp")
            .union(watermarked().select("timestamp")));
    put("sorted", counted(watermarked(), hour("timestamp")).orderBy("window"));
    put(
        "same time by another name",
        counted(watermarked().withColumn("other", expr("timestamp")), hour("other")));
    watermarked().createOrReplaceTempView("rows");
    put(
        "sql",
        spark.sql("SELECT window.end, count(*) FROM rows GROUP BY window(timestamp, '1 hour')"));
  }

  private void otherWindows() {
    put("sliding", counted(watermarked(), window(col("timestamp"), "1 hour", "10 minutes")));
    put("session", counted(watermarked(), session_window(col("timestamp"), "1 hour")));
    put("no window", counted(watermarked(), col("timestamp")));
    put("window and time", counted(watermarked(), hour("timestamp"), col("timestamp")));
    put(
        "shifted column",
        counted(
            watermarked().withColumn("other", expr("timestamp + INTERVAL 1 HOUR")), hour("other")));
    put("no watermark", counted(rows(), hour("timestamp")));
    put(
        "second watermark elsewhere",
        counted(
            watermarked()
                .withColumn("other", expr("timestamp + INTERVAL 1 HOUR"))
                .withWatermark("other", "1 minute"),
            hour("timestamp")));
    put(
        "union of windows",
        counted(
            watermarked()
                .select(hour("timestamp").as("w"))
                .union(watermarked().select(window(col("timestamp"), "1 day").as("w"))),
            col("w")));
    put(
        "union with another column's watermark",
        counted(
            watermarked()
                .select("timestamp")
                .union(
                    rows()
                        .withColumn("other", expr("timestamp + INTERVAL 1 HOUR"))
                        .withWatermark("other", "1 minute")
                        .select("timestamp")),
            hour("timestamp")));
    put("end of the window", counted(watermarked(), hour("timestamp").getField("end").as("end")));
    put("rollup", watermarked().rollup(hour("timestamp"), col("value")).agg(count(lit(1))));
    put(
        "windows of windows",
        counted(
            counted(watermarked(), hour("timestamp")).select(expr("window_time(window)").as("t")),
            window(col("t"), "1 day")));
    put(
        "two side by side",
        counted(watermarked(), hour("timestamp"))
            .union(counted(watermarked(), window(col("timestamp"), "1 day"))));
    put(
        "deduplicated before",
        counted(watermarked().dropDuplicates("value", "timestamp"), hour("timestamp")));
  }

  private void operators() {
    Dataset<Row> known = spark.range(10).toDF("value").withColumn("x", lit(1));
    put("row by row", rows().filter("value > 1").selectExpr("value + 1"));
    put("static join", rows().join(known, "value"));
    put("static join with aggregation", rows().join(known.groupBy("value").count(), "value"));
    put(
        "stream join",
        watermarked().as("a").join(watermarked().as("b"), expr("a.value = b.value")));
    put("deduplicated", watermarked().dropDuplicates("value"));
    put("deduplicated within", watermarked().dropDuplicatesWithinWatermark("value"));
    put("distinct", watermarked().distinct());
    put("distinct in sql", spark.sql("SELECT DISTINCT value FROM rows"));
    put("limited", rows().limit(3));
    put("except", rows().select("value").except(known.select("value")));
    put("intersect", rows().select("value").intersect(known.select("value")));
    put("tagged", rows().hint("broadcast").repartition(3).observe("o", count(lit(1))));
    rows().createOrReplaceTempView("plain");
    put("cte", spark.sql("WITH c AS (SELECT * FROM plain) SELECT value FROM c"));
    put(
        "cte twice",
        spark.sql(
            "WITH c AS (SELECT * FROM plain) SELECT a.value FROM c a JOIN c b ON a.value = b.value"));
    put("lateral view", spark.sql("SELECT x FROM plain LATERAL VIEW explode(array(value)) t AS x"));
    put("lateral join", spark.sql("SELECT * FROM plain, LATERAL (SELECT value + 1)"));
  }

  private void coverage() {
    Dataset<Row> rows = rows();
    put("all covered", watermarked());
    put("one of two", watermarked().union(rows()));
    put("above both", rows().union(rows()).withWatermark("timestamp", "1 minute"));
    put("self union", rows.union(rows));
    String files = directory.resolve("files").toString();
    spark.range(3).write().format("json").save(files);
    put("files", spark.readStream().schema("id BIGINT").format("json").load(files));
    String table = directory.resolve("delta").toString();
    spark.range(3).write().format("delta").save(table);
    put("delta", spark.readStream().format("delta").load(table));
  }

  /** Kafka's leaves, made by hand: its connector is not part of Spark. */
  private void kafka() {
    plans.put("kafka", kafka("kafka", Map.of("subscribe", "t")));
    plans.put("kafka uncommitted", kafka("kafka", isolation("read_uncommitted")));
    plans.put("kafka committed", kafka("Kafka", isolation("read_committed")));
    plans.put(
        "kafka by class",
        kafka("org.apache.spark.sql.kafka010.KafkaSourceProvider", isolation("read_committed")));
    plans.put("kafka v1", kafkaV1(Map.of("subscribe", "t")));
    plans.put("kafka v1 committed", kafkaV1(isolation("read_committed")));
    plans.put("kafka without options", kafka("kafka", null));
    plans.put("files committed", kafka("json", isolation("read_committed")));
  }

  private static Map<String, String> isolation(String level) {
    return Map.of("subscribe", "t", "kafka.Isolation.LEVEL", level);
  }

  private static LogicalPlan kafka(String name, Map<String, String> options) {
    return new StreamingRelationV2(
        Option.empty(),
        name,
        null,
        options == null ? null : new CaseInsensitiveStringMap(options),
        none(),
        Option.empty(),
        Option.empty(),
        Option.empty(),
        Unassigned$.MODULE$);
  }

  private LogicalPlan kafkaV1(Map<String, String> options) {
    DataSource source =
        new DataSource(
            spark,
            "kafka",
            none(),
            Option.empty(),
            none(),
            Option.empty(),
            Map$.MODULE$.from(CollectionConverters.asScala(options)),
            Option.empty(),
            Option.empty());
    return new StreamingRelation(source, "kafka", none(), Unassigned$.MODULE$);
  }

  private static <T> scala.collection.immutable.Seq<T> none() {
    return CollectionConverters.asScala(List.<T>of()).toSeq();
  }
}
