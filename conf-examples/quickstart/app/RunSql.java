import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the statements of a SQL file, separated by semicolons, and prints each with its result.
 *
 * <p>Arguments: the file, then pairs of a name and a value that replaces {@code ${name}} in it.
 */
public final class RunSql {
  private RunSql() {}

  public static void main(String[] args) throws IOException {
    String text = Files.readString(Path.of(args[0]));
    for (int i = 1; i + 1 < args.length; i += 2) {
      text = text.replace("${" + args[i] + "}", args[i + 1]);
    }
    SparkSession spark = SparkSession.builder().appName("consumer").getOrCreate();
    for (String statement : text.split(";")) {
      if (!statement.isBlank()) {
        System.out.println(statement.strip() + ";\n");
        spark.sql(statement).show(100, false);
      }
    }
    spark.stop();
  }
}
