import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.apache.spark.sql.streaming.Trigger;

/**
 * An ordinary streaming application: reads the order files that have come in and appends them to a
 * Delta table. It starts, works off what is there, and ends.
 *
 * <p>Arguments: the directory of incoming files, the table's directory, the checkpoint's directory.
 */
public final class OrdersStream {
  private OrdersStream() {}

  public static void main(String[] args) throws TimeoutException, StreamingQueryException {
    SparkSession spark = SparkSession.builder().appName("orders").getOrCreate();
    StreamingQuery query =
        spark
            .readStream()
            .schema("order_id BIGINT, ordered_at TIMESTAMP, item STRING, amount DECIMAL(10, 2)")
            .option("maxFilesPerTrigger", 6)
            .csv(args[0])
            .withWatermark("ordered_at", "10 minutes")
            .writeStream()
            .queryName("orders")
            .format("delta")
            .option("checkpointLocation", args[2])
            .trigger(Trigger.AvailableNow())
            .start(args[1]);

    long next = 0;
    for (boolean done = false; !done; ) {
      done = query.awaitTermination(250);
      for (StreamingQueryProgress batch : query.recentProgress()) {
        if (batch.batchId() >= next && batch.numInputRows() > 0) {
          next = batch.batchId() + 1;
          System.out.printf(
              "  batch %d: %d orders, up to %s%n",
              batch.batchId(), batch.numInputRows(), batch.eventTime().get("max"));
        }
      }
    }
    spark.stop();
  }
}
