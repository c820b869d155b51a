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
import io.tidegate.it.apps.Results;
import io.tidegate.it.apps.Scenarios;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Analyzes streaming queries of many shapes, none of which is started, and writes what the walk
 * finds in each. It is in this package to reach the walk, and runs where the shipped jar and the
 * applications share a class loader.
 */
public final class PlanApp {
  private final SparkSession spark;
  private final Path directory;
  private final Map<String, Dataset<?>> plans = new LinkedHashMap<>();

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
    plans.forEach(
        (name, rows) -> {
          QueryPlan plan =
              PlanWalk.of(rows.queryExecution().analyzed())
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
                  "sources", plan.sources().toString(),
                  "watermarks", plan.watermarks(),
                  "window", String.valueOf(plan.window())));
        });
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
    plans.put("hours", counted(watermarked(), hour("timestamp")));
    plans.put("hours and keys", counted(watermarked(), col("value"), hour("timestamp")));
    plans.put(
        "quarter past",
        counted(watermarked(), window(col("timestamp"), "1 hour", "1 hour", "15 minutes")));
    plans.put(
        "minute before",
        counted(watermarked(), window(col("timestamp"), "1 day", "1 day", "-1 minute")));
    plans.put("weeks", counted(watermarked(), window(col("timestamp"), "7 days")));
    plans.put("a seventh", counted(watermarked(), window(col("timestamp"), "7 milliseconds")));
    plans.put(
        "column before",
        counted(
            watermarked().withColumn("w", hour("timestamp")).filter("value > 1").select("w"),
            col("w")));
    plans.put(
        "renamed time",
        counted(watermarked().select(col("timestamp").as("t"), col("value")), hour("t")));
    plans.put(
        "renamed window",
        counted(
            watermarked().withColumn("w", hour("timestamp")).select(col("w").as("v")), col("v")));
    plans.put(
        "after a union",
        counted(
            rows().union(rows().filter("value = 1")).withWatermark("timestamp", "1 minute"),
            hour("timestamp")));
    plans.put(
        "over a union of two watermarks",
        counted(watermarked().union(watermarked()), hour("timestamp")));
    plans.put(
        "over a static join",
        counted(
            watermarked().join(spark.range(10).toDF("id"), expr("id = value")), hour("timestamp")));
    plans.put(
        "exploded",
        counted(watermarked().withColumn("x", expr("explode(array(1, 2))")), hour("timestamp")));
    plans.put(
        "having, then raw rows beside",
        counted(watermarked(), hour("timestamp"))
            .filter("window.start > '2024-01-01'")
            .selectExpr("window.start AS timestamp")
            .union(watermarked().select("timestamp")));
    plans.put("sorted", counted(watermarked(), hour("timestamp")).orderBy("window"));
    watermarked().createOrReplaceTempView("rows");
    plans.put(
        "sql",
        spark.sql("SELECT window.end, count(*) FROM rows GROUP BY window(timestamp, '1 hour')"));
  }

  private void otherWindows() {
    plans.put("sliding", counted(watermarked(), window(col("timestamp"), "1 hour", "10 minutes")));
    plans.put("session", counted(watermarked(), session_window(col("timestamp"), "1 hour")));
    plans.put("no window", counted(watermarked(), col("timestamp")));
    plans.put("window and time", counted(watermarked(), hour("timestamp"), col("timestamp")));
    plans.put(
        "another column",
        counted(watermarked().withColumn("other", expr("timestamp")), hour("other")));
    plans.put(
        "shifted column",
        counted(
            watermarked().withColumn("other", expr("timestamp + INTERVAL 1 HOUR")), hour("other")));
    plans.put("no watermark", counted(rows(), hour("timestamp")));
    plans.put(
        "second watermark elsewhere",
        counted(
            watermarked()
                .withColumn("other", expr("timestamp + INTERVAL 1 HOUR"))
                .withWatermark("other", "1 minute"),
            hour("timestamp")));
    plans.put(
        "union of windows",
        counted(
            watermarked()
                .select(hour("timestamp").as("w"))
                .union(watermarked().select(window(col("timestamp"), "1 day").as("w"))),
            col("w")));
    plans.put(
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
    plans.put(
        "end of the window", counted(watermarked(), hour("timestamp").getField("end").as("end")));
    plans.put("rollup", watermarked().rollup(hour("timestamp"), col("value")).agg(count(lit(1))));
    plans.put(
        "windows of windows",
        counted(
            counted(watermarked(), hour("timestamp")).select(expr("window_time(window)").as("t")),
            window(col("t"), "1 day")));
    plans.put(
        "two side by side",
        counted(watermarked(), hour("timestamp"))
            .union(counted(watermarked(), window(col("timestamp"), "1 day"))));
    plans.put(
        "deduplicated before",
        counted(watermarked().dropDuplicates("value", "timestamp"), hour("timestamp")));
  }

  private void operators() {
    Dataset<Row> known = spark.range(10).toDF("value").withColumn("x", lit(1));
    plans.put("row by row", rows().filter("value > 1").selectExpr("value + 1"));
    plans.put("static join", rows().join(known, "value"));
    plans.put("static join with aggregation", rows().join(known.groupBy("value").count(), "value"));
    plans.put(
        "stream join",
        watermarked().as("a").join(watermarked().as("b"), expr("a.value = b.value")));
    plans.put("deduplicated", watermarked().dropDuplicates("value"));
    plans.put("deduplicated within", watermarked().dropDuplicatesWithinWatermark("value"));
    plans.put("distinct", watermarked().distinct());
    plans.put("limited", rows().limit(3));
    plans.put("except", rows().select("value").except(known.select("value")));
    plans.put("intersect", rows().select("value").intersect(known.select("value")));
    plans.put("tagged", rows().hint("broadcast").repartition(3).observe("o", count(lit(1))));
    rows().createOrReplaceTempView("plain");
    plans.put("cte", spark.sql("WITH c AS (SELECT * FROM plain) SELECT value FROM c"));
    plans.put(
        "cte twice",
        spark.sql(
            "WITH c AS (SELECT * FROM plain) SELECT a.value FROM c a JOIN c b ON a.value = b.value"));
    plans.put(
        "lateral view", spark.sql("SELECT x FROM plain LATERAL VIEW explode(array(value)) t AS x"));
    plans.put("lateral join", spark.sql("SELECT * FROM plain, LATERAL (SELECT value + 1)"));
  }

  private void coverage() {
    Dataset<Row> rows = rows();
    plans.put("all covered", watermarked());
    plans.put("one of two", watermarked().union(rows()));
    plans.put("above both", rows().union(rows()).withWatermark("timestamp", "1 minute"));
    plans.put("self union", rows.union(rows));
    String files = directory.resolve("files").toString();
    spark.range(3).write().format("json").save(files);
    plans.put("files", spark.readStream().schema("id BIGINT").format("json").load(files));
    String table = directory.resolve("delta").toString();
    spark.range(3).write().format("delta").save(table);
    plans.put("delta", spark.readStream().format("delta").load(table));
  }
}
