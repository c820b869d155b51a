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

import io.tidegate.it.source.CdcFeed;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** Scenarios that the harness itself is tested with. */
public final class HarnessApp {
  /** Offsets of every shape there is. */
  public static final List<String> OFFSETS =
      List.of(
          "{\"lsn\":\"0x2A\",\"commit_ts\":\"2026-10-01T14:03:22.117\"}",
          "{ \"b\" : 1, \"a\": [1, 2],  \"b\": 2 }",
          "42",
          "[3,{\"x\":null}]",
          "not json: 12:00",
          "\"text\"");

  private HarnessApp() {}

  public static void main(String[] args) throws Exception {
    new Scenarios()
        .add("stream", HarnessApp::stream)
        .add("restart", HarnessApp::restart)
        .add("table", HarnessApp::table)
        .add("failing", HarnessApp::fail)
        .add("after", (spark, directory, results) -> results.write("ran", true))
        .run(args);
  }

  private static void stream(SparkSession spark, Path directory, Results results) throws Exception {
    CdcFeed feed = CdcFeed.at(directory.resolve("feed"));
    for (int i = 0; i < OFFSETS.size(); i++) {
      feed.append(
          OFFSETS.get(i),
          "{\"id\":" + i + ",\"event_time\":\"2026-10-01T14:00:0" + i + "Z\",\"value\":\"v\"}");
    }
    runOnce(spark, directory);
    results.write("rows", spark.read().format("delta").load(directory + "/table").count());
    results.write(
        "last",
        spark
            .sql("SELECT max(unix_millis(event_time)) FROM delta.`" + directory + "/table`")
            .head()
            .getLong(0));
  }

  private static void restart(SparkSession spark, Path directory, Results results)
      throws Exception {
    CdcFeed feed = CdcFeed.at(directory.resolve("feed"));
    feed.append("not json", "{\"id\":1}");
    runOnce(spark, directory);
    feed.append("7", "{\"id\":2}", "{\"id\":3}");
    StreamingQuery second = runOnce(spark, directory);
    results.write("secondRunBatch", second.lastProgress().batchId());
    results.write("secondRunRows", second.lastProgress().numInputRows());
    results.write("start", second.lastProgress().sources()[0].startOffset());
    results.write("end", second.lastProgress().sources()[0].endOffset());
  }

  private static StreamingQuery runOnce(SparkSession spark, Path directory) throws Exception {
    Dataset<Row> changes =
        spark
            .readStream()
            .format("io.tidegate.it.source.CdcSourceProvider")
            .option("feed", directory.resolve("feed").toString())
            .load();
    StreamingQuery query =
        changes
            .writeStream()
            .queryName("harness")
            .format("delta")
            .option("checkpointLocation", directory.resolve("checkpoint").toString())
            .trigger(Trigger.AvailableNow())
            .start(directory.resolve("table").toString());
    query.awaitTermination();
    return query;
  }

  private static void table(SparkSession spark, Path directory, Results results) {
    String table = "delta.`" + directory.resolve("control") + "`";
    spark.sql(
        "CREATE TABLE "
            + table
            + " (table_name STRING, finalized_until TIMESTAMP, epoch BIGINT) USING delta");
    spark.sql("INSERT INTO " + table + " VALUES ('b', NULL, 1)");
    spark.sql(
        "MERGE INTO "
            + table
            + " t USING (SELECT * FROM VALUES ('a', timestamp'2026-10-01T13:00:00Z', 2L),"
            + " ('b', timestamp'2026-10-01T14:00:00.123456Z', 3L)"
            + " AS v(table_name, finalized_until, epoch)) s ON t.table_name = s.table_name"
            + " WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *");
    results.write("written", true);
  }

  private static void fail(SparkSession spark, Path directory, Results results) {
    results.write("before", 1);
    throw new IllegalStateException("as it should");
  }
}
