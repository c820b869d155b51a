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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Works several feeds off at the same time, once a file {@code go} appears.
 *
 * <p>Arguments: the directory, with a {@link MinuteFeed} under each query's name; the names.
 */
public final class AdvancesApp {
  private AdvancesApp() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    SparkSession spark = SparkSession.builder().getOrCreate();
    spark.range(1).count();
    System.out.println("ready");
    while (!Files.exists(directory.resolve("go"))) {
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
    List<StreamingQuery> queries = new ArrayList<>();
    for (String name : List.of(args).subList(1, args.length)) {
      queries.add(
          MinuteFeed.query(spark, directory.resolve(name), name)
              .trigger(Trigger.AvailableNow())
              .start());
    }
    for (StreamingQuery query : queries) {
      query.awaitTermination();
    }
    spark.stop();
  }
}
