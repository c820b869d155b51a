import java.io.File;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * An ordinary streaming application: reads what has come in, and ends.
 *
 * <p>Arguments: a directory with orders in {@code in}, the format to write, and settings for the
 * session's builder.
 */
public final class Stream {
  private Stream() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    SparkSession.Builder builder = SparkSession.builder().appName("install");
    for (int i = 2; i < args.length; i++) {
      String[] setting = args[i].split("=", 2);
      builder.config(setting[0], setting[1]);
    }
    SparkSession spark = builder.getOrCreate();
    run(spark, directory, args[1], "orders");
    long rows = spark.read().format(args[1]).load(directory.resolve("orders").toString()).count();
    System.out.println("rows: " + rows);
    spark.stop();
  }

  /** Runs a query until it has read all that is there, a file at a time. */
  static void run(SparkSession spark, Path directory, String format, String name) throws Exception {
    spark
        .readStream()
        .schema("id BIGINT, ordered_at TIMESTAMP")
        .option("maxFilesPerTrigger", 1)
        .json(directory + File.separator + "in")
        .withWatermark("ordered_at", "10 minutes")
        .writeStream()
        .queryName(name)
        .format(format)
        .option("checkpointLocation", directory.resolve(name + "-checkpoint").toString())
        .trigger(Trigger.AvailableNow())
        .start(directory.resolve(name).toString())
        .awaitTermination();
  }
}
