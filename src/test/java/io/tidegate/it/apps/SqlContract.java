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

import io.tidegate.internal.model.CatalogName;
import io.tidegate.internal.store.CommitLoop;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.store.sql.OwnSessions;
import io.tidegate.internal.store.sql.SqlTableStore;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/** What a store promises, asked of the one that SQL keeps. */
final class SqlContract {
  private static final CommitLoop.Counts NOT_COUNTED =
      new CommitLoop.Counts() {
        @Override
        public void committed() {}

        @Override
        public void conflicted() {}

        @Override
        public void retried() {}
      };

  private final SparkSession spark;
  private final Path warehouse;
  private final Results results;

  SqlContract(SparkSession spark, Path warehouse, Results results) {
    this.spark = spark;
    this.warehouse = warehouse;
    this.results = results;
  }

  void run() throws Exception {
    spark.sql("CREATE SCHEMA ops");
    creationRace();
    newKeyRace();
    lostRaces();
    twoKinds();
    carried();
    refused();
  }

  private TableStore<VerdictRow> store(String table) {
    String name = table.contains(".") ? table : "ops." + table;
    OwnSessions sessions =
        new OwnSessions() {
          @Override
          public Optional<SparkSession> open() {
            return Optional.of(spark.newSession());
          }

          @Override
          public boolean stopped() {
            return spark.sparkContext().isStopped();
          }
        };
    return SqlTableStore.verdicts(CatalogName.parse(name), name, sessions);
  }

  private static VerdictRow row(String table, long epoch) {
    return VerdictRow.builder(table).epoch(epoch).queryName("it's `q`").build();
  }

  /** Several applications begin at once, each with a row of its own. */
  private void creationRace() throws Exception {
    results.write("absent", store("born").read().version());
    List<Callable<Boolean>> writers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      VerdictRow row = row("t" + i, i);
      TableStore<VerdictRow> store = store("born");
      writers.add(
          () ->
              loop(
                  store,
                  table -> table.rows().containsKey(row.tableName()) ? List.of() : List.of(row)));
    }
    results.write("created", together(writers));
    results.write("born", json("SELECT table_name, epoch, query_name FROM ops.born ORDER BY 1"));
    results.write(
        "bornDetail",
        spark
            .sql("DESCRIBE DETAIL ops.born")
            .selectExpr(
                "format", "partitionColumns", "properties", "minReaderVersion", "minWriterVersion")
            .toJSON()
            .collectAsList());
  }

  /** Two writers have read that a key is not there, and insert it. */
  private void newKeyRace() throws Exception {
    List<Callable<String>> writers = new ArrayList<>();
    CyclicBarrier both = new CyclicBarrier(2);
    for (int i = 0; i < 2; i++) {
      VerdictRow row = row("contended", 10 + i);
      TableStore<VerdictRow> store = store("born");
      writers.add(
          () -> {
            TableSnapshot<VerdictRow> base = store.read();
            both.await();
            return name(store.commit(base, List.of(row)));
          });
    }
    results.write("newKey", together(writers).stream().sorted().toList());
    results.write(
        "newKeyRows", json("SELECT count(*) AS n FROM ops.born WHERE table_name = 'contended'"));
  }

  /** Somebody writes between a read and the commit on it. */
  private void lostRaces() throws Exception {
    TableStore<VerdictRow> late = store("born");
    TableSnapshot<VerdictRow> base = late.read();
    TableStore<VerdictRow> early = store("born");
    CommitOutcome<VerdictRow> won = early.commit(early.read(), List.of(row("t0", 20)));
    results.write("won", name(won));
    results.write("lost", name(late.commit(base, List.of(row("t0", 5)))));
    results.write("lostInPart", name(late.commit(base, List.of(row("t0", 6), row("t1", 6)))));
    results.write("inserted", name(late.commit(base, List.of(row("t2", 6)))));
    results.write("insertedAgain", name(late.commit(base, List.of(row("t2", 7)))));
    TableSnapshot<VerdictRow> after = ((CommitOutcome.Committed<VerdictRow>) won).after();
    results.write("chained", name(early.commit(after, List.of(row("t0", 21)))));
    results.write(
        "races",
        json("SELECT table_name, epoch FROM ops.born WHERE table_name LIKE 't_' ORDER BY 1"));
  }

  /** One table, kept by its name here and by its path there: no count gets lost. */
  private void twoKinds() throws Exception {
    TableStore<VerdictRow> byPath =
        KernelTableStore.verdicts(
            warehouse.resolve("ops.db/born").toString(),
            new Configuration(),
            SystemTime.INSTANCE,
            "test");
    List<Callable<Boolean>> writers = new ArrayList<>();
    writers.add(() -> counted(store("born"), 3, Duration.ZERO));
    writers.add(() -> counted(byPath, 6, Duration.ofSeconds(2)));
    results.write("counted", together(writers));
    results.write("count", json("SELECT epoch FROM ops.born WHERE table_name = 'counter'"));
  }

  private static boolean counted(TableStore<VerdictRow> store, int times, Duration pause) {
    boolean all = true;
    for (int i = 0; i < times; i++) {
      all &=
          loop(
              store,
              table -> {
                VerdictRow before = table.rows().get("counter");
                return List.of(row("counter", before == null ? 1 : before.epoch() + 1));
              });
      SystemTime.INSTANCE.sleep(pause);
    }
    return all;
  }

  /** A table somebody has made, with a column and a row of theirs. */
  private void carried() throws Exception {
    spark.sql(
        "CREATE TABLE ops.theirs (note STRUCT<who: STRING>, "
            + StoreApp.COLUMNS
            + ", twice BIGINT GENERATED ALWAYS AS (epoch * 2)) USING delta TBLPROPERTIES"
            + " ('delta.enableChangeDataFeed' = 'true', 'delta.columnMapping.mode' = 'name')");
    spark.sql(
        "INSERT INTO ops.theirs (note, table_name, finalized_until, state, epoch) VALUES"
            + " (named_struct('who', 'them'), 'somebody.else', timestamp'2024-01-01T00:00:00.123456Z',"
            + " 'THEIRS', 7), (named_struct('who', 'ours'), 'ours', NULL, 'PAUSED', 1)");
    String theirs = "SELECT * FROM ops.theirs WHERE table_name = 'somebody.else'";
    results.write("theirsBefore", json(theirs));
    TableStore<VerdictRow> store = store("theirs");
    results.write(
        "carried", name(store.commit(store.read(), List.of(row("ours", 2), row("new", 3)))));
    results.write("theirsAfter", json(theirs));
    results.write(
        "ours",
        json(
            "SELECT table_name, note, state, epoch, twice FROM ops.theirs WHERE epoch < 7 ORDER BY 1"));
  }

  private void refused() {
    spark.sql(
        "CREATE TABLE ops.text ("
            + StoreApp.COLUMNS.replace("epoch BIGINT", "epoch STRING")
            + ") USING delta");
    results.write("text", commitError("text"));
    spark.sql("CREATE VIEW ops.seen AS SELECT * FROM ops.born");
    results.write("view", commitError("seen"));
    spark.sql("CREATE TABLE ops.parquet (" + StoreApp.COLUMNS + ") USING parquet");
    results.write("parquet", commitError("parquet"));
    spark.sql(
        "CREATE TABLE ops.log ("
            + StoreApp.COLUMNS
            + ") USING delta TBLPROPERTIES ('delta.appendOnly' = 'true')");
    spark.sql("INSERT INTO ops.log (table_name, epoch) VALUES ('t', 1)");
    results.write("appendOnly", commitError("log"));
    results.write("noSchema", commitError("nowhere.control"));
    results.write("noCatalog", commitError("nowhere.ops.control"));
  }

  private String commitError(String table) {
    TableStore<VerdictRow> store = store(table);
    try {
      CommitOutcome<VerdictRow> outcome = store.commit(store.read(), List.of(row("t", 2)));
      if (outcome instanceof CommitOutcome.Fatal<VerdictRow> fatal) {
        return "fatal " + fatal.cause().getMessage();
      }
      return outcome instanceof CommitOutcome.Transient<VerdictRow> failure
          ? "transient " + failure.cause().getMessage()
          : outcome.toString();
    } catch (Exception e) {
      return "read " + e.getMessage();
    }
  }

  private static boolean loop(
      TableStore<VerdictRow> store, Function<TableSnapshot<VerdictRow>, List<VerdictRow>> merge) {
    return new CommitLoop<>(store, SystemTime.INSTANCE, new Random(), NOT_COUNTED)
            .run(merge, Duration.ofMinutes(2))
        instanceof CommitLoop.Result.Done;
  }

  private static String name(CommitOutcome<?> outcome) {
    return outcome.getClass().getSimpleName();
  }

  private List<String> json(String select) {
    return spark.sql(select).toJSON().collectAsList();
  }

  private static <T> List<T> together(List<Callable<T>> calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<T> all = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(calls)) {
        all.add(each.get());
      }
      return all;
    } finally {
      threads.shutdownNow();
    }
  }
}
