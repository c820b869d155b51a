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
import io.tidegate.api.VerdictState;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import io.tidegate.it.apps.Applications.Place;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Statements that ask for verdicts, and what they are told: a list of rows, their values with bars
 * between them, or one text that begins with two exclamation marks. A result's name is its
 * statement.
 */
public final class SqlFunctionsApp {
  /** The statements of {@link #asked}, a JSON array in the application's directory. */
  public static final String STATEMENTS = "statements.json";

  /** The control table of {@link #asked}, in the same directory. */
  public static final String CONTROL = "control";

  private static final String EXTENSIONS = "spark.sql.extensions";
  private static final String EXTENSION = "io.tidegate.TidegateExtensions";
  private static final String PLUGIN = "io.tidegate.TidegatePlugin";
  private static final String CONTROL_KEY = "spark.tidegate.controlTable";
  private static final String UNTIL = "SELECT tidegate_finalized_until('t')";
  private static final Instant ONE = Instant.parse("2026-10-01T13:00:00Z");

  private SqlFunctionsApp() {}

  /** Local files under another scheme, which counts how often they are listed. */
  public static final class Counted extends RawLocalFileSystem {
    private static final AtomicInteger LISTED = new AtomicInteger();

    @Override
    public URI getUri() {
      return URI.create("counted:///");
    }

    @Override
    public String getScheme() {
      return "counted";
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
      LISTED.incrementAndGet();
      return super.listStatus(path);
    }
  }

  public static void main(String[] args) throws Exception {
    new Applications()
        .add("asked", SqlFunctionsApp::asked)
        .add("kept", SqlFunctionsApp::kept)
        .add("streamed", SqlFunctionsApp::streamed)
        .add("counted", SqlFunctionsApp::counted)
        .add("unread", SqlFunctionsApp::unread)
        .add("unset", (p, r) -> once(p.withoutPlugin().config(EXTENSIONS, EXTENSION), r))
        .add(
            "wrong", (p, r) -> once(consumer(p, p.control()).config("spark.tidegate.lga", "1h"), r))
        .add("pluginAlone", (p, r) -> once(p.withoutPlugin().config("spark.plugins", PLUGIN), r))
        .add("pluginAsks", SqlFunctionsApp::pluginAsks)
        .add("own", SqlFunctionsApp::own)
        .run(args);
  }

  private static SparkSession.Builder consumer(Place place, Path control) {
    return local(place.withoutPlugin())
        .config(EXTENSIONS, EXTENSION)
        .config(CONTROL_KEY, control.toString());
  }

  private static SparkSession.Builder local(SparkSession.Builder builder) {
    return builder.master("local[1]");
  }

  /** In the master that is given, whose executors do not have the jar. */
  private static void asked(Place place, Results results) throws Exception {
    Path directory = place.directory().resolveSibling("");
    SparkSession spark =
        place
            .withoutPlugin()
            .config(EXTENSIONS, EXTENSION)
            .config(CONTROL_KEY, directory.resolve(CONTROL).toString())
            .config("spark.sql.session.timeZone", "UTC")
            .getOrCreate();
    for (String statement :
        new ObjectMapper()
            .readValue(Files.readString(directory.resolve(STATEMENTS)), String[].class)) {
      results.write(statement, told(spark, statement));
    }
    spark.stop();
  }

  private static Object told(SparkSession spark, String statement) {
    try {
      return told(spark.sql(statement));
    } catch (Exception e) {
      return "!! " + e.getClass().getSimpleName() + " " + e.getMessage();
    }
  }

  private static List<String> told(Dataset<Row> answer) {
    return answer.collectAsList().stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(i -> shown(row.get(i)))
                    .collect(Collectors.joining("|")))
        .toList();
  }

  private static String shown(Object value) {
    return value instanceof Timestamp time ? time.toInstant().toString() : String.valueOf(value);
  }

  /** What was made of a statement before the verdict moved. */
  private static void kept(Place place, Results results) throws Exception {
    write(place.control(), ONE);
    SparkSession spark = consumer(place, place.control()).getOrCreate();
    spark.sql("CREATE TEMP VIEW sql_view AS " + UNTIL);
    spark.sql(UNTIL).createTempView("frame_view");
    spark.sql("CREATE TEMP VIEW rows_view AS SELECT finalized_until FROM tidegate_verdicts()");
    spark.sql("CACHE TABLE cached AS " + UNTIL + " AS until, 'cached' AS how");
    Dataset<Row> asked = spark.sql(UNTIL);
    Dataset<Row> notAsked = spark.sql(UNTIL);
    results.write("before", told(asked));
    write(place.control(), ONE.plusSeconds(3600));
    for (String view : List.of("sql_view", "frame_view", "rows_view", "cached")) {
      results.write(view, told(spark.table(view)));
    }
    results.write("asked", told(asked));
    results.write("askedFurther", told(asked.filter("true")));
    results.write("notAsked", told(notAsked));
    results.write("anew", told(spark.sql(UNTIL)));
    spark.stop();
  }

  /** The verdict of one table, which starts at the epoch. */
  private static void write(Path control, Instant until) throws Exception {
    TableStore<VerdictRow> store =
        KernelTableStore.verdicts(
            control.toString(), new Configuration(), SystemTime.INSTANCE, "test");
    store.commit(
        store.read(),
        List.of(
            VerdictRow.builder("t")
                .trackedFrom(Instant.EPOCH)
                .finalizedUntil(until)
                .state(VerdictState.ENDED)
                .build()));
  }

  private static void streamed(Place place, Results results) throws Exception {
    write(place.control(), ONE);
    SparkSession spark = consumer(place, place.control()).getOrCreate();
    MinuteFeed.fill(place.directory(), 2);
    Dataset<Row> stream = MinuteFeed.read(spark, place.directory());
    results.write("calm", told(spark, UNTIL));
    try {
      stream.filter("tidegate_finalized_until('t') > event_time");
      results.write("refused", "not refused");
    } catch (IllegalArgumentException e) {
      results.write("refused", e.getMessage());
    }
    stream.createOrReplaceTempView("st");
    results.write(
        "beside",
        Stream.of(
                "WITH g AS (SELECT tidegate_finalized_until('t') AS u) SELECT * FROM st, g",
                "SELECT * FROM st WHERE event_time < (SELECT tidegate_finalized_until('t'))",
                "SELECT * FROM st JOIN tidegate_verdicts() v ON v.table_name = 't'",
                "SELECT * FROM st WHERE EXISTS (SELECT * FROM tidegate_verdicts())")
            .map(statement -> refusal(spark, statement))
            .toList());
    List<Object> told = new ArrayList<>();
    VoidFunction2<Dataset<Row>, Long> ask =
        (batch, id) -> {
          told.add(told(batch.sparkSession(), UNTIL).toString());
          told.add(told(batch.selectExpr("tidegate_finalized_until('t')").distinct()).toString());
          write(place.control(), ONE.plusSeconds(3600));
        };
    StreamingQuery query =
        stream
            .writeStream()
            .option("checkpointLocation", place.path("checkpoint").toString())
            .trigger(Trigger.AvailableNow())
            .foreachBatch(ask)
            .start();
    query.awaitTermination();
    results.write("inForeachBatch", told);
    spark.stop();
  }

  private static String refusal(SparkSession spark, String statement) {
    try {
      spark.sql(statement);
      return "not refused: " + statement;
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  private static void counted(Place place, Results results) throws Exception {
    write(place.control(), ONE);
    SparkSession spark =
        consumer(place, place.control())
            .config(CONTROL_KEY, "counted:" + place.control())
            .config("spark.hadoop.fs.counted.impl", Counted.class.getName())
            .getOrCreate();
    results.write("warm", told(spark, UNTIL));
    results.write("one", listings(spark, UNTIL));
    results.write(
        "five",
        listings(
            spark,
            UNTIL
                + ", tidegate_finalized_until('x'), tidegate_is_final('t', '2026-10-01T01:00Z',"
                + " '2026-10-01T02:00Z'), ("
                + UNTIL
                + "), (SELECT count(*) FROM tidegate_verdicts())"));
    results.write("none", listings(spark, "SELECT 1"));
    results.write("schema", spark.sql(UNTIL).schema().fieldNames().length);
    spark.stop();
  }

  private static int listings(SparkSession spark, String statement) {
    int before = Counted.LISTED.get();
    told(spark.sql(statement));
    return Counted.LISTED.get() - before;
  }

  /** A table that is not there, then one whose log is damaged; the session lives on. */
  private static void unread(Place place, Results results) throws Exception {
    SparkSession spark = consumer(place, place.control()).getOrCreate();
    results.write("absent", told(spark, UNTIL));
    Path stranger = Files.createDirectories(place.control()).resolve("part-0.csv");
    Files.writeString(stranger, "not ours");
    results.write("another", told(spark, UNTIL));
    Files.delete(stranger);
    Files.createDirectories(place.control().resolve("_delta_log"));
    Files.writeString(
        place.control().resolve("_delta_log/00000000000000000000.json"), "this is not JSON\n");
    results.write("damaged", told(spark, UNTIL));
    results.write("after", told(spark, "SELECT 1"));
    spark.stop();
  }

  private static void once(SparkSession.Builder builder, Results results) {
    SparkSession spark = local(builder).getOrCreate();
    results.write("told", told(spark, UNTIL));
    spark.stop();
  }

  private static void pluginAsks(Place place, Results results) throws Exception {
    write(place.control(), ONE);
    SparkSession spark = local(place.withPlugin()).getOrCreate();
    results.write("told", told(spark, UNTIL));
    results.write("rows", told(spark, "SELECT table_name, state FROM tidegate_verdicts()"));
    results.write(
        "writers",
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("tidegate-writer"))
            .count());
    spark.stop();
  }

  /** An application asks for the verdict of its own stream. */
  private static void own(Place place, Results results) throws Exception {
    SparkSession spark = local(place.tracking("own")).getOrCreate();
    MinuteFeed.fill(place.directory(), 3);
    MinuteFeed.query(spark, place.directory(), "own")
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
    Waiting.until(
        "the verdict",
        Duration.ofSeconds(30),
        () ->
            told(spark, "SELECT tidegate_finalized_until('t.own')")
                .equals(List.of(MinuteFeed.finalAfter(3).toString())));
    results.write("told", told(spark, "SELECT tidegate_finalized_until('t.own')"));
    spark.stop();
  }
}
