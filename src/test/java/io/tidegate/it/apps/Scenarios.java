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
 * The body of a scenario application: runs named scenarios one after another in one Spark session,
 * each with a directory of its own. One that fails leaves its error in the results as {@code error}
 * and does not keep the others from running.
 *
 * <p>Arguments of the application: its directory, which gets {@code results.jsonl}; then the names
 * of the scenarios to run, all where none is given.
 */
public final class Scenarios {
  /** The results' file within the application's directory. */
  public static final String RESULTS = "results.jsonl";

  private final Map<String, Scenario> scenarios = new LinkedHashMap<>();

  /** One scenario. */
  @FunctionalInterface
  public interface Scenario {
    /**
     * Runs it.
     *
     * @param directory the scenario's own, which exists
     */
    void run(SparkSession spark, Path directory, Results results) throws Exception;
  }

  /** Adds a scenario, to run after those added before. */
  public Scenarios add(String name, Scenario scenario) {
    scenarios.put(name, scenario);
    return this;
  }

  /** Runs what the arguments name and stops the session. */
  public void run(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    List<String> named = List.of(args).subList(1, args.length);
    SparkSession spark = SparkSession.builder().getOrCreate();
    for (Map.Entry<String, Scenario> each : scenarios.entrySet()) {
      if (!named.isEmpty() && !named.contains(each.getKey())) {
        continue;
      }
      Results results = new Results(directory.resolve(RESULTS), each.getKey());
      Path own = Files.createDirectories(directory.resolve(each.getKey()));
      try {
        each.getValue().run(spark, own, results);
      } catch (Exception | LinkageError | AssertionError e) {
        System.err.println("Scenario " + each.getKey() + " failed");
        e.printStackTrace();
        results.write("error", e.toString());
      }
    }
    spark.stop();
  }
}
