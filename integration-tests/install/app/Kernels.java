import io.delta.kernel.Table;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.TableNotFoundException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/**
 * Uses a Delta Kernel of its own, whichever the class path holds, on the very table that is written
 * meanwhile.
 *
 * <p>Arguments: a directory with orders in {@code in}, the format to write.
 */
public final class Kernels {
  private Kernels() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    SparkSession spark = SparkSession.builder().appName("kernels").getOrCreate();
    Thread query =
        new Thread(
            () -> {
              try {
                Stream.run(spark, directory, args[1], "orders");
              } catch (Exception e) {
                e.printStackTrace();
              }
            });
    query.start();
    Engine engine = DefaultEngine.create(new Configuration());
    Set<Long> versions = new TreeSet<>();
    while (query.isAlive()) {
      read(engine, directory, versions);
      query.join(50);
    }
    spark.stop();
    read(engine, directory, versions);
    System.out.println("the application's Kernel: " + jarOf("io.delta.kernel.Table"));
    System.out.println("tidegate's Kernel: " + jarOf("io.tidegate.shaded.io.delta.kernel.Table"));
    System.out.println("read more than one version: " + (versions.size() > 1));
  }

  private static void read(Engine engine, Path directory, Set<Long> versions) {
    String path = directory.resolve("control").toString();
    try {
      versions.add(Table.forPath(engine, path).getLatestSnapshot(engine).getVersion());
    } catch (TableNotFoundException e) {
      // Not yet there.
    }
  }

  private static String jarOf(String name) throws ClassNotFoundException {
    Class<?> found = Class.forName(name, false, Thread.currentThread().getContextClassLoader());
    return Path.of(found.getProtectionDomain().getCodeSource().getLocation().getPath())
        .getFileName()
        .toString();
  }
}
