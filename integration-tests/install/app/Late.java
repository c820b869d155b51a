import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/**
 * Says too late that its queries are to be tracked: by a session, when the application runs
 * already.
 *
 * <p>Arguments: a directory with orders in {@code in}.
 */
public final class Late {
  private Late() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    SparkSession spark = SparkSession.builder().appName("late").getOrCreate();
    try {
      spark.conf().set("spark.plugins", "io.tidegate.TidegatePlugin");
      System.out.println("spark.plugins was set");
    } catch (Exception e) {
      System.out.println("spark.plugins: " + e.getMessage().lines().findFirst().orElse(""));
    }
    spark.conf().set("spark.tidegate.queries.orders.table", "bronze.orders");
    SparkSession again =
        SparkSession.builder().config("spark.tidegate.frontier", "watermark").getOrCreate();
    Stream.run(spark, directory, "parquet", "orders");
    Stream.run(again.newSession(), directory, "parquet", "others");
    spark.stop();
  }
}
