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
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Streams a {@link MinuteFeed} and ends in a way that takes its JVM along.
 *
 * <p>Arguments: the directory; the query name; {@code exit}, {@code return} or {@code wait}.
 */
public final class LastApp {
  private LastApp() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    SparkSession spark = SparkSession.builder().getOrCreate();
    StreamingQuery query =
        MinuteFeed.query(spark, directory, args[1])
            .trigger(Trigger.ProcessingTime(Duration.ofMillis(200).toMillis()))
            .start();
    while (!Files.exists(directory.resolve("checkpoint/commits/1"))) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    System.out.println("committed");
    switch (args[2]) {
      case "exit" -> System.exit(0);
      case "wait" -> query.awaitTermination();
      case "return" -> {}
      default -> throw new IllegalArgumentException(args[2]);
    }
  }
}
