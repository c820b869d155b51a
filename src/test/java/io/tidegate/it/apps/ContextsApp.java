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

import io.tidegate.it.apps.Applications.Place;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/** One lineage through several SparkContexts of one JVM, each with a control table of its own. */
public final class ContextsApp {
  /** How many. */
  public static final int CONTEXTS = 5;

  /** Less than idle threads of a pool would take to end by themselves. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private ContextsApp() {}

  public static void main(String[] args) throws Exception {
    new Applications().add("contexts", ContextsApp::contexts).run(args);
  }

  private static void contexts(Place place, Results results) throws Exception {
    for (int i = 1; i <= CONTEXTS; i++) {
      MinuteFeed.fill(place.directory(), i);
      SparkSession spark =
          place
              .tracking("contexts")
              .config("spark.tidegate.controlTable", place.path("control-" + i).toString())
              .getOrCreate();
      MinuteFeed.query(spark, place.directory(), "contexts")
          .trigger(Trigger.AvailableNow())
          .start()
          .awaitTermination();
      results.write("threadsWhileItRuns", threads());
      spark.stop();
      Waiting.until("the end of " + threads(), PATIENCE, () -> threads().isEmpty());
      results.write("hooksAfterStop", hooks());
    }
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("tidegate"))
        .sorted()
        .toList();
  }

  /** Hadoop tells nobody but its own tests. */
  private static List<String> hooks() throws ReflectiveOperationException {
    Method all = ShutdownHookManager.class.getDeclaredMethod("getShutdownHooksInOrder");
    all.setAccessible(true);
    List<String> names = new ArrayList<>();
    for (Object entry : (List<?>) all.invoke(ShutdownHookManager.get())) {
      Method hook = entry.getClass().getDeclaredMethod("getHook");
      hook.setAccessible(true);
      if (hook.invoke(entry) instanceof Thread thread && thread.getName().startsWith("tidegate")) {
        names.add(thread.getName());
      }
    }
    return names;
  }
}
