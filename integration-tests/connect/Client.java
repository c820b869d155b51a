import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/** A client for the JVM: a stream that reads what there is, and one that fails at each start. */
public final class Client {
  private Client() {}

  public static void main(String[] args) throws Exception {
    String work = args[1];
    SparkSession spark = SparkSession.builder().remote(args[0]).getOrCreate();
    spark
        .readStream()
        .schema("id BIGINT, ordered_at TIMESTAMP")
        .json(work + "/in")
        .withWatermark("ordered_at", "10 minutes")
        .writeStream()
        .queryName("jvm orders")
        .option("checkpointLocation", work + "/checkpoint jvm")
        .trigger(Trigger.AvailableNow())
        .format("parquet")
        .start(work + "/out jvm")
        .awaitTermination();
    System.out.println("ended: jvm orders");
    for (int attempt = 0; attempt < 6; attempt++) {
      try {
        spark
            .readStream()
            .format("rate")
            .options(Map.of("rowsPerSecond", "100"))
            .load()
            .selectExpr("raise_error('record 7 cannot be parsed')")
            .writeStream()
            .queryName("jvm poison")
            .option("checkpointLocation", work + "/poison jvm")
            .format("noop")
            .start()
            .awaitTermination();
      } catch (Exception error) {
        System.out.println("raised: " + error.getClass().getSimpleName() + ": " + error.getMessage());
      }
    }
    spark.stop();
  }
}
