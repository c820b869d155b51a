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
package io.tidegate.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;

/** The settings of a {@link SparkProcess}. */
final class SparkProcessBuilder {
  private static final List<String> SURROUNDINGS =
      List.of(
          "SPARK_HOME",
          "SPARK_CONF_DIR",
          "SPARK_SUBMIT_OPTS",
          "HADOOP_CONF_DIR",
          "YARN_CONF_DIR",
          "JAVA_TOOL_OPTIONS");

  private final Path directory;
  private final Map<String, String> conf = new LinkedHashMap<>();
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final List<String> jvmOptions = new ArrayList<>();
  private final List<String> jars = new ArrayList<>();
  private final List<String> driverClassPath = new ArrayList<>();
  private final List<String> args = new ArrayList<>();
  private Path sparkHome = Shipped.sparkHome();
  private Path appJar;
  private boolean launched;
  private Path workingDirectory;
  private String master = "local[2]";
  private String mainClass;
  private Duration timeout = Duration.ofMinutes(3);

  SparkProcessBuilder(Path directory) {
    this.directory = directory;
    this.workingDirectory = directory;
    conf("spark.ui.enabled", "false");
    conf("spark.driver.host", "localhost");
    conf("spark.driver.bindAddress", "127.0.0.1");
    conf("spark.sql.shuffle.partitions", "2");
    conf("spark.databricks.delta.snapshotPartitions", "1");
    conf("spark.sql.warehouse.dir", directory.resolve("warehouse").toString());
    conf("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension");
    conf("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog");
  }

  /** Sets a Spark property, as {@code --conf} does. */
  SparkProcessBuilder conf(String key, String value) {
    conf.put(key, value);
    return this;
  }

  /** Leaves a property out that the harness would set. */
  SparkProcessBuilder withoutConf(String key) {
    conf.remove(key);
    return this;
  }

  /** Puts the shipped jar on {@code --jars} and names the plugin: all that a user does. */
  SparkProcessBuilder withPlugin() {
    return jars(Shipped.jar()).conf("spark.plugins", "io.tidegate.TidegatePlugin");
  }

  SparkProcessBuilder jars(Path... paths) {
    Stream.of(paths).map(Path::toString).forEach(jars::add);
    return this;
  }

  /** Puts paths before Spark's own jars, as {@code --driver-class-path} does. */
  SparkProcessBuilder driverClassPath(Path... paths) {
    Stream.of(paths).map(Path::toString).forEach(driverClassPath::add);
    return this;
  }

  SparkProcessBuilder master(String master) {
    this.master = master;
    return this;
  }

  SparkProcessBuilder sparkHome(Path sparkHome) {
    this.sparkHome = sparkHome;
    return this;
  }

  /** Starts it with the Spark's own launcher, which knows the options its JVM needs. */
  SparkProcessBuilder launched() {
    this.launched = true;
    return environment("JAVA_HOME", Shipped.javaHome().toString());
  }

  SparkProcessBuilder jvmOptions(String... options) {
    jvmOptions.addAll(List.of(options));
    return this;
  }

  SparkProcessBuilder environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  SparkProcessBuilder workingDirectory(Path path) {
    this.workingDirectory = path;
    return this;
  }

  /** The application, from the jar of scenario applications. */
  SparkProcessBuilder app(Class<?> mainClass) {
    this.mainClass = mainClass.getName();
    return this;
  }

  /** The application, from a jar of its own. */
  SparkProcessBuilder app(Class<?> mainClass, Path jar) {
    this.appJar = jar;
    return app(mainClass);
  }

  SparkProcessBuilder args(Object... arguments) {
    Stream.of(arguments).map(Object::toString).forEach(args::add);
    return this;
  }

  /**
   * How long it may run before {@link SparkProcess#awaitExit} gives it up; three minutes by
   * default.
   */
  SparkProcessBuilder timeout(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  /** Starts it. */
  SparkProcess start() {
    try {
      deleteRecursively(directory);
      Files.createDirectories(directory);
      Files.createDirectories(workingDirectory);
      ProcessBuilder builder =
          new ProcessBuilder(command())
              .directory(workingDirectory.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .redirectOutput(directory.resolve("stdout").toFile())
              .redirectError(directory.resolve("stderr").toFile());
      SURROUNDINGS.forEach(builder.environment()::remove);
      builder.environment().putAll(environment);
      return new SparkProcess(builder.start(), directory, timeout);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> command() throws IOException {
    List<String> command = new ArrayList<>(launched ? launcher() : submit());
    command.addAll(List.of("--master", master, "--class", mainClass));
    conf.forEach((key, value) -> command.addAll(List.of("--conf", key + "=" + value)));
    if (!jars.isEmpty()) {
      command.addAll(List.of("--jars", String.join(",", jars)));
    }
    command.add((appJar == null ? Shipped.apps() : appJar).toString());
    command.addAll(args);
    return command;
  }

  private List<String> launcher() throws IOException {
    return List.of(
        sparkHome.resolve("bin/spark-submit").toString(),
        "--driver-memory",
        "1g",
        "--driver-java-options",
        String.join(" ", ownOptions()));
  }

  private List<String> submit() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Shipped.javaHome().resolve("bin/java").toString());
    command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    command.add("-Xmx1g");
    command.addAll(ownOptions());
    command.add("-cp");
    List<String> classPath = new ArrayList<>(driverClassPath);
    classPath.add(sparkHome.resolve("jars") + File.separator + "*");
    command.add(String.join(File.pathSeparator, classPath));
    command.add("org.apache.spark.deploy.SparkSubmit");
    return command;
  }

  private List<String> ownOptions() throws IOException {
    List<String> options = new ArrayList<>();
    options.add("-Dlog4j2.configurationFile=" + logConfiguration());
    options.add("-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")));
    options.addAll(jvmOptions);
    return options;
  }

  private Path logConfiguration() throws IOException {
    Path file = directory.resolve("log4j2.properties");
    Files.writeString(
        file,
        """
        rootLogger.level = warn
        rootLogger.appenderRef.console.ref = console
        logger.tidegate.name = io.tidegate
        logger.tidegate.level = info
        logger.shaded.name = io.tidegate.shaded
        logger.shaded.level = error
        appender.console.type = Console
        appender.console.name = console
        appender.console.target = SYSTEM_ERR
        appender.console.layout.type = PatternLayout
        appender.console.layout.pattern = %d{HH:mm:ss.SSS} %p [%t] %c: %m%n%ex
        """);
    return file;
  }

  private static void deleteRecursively(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
