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
package io.tidegate.it.apps;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * The body of an application that runs others one after another in one JVM, each with a
 * SparkContext, a directory and a control table of its own. One that fails leaves its error in the
 * results as {@code error} and does not keep the others from running.
 *
 * <p>Arguments: the directory, which gets {@code results.jsonl} as of {@link Scenarios}; then the
 * names of the applications to run, all where none is given.
 */
public final class Applications {
  private static final String PLUGINS = "spark.plugins";

  private final Map<String, Application> applications = new LinkedHashMap<>();

  /** One application. It builds its sessions from the places it is given, and stops them. */
  @FunctionalInterface
  public interface Application {
    void run(Place place, Results results) throws Exception;
  }

  /**
   * Where an application runs.
   *
   * @param directory its own, which exists
   */
  public record Place(Path directory) {
    /** A path within the directory. */
    public Path path(String name) {
      return directory.resolve(name);
    }

    /** The control table. */
    public Path control() {
      return path("control");
    }

    /** The control table as SQL names it. */
    public String controlSql() {
      return "delta.`" + control() + "`";
    }

    /** A session in a new context with the plugin, which keeps {@link #control()}. */
    public SparkSession.Builder withPlugin() {
      return withoutPlugin()
          .config(PLUGINS, "io.tidegate.TidegatePlugin")
          .config("spark.tidegate.controlTable", control().toString());
    }

    /** The same, tracking queries by the offsets of a {@link MinuteFeed}. */
    public SparkSession.Builder tracking(String... queries) {
      SparkSession.Builder builder =
          withPlugin()
              .config("spark.tidegate.frontier", "offset")
              .config("spark.tidegate.granularity", "minute")
              .config("spark.tidegate.startsAt", "beginning");
      for (String query : queries) {
        builder.config("spark.tidegate.queries." + query + ".table", "t." + query);
      }
      return builder;
    }

    /** A session in a new context that knows nothing of tidegate. */
    public SparkSession.Builder withoutPlugin() {
      SparkSession.clearActiveSession();
      SparkSession.clearDefaultSession();
      return SparkSession.builder().config(PLUGINS, "");
    }
  }

  /** Adds an application, to run after those added before. */
  public Applications add(String name, Application application) {
    applications.put(name, application);
    return this;
  }

  /** Runs what the arguments name. */
  public void run(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    List<String> named = List.of(args).subList(1, args.length);
    for (Map.Entry<String, Application> each : applications.entrySet()) {
      if (!named.isEmpty() && !named.contains(each.getKey())) {
        continue;
      }
      Results results = new Results(directory.resolve(Scenarios.RESULTS), each.getKey());
      Path own = Files.createDirectories(directory.resolve(each.getKey()));
      System.err.println("Application " + each.getKey());
      try {
        each.getValue().run(new Place(own), results);
      } catch (Exception | LinkageError | AssertionError e) {
        System.err.println("Application " + each.getKey() + " failed");
        e.printStackTrace();
        results.write("error", e.toString());
      } finally {
        stopWhatIsLeft();
      }
    }
  }

  private static void stopWhatIsLeft() {
    if (SparkSession.getDefaultSession().isDefined()) {
      SparkSession.getDefaultSession().get().stop();
    }
  }
}
