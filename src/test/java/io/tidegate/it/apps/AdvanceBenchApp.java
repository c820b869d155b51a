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

import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.function.ForeachFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;

/**
 * One advance of a verdict against the SQL {@code MERGE} a user would write instead, in one
 * session: idle, and while a job holds every core. Prints a table.
 */
public final class AdvanceBenchApp {
  private static final int TABLES = 20;
  private static final int WARM_UP = 5;
  private static final Instant START = Instant.parse("2026-10-01T00:00:00Z");

  private final SparkSession spark;
  private final KernelTableStore<VerdictRow> store;
  private final String merged;
  private long hour;

  private AdvanceBenchApp(SparkSession spark, Path directory) {
    this.spark = spark;
    this.store =
        KernelTableStore.verdicts(
            directory.resolve("kernel").toString(),
            new Configuration(),
            SystemTime.INSTANCE,
            "bench");
    this.merged = "delta.`" + directory.resolve("merge") + "`";
  }

  /** Takes a work directory and how many advances to measure. */
  public static void main(String[] args) throws Exception {
    SparkSession spark = SparkSession.builder().getOrCreate();
    new AdvanceBenchApp(spark, Path.of(args[0])).run(Integer.parseInt(args[1]));
    spark.stop();
  }

  private void run(int count) throws Exception {
    create();
    measure(WARM_UP, this::advance);
    measure(WARM_UP, this::merge);
    List<Long> advance = measure(count, this::advance);
    List<Long> merge = measure(count, this::merge);
    print("advance, idle", advance);
    print("MERGE, idle", merge);
    System.out.printf(
        "an idle MERGE takes %.1f times as long as an advance%n",
        (double) median(merge) / median(advance));

    Thread busy = new Thread(this::holdEveryCore, "busy");
    busy.setDaemon(true);
    busy.start();
    while (spark.sparkContext().statusTracker().getActiveJobIds().length == 0) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    print("advance, cores held", measure(count, this::advance));
    System.out.printf(
        "MERGE, cores held: %s%n",
        finishes(this::merge, 15) ? "ended within 15 s" : "has not ended after 15 s: it waits");
    spark.sparkContext().cancelAllJobs();
  }

  private void create() throws Exception {
    List<VerdictRow> rows = new ArrayList<>();
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < TABLES; i++) {
      rows.add(VerdictRow.builder("bronze.t" + i).finalizedUntil(START).epoch(1).build());
      values
          .append(i == 0 ? "" : ", ")
          .append("('bronze.t")
          .append(i)
          .append("', timestamp'")
          .append(START)
          .append("')");
    }
    commit(store.read(), rows);
    spark.sql(
        "CREATE TABLE " + merged + " (table_name STRING, finalized_until TIMESTAMP) USING delta");
    spark.sql("INSERT INTO " + merged + " VALUES " + values);
  }

  private void advance() throws Exception {
    TableSnapshot<VerdictRow> table = store.read();
    VerdictRow row = table.rows().get("bronze.t7");
    commit(table, List.of(row.toBuilder().finalizedUntil(next()).build()));
  }

  private void commit(TableSnapshot<VerdictRow> base, List<VerdictRow> rows) {
    CommitOutcome<VerdictRow> outcome = store.commit(base, rows);
    if (!(outcome instanceof CommitOutcome.Committed)) {
      throw new IllegalStateException("not committed: " + outcome);
    }
  }

  private void merge() {
    spark.sql(
        "MERGE INTO "
            + merged
            + " t USING (SELECT 'bronze.t7' AS table_name, timestamp'"
            + next()
            + "' AS finalized_until) s ON t.table_name = s.table_name"
            + " WHEN MATCHED AND s.finalized_until > t.finalized_until THEN UPDATE SET *"
            + " WHEN NOT MATCHED THEN INSERT *");
  }

  private Instant next() {
    return START.plusSeconds(3600 * ++hour);
  }

  private void holdEveryCore() {
    try {
      spark
          .range(0, 400, 1, 400)
          .as(Encoders.LONG())
          .foreach((ForeachFunction<Long>) i -> TimeUnit.MILLISECONDS.sleep(500));
    } catch (Exception e) { // Scala throws what it does not declare
      System.out.println("the cores are free again");
    }
  }

  /** Something that may fail. */
  private interface Step {
    void run() throws Exception;
  }

  private static List<Long> measure(int count, Step step) throws Exception {
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      step.run();
      nanos.add(System.nanoTime() - start);
    }
    Collections.sort(nanos);
    return nanos;
  }

  private static boolean finishes(Step step, int seconds) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
                ended.countDown();
              } catch (Exception e) {
                Thread.currentThread().interrupt(); // cancelled with the job that held the cores
              }
            },
            "merge");
    thread.setDaemon(true);
    thread.start();
    return ended.await(seconds, TimeUnit.SECONDS);
  }

  private static long median(List<Long> sorted) {
    return sorted.get(sorted.size() / 2);
  }

  private static void print(String what, List<Long> sorted) {
    System.out.printf(
        "%-20s p50 %,6d ms   p95 %,6d ms   (%d measured)%n",
        what,
        median(sorted) / 1_000_000,
        sorted.get(Math.min(sorted.size() - 1, sorted.size() * 95 / 100)) / 1_000_000,
        sorted.size());
  }
}
