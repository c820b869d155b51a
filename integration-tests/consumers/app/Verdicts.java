import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Leaves a control table with a row in each state behind, written by the streams that came to it,
 * and asks it with the SQL of a recipe. It ends without a goodbye, so that one row stays {@code
 * ACTIVE}.
 *
 * <p>Arguments: a directory to work in, in which the control table is {@code control}; the SQL
 * file; where its answers go.
 */
public final class Verdicts {
  private static final Instant MIDNIGHT = Instant.parse("2024-10-01T00:00:00Z");

  /** So many that the log has checkpoints, and expired versions that a sweep has deleted. */
  private static final int MANY = 48;

  private final SparkSession spark;
  private final Path work;

  private Verdicts(SparkSession spark, Path work) {
    this.spark = spark;
    this.work = work;
  }

  public static void main(String[] args) throws Exception {
    SparkSession spark = SparkSession.builder().appName("verdicts").getOrCreate();
    Verdicts verdicts = new Verdicts(spark, Path.of(args[0]));
    verdicts.make();
    verdicts.ask(Files.readString(Path.of(args[1])), Path.of(args[2]));
    Runtime.getRuntime().halt(0);
  }

  private void make() throws Exception {
    for (String name : List.of("orders", "late")) {
      orders(name, "first", "08:05", "09:30", "11:30");
      start(name, Trigger.AvailableNow()).awaitTermination();
    }

    // Fails with its second file, each time: the second attempt banks nothing, and the third is
    // refused.
    orders("stopped", "first", "08:05", "09:30");
    orders("stopped", "second", "10:30", "poison");
    for (int attempt = 1; attempt <= 2; attempt++) {
      fails(start("stopped", Trigger.AvailableNow()));
    }
    try {
      start("stopped", Trigger.AvailableNow());
      throw new IllegalStateException("The third start was not refused");
    } catch (IllegalArgumentException refused) {
      System.out.println(refused.getMessage());
    }

    orders("failed", "first", "08:05", "poison");
    fails(start("failed", Trigger.AvailableNow()));

    orders("active", "first", "08:05", "11:30");
    start("active", Trigger.ProcessingTime(0)).processAllAvailable();

    // Each file moves the verdict by an hour, and is waited for: a commit each.
    orders("items", "0", "00:05");
    StreamingQuery items = start("items", Trigger.ProcessingTime(0));
    for (int hour = 1; hour <= MANY; hour++) {
      Instant until = MIDNIGHT.plus(Duration.ofHours(hour));
      long before = version();
      write("items", String.valueOf(hour), List.of(until.plus(Duration.ofMinutes(15))));
      items.processAllAvailable();
      await(() -> version() > before);
      if (hour == MANY / 2) {
        age(work.resolve("control/_delta_log"));
      }
    }
    items.stop();
    await(() -> holds("items", "finalized_until = TIMESTAMP '2024-10-03T00:00:00Z'"));
    Map<String, String> states =
        Map.of("orders", "ENDED", "stopped", "STOPPED", "failed", "FAILED", "active", "ACTIVE");
    states.forEach((name, state) -> await(() -> holds(name, "state = '" + state + "'")));
  }

  private StreamingQuery start(String name, Trigger trigger) throws Exception {
    return spark
        .readStream()
        .schema("ordered_at STRING")
        .option("maxFilesPerTrigger", 1)
        .json(work.resolve("in").resolve(name).toString())
        .selectExpr(
            "CASE WHEN ordered_at = 'poison' THEN raise_error('order 7 cannot be parsed')"
                + " ELSE CAST(ordered_at AS TIMESTAMP) END AS ordered_at")
        .withWatermark("ordered_at", "10 minutes")
        .writeStream()
        .queryName(name)
        .format("noop")
        .option("checkpointLocation", work.resolve("checkpoints").resolve(name).toString())
        .trigger(trigger)
        .start();
  }

  private static void fails(StreamingQuery query) throws Exception {
    try {
      query.awaitTermination();
      throw new IllegalStateException(query.name() + " did not fail");
    } catch (StreamingQueryException expected) {
      // as it should
    }
  }

  /** A file of orders of the first day; 'poison' is one that cannot be read. */
  private void orders(String name, String file, String... times) throws IOException {
    write(
        name,
        file,
        Stream.of(times).map(t -> t.equals("poison") ? t : "2024-10-01T" + t + ":00Z").toList());
  }

  private void write(String name, String file, List<?> times) throws IOException {
    Path directory = Files.createDirectories(work.resolve("in").resolve(name));
    Path part = directory.resolve("." + file);
    Files.write(part, times.stream().map(t -> "{\"ordered_at\":\"" + t + "\"}").toList());
    Files.move(part, directory.resolve(file + ".json"));
  }

  private boolean holds(String name, String condition) {
    return !control().where("table_name = 'bronze." + name + "' AND " + condition).isEmpty();
  }

  /** The newest version of the control table. */
  private long version() {
    try (Stream<Path> files = Files.list(work.resolve("control/_delta_log"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".json"))
          .mapToLong(name -> Long.parseLong(name.substring(0, 20)))
          .max()
          .orElse(-1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Dataset<Row> control() {
    return spark.read().format("delta").load(work.resolve("control").toString());
  }

  /** Makes all files of a log a day old. */
  private static void age(Path log) throws IOException {
    FileTime yesterday = FileTime.from(Instant.now().minus(Duration.ofDays(1)));
    try (Stream<Path> files = Files.list(log)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, yesterday);
      }
    }
  }

  private static void await(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > Duration.ofMinutes(1).toNanos()) {
        throw new IllegalStateException("Waited for a minute in vain");
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Asks for an hour of each table, and writes a line each: the table, then the first row's columns
   * or the error.
   */
  private void ask(String sql, Path answers) throws IOException {
    control().createOrReplaceTempView("tidegate_control");
    try (BufferedWriter writer = Files.newBufferedWriter(answers)) {
      for (String table :
          List.of(
              "orders 11",
              "orders 12",
              "late 11",
              "stopped 10",
              "failed 9",
              "active 12",
              "absent 11")) {
        String[] asked = table.split(" ");
        Map<String, Object> arguments = new HashMap<>();
        arguments.put("control", "tidegate_control");
        arguments.put("table_name", "bronze." + asked[0]);
        arguments.put("period_end", "2024-10-01T" + asked[1] + ":00:00Z");
        String answer;
        try {
          Row row = spark.sql(sql, arguments).first();
          answer = row.getString(0) + "|" + row.getString(1);
        } catch (RuntimeException e) {
          answer = "error|" + e.getMessage().lines().findFirst().orElse("");
        }
        writer.write(table + "|" + answer);
        writer.newLine();
      }
    }
  }
}
