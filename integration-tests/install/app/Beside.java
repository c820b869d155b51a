import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Somebody else's plugin, with two sides: each executor writes down what the driver's side gave it
 * for the way, and answers to it. {@code spark.beside.directory} says where.
 */
public final class Beside implements SparkPlugin {
  @Override
  public DriverPlugin driverPlugin() {
    return new DriverPlugin() {
      private Path directory;

      @Override
      public Map<String, String> init(SparkContext context, PluginContext plugin) {
        directory = Path.of(plugin.conf().get("spark.beside.directory"));
        return Map.of("word", "from the driver");
      }

      @Override
      public Object receive(Object message) {
        write(directory, "answer-" + message, "received");
        return null;
      }
    };
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorPlugin() {
      @Override
      public void init(PluginContext plugin, Map<String, String> extra) {
        write(
            Path.of(plugin.conf().get("spark.beside.directory")),
            "executor-" + plugin.executorID(),
            extra.get("word") + ", plugins: " + plugin.conf().get("spark.plugins"));
        try {
          plugin.send(plugin.executorID());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  private static void write(Path directory, String name, String text) {
    try {
      Files.writeString(directory.resolve(name), text + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
