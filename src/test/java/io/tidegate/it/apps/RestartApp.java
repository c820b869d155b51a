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
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * One attempt of a stream that knows nothing of tidegate and ends as it is told to. What a
 * supervisor would start for ever.
 *
 * <p>Arguments: the directory, the query's name, how it ends, and how many lines are there to read.
 */
public final class RestartApp {
  /** Exit code of an application whose query was refused. */
  public static final int REFUSED = 3;

  private RestartApp() {}

  /** How an attempt ends. */
  public enum How {
    /** Each batch fails. */
    POISON,
    /** The JVM is gone in the first batch. */
    HALT,
    /** The JVM is gone in the second batch. */
    BANK,
    /** All is read. */
    GOOD
  }

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    String name = args[1];
    How how = How.valueOf(args[2]);
    Path input = Files.createDirectories(directory.resolve(name + ".input"));
    for (int i = 0; i < Integer.parseInt(args[3]); i++) {
      Files.writeString(input.resolve(i + ".txt"), "line " + i);
    }
    SparkSession spark = SparkSession.builder().getOrCreate();
    AtomicInteger batches = new AtomicInteger();
    VoidFunction2<Dataset<Row>, Long> write =
        (rows, id) -> {
          System.out.println("batch " + id + " of " + rows.count() + " rows");
          end(how, batches.incrementAndGet());
        };
    try {
      spark
          .readStream()
          .option("maxFilesPerTrigger", 1)
          .text(input.toString())
          .writeStream()
          .queryName(name)
          .option("checkpointLocation", directory.resolve(name + ".checkpoint").toString())
          .trigger(Trigger.AvailableNow())
          .foreachBatch(write)
          .start()
          .awaitTermination();
    } catch (IllegalArgumentException refused) {
      System.out.println("REFUSED " + refused.getMessage());
      System.exit(REFUSED);
    }
    spark.stop();
  }

  private static void end(How how, int batch) {
    switch (how) {
      case POISON -> throw new IllegalStateException("record 7 cannot be parsed");
      case HALT -> Runtime.getRuntime().halt(137);
      case BANK -> {
        if (batch == 2) {
          Runtime.getRuntime().halt(137);
        }
      }
      case GOOD -> System.out.println("good");
    }
  }
}
