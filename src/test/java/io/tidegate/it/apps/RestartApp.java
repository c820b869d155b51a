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

import io.tidegate.it.apps.Applications.Place;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
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
    GOOD,
    /** It goes on, with nothing left to read, until it is killed. */
    IDLE,
    /** The first batch goes on until the JVM is asked to end. */
    LONG,
    /** The first batch goes on; another query is refused, and with that the JVM is gone. */
    BESIDE
  }

  public static void main(String[] args) throws Exception {
    Place place = new Place(Path.of(args[0]));
    How how = How.valueOf(args[2]);
    SparkSession spark = SparkSession.builder().getOrCreate();
    Lineage lineage = new Lineage(spark, place, args[1]).lines(Integer.parseInt(args[3]));
    AtomicInteger batches = new AtomicInteger();
    Lineage.Batch batch =
        id -> {
          System.out.println("batch " + id);
          end(how, batches.incrementAndGet());
        };
    try {
      DataStreamWriter<Row> query = lineage.writer(batch);
      if (how == How.IDLE) {
        query.trigger(Trigger.ProcessingTime(100));
      }
      long asked = System.nanoTime();
      StreamingQuery run = query.start();
      System.out.println("start took " + (System.nanoTime() - asked) / 1_000_000 + " ms");
      if (how == How.BESIDE) {
        Waiting.until("the first batch", () -> batches.get() > 0);
        Lineage bad = new Lineage(spark, place, "bad").lines(1);
        Waiting.until("a refusal", () -> bad.attempt(Lineage::poison).equals("refused"));
        Runtime.getRuntime().halt(137);
      }
      run.awaitTermination();
    } catch (IllegalArgumentException refused) {
      System.out.println("REFUSED " + refused.getMessage());
      System.exit(REFUSED);
    }
    spark.stop();
  }

  private static void end(How how, int batch) throws InterruptedException {
    switch (how) {
      case POISON -> throw new IllegalStateException("record 7 cannot be parsed");
      case HALT -> Runtime.getRuntime().halt(137);
      case BANK -> {
        if (batch == 2) {
          Runtime.getRuntime().halt(137);
        }
      }
      case GOOD, IDLE -> System.out.println("written");
      case LONG, BESIDE -> new CountDownLatch(1).await();
    }
  }
}
