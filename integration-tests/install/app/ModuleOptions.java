import org.apache.spark.launcher.JavaModuleOptions;

/** Prints what a JVM has to be given to run Spark without spark-submit, an option a line. */
public final class ModuleOptions {
  private ModuleOptions() {}

  public static void main(String[] args) {
    for (String option : JavaModuleOptions.defaultModuleOptionArray()) {
      System.out.println(option);
    }
  }
}
