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

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Streams a feed into a Delta table until it is killed, or until a file {@code stop} appears.
 *
 * <p>Arguments: the directory, which holds {@code feed} and gets {@code table} and {@code
 * checkpoint}; the query name.
 */
public final class EndlessApp {
  private EndlessApp() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    SparkSession spark = SparkSession.builder().getOrCreate();
    StreamingQuery query =
        spark
            .readStream()
            .format("io.tidegate.it.source.CdcSourceProvider")
            .option("feed", directory.resolve("feed").toString())
            .load()
            .writeStream()
            .queryName(args[1])
            .format("delta")
            .option("checkpointLocation", directory.resolve("checkpoint").toString())
            .trigger(Trigger.ProcessingTime(200))
            .start(directory.resolve("table").toString());
    System.out.println("started " + query.runId());
    while (!query.awaitTermination(200)) {
      if (Files.exists(directory.resolve("stop"))) {
        query.stop();
      }
    }
    spark.stop();
  }
}
