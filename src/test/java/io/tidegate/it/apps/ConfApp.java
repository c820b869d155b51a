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
import io.tidegate.it.source.CdcFeed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Runs one query for each name in {@code names.json} of its directory, a JSON array in which null
 * stands for a query without a name. What refuses the session is written as {@code refusal}.
 */
public final class ConfApp {
  private ConfApp() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    try {
      SparkSession.builder().getOrCreate();
    } catch (RuntimeException e) {
      Results results = new Results(directory.resolve(Scenarios.RESULTS), "session");
      results.write("refusal", e.getMessage());
      results.write("illegalArgument", e instanceof IllegalArgumentException);
      throw e;
    }
    new Scenarios().add("names", ConfApp::names).run(args);
  }

  private static void names(SparkSession spark, Path own, Results results) throws Exception {
    for (String key :
        List.of("spark.sql.extensions", "spark.sql.streaming.streamingQueryListeners")) {
      results.write(key, spark.sparkContext().conf().get(key, ""));
    }
    Path feed = own.resolve("feed");
    CdcFeed.at(feed).append("{\"commit_ts\":\"2024-10-01T14:37:00Z\"}");
    Dataset<Row> changes =
        spark
            .readStream()
            .format("io.tidegate.it.source.CdcSourceProvider")
            .option("feed", feed.toString())
            .load();
    String[] names =
        new ObjectMapper()
            .readValue(Files.readString(own.resolveSibling("names.json")), String[].class);
    List<StreamingQuery> queries = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      DataStreamWriter<Row> writer =
          changes
              .writeStream()
              .format("noop")
              .option("checkpointLocation", own.resolve("checkpoint" + i).toString())
              .trigger(Trigger.AvailableNow());
      queries.add((names[i] == null ? writer : writer.queryName(names[i])).start());
    }
    for (StreamingQuery query : queries) {
      query.awaitTermination();
    }
    results.write("ran", queries.size());
  }
}
