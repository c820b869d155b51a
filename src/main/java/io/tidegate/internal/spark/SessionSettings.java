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
package io.tidegate.internal.spark;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings that a session has and its application has not. They are read once, from the
 * configuration that the application starts with: what a session sets later is never seen, and says
 * so in one WARN for each application. Thread safe.
 */
final class SessionSettings {
  private static final Logger LOG = LoggerFactory.getLogger(SessionSettings.class);
  private static final String PREFIX = "spark.tidegate.";
  private static final int MOST_SHOWN = 5;
  private static final AtomicReference<@Nullable String> TOLD = new AtomicReference<>();

  private SessionSettings() {}

  /** Tells of those of a session, unless its application was told of some before. */
  static void tell(SparkSession session) {
    SparkContext context = session.sparkContext();
    String application = context.applicationId();
    if (application.equals(TOLD.get())) {
      return;
    }
    // A session's settings reach this copy as they are, on every version of Spark.
    List<String> unseen =
        unseen(session.sessionState().newHadoopConf(), key -> context.conf().get(key, null));
    if (!unseen.isEmpty() && !application.equals(TOLD.getAndSet(application))) {
      LOG.warn("{}", text(unseen));
    }
  }

  /**
   * The keys of a session's settings that its application does not have, or not with that value.
   *
   * @param application the value that the application has; null for none
   */
  static List<String> unseen(
      Iterable<Map.Entry<String, String>> session, UnaryOperator<@Nullable String> application) {
    TreeSet<String> keys = new TreeSet<>();
    for (Map.Entry<String, String> each : session) {
      if (each.getKey().startsWith(PREFIX)
          && !each.getValue().equals(application.apply(each.getKey()))) {
        keys.add(each.getKey());
      }
    }
    return List.copyOf(keys);
  }

  /** What is told of such keys. */
  static String text(List<String> keys) {
    String shown = String.join(", ", keys.subList(0, Math.min(keys.size(), MOST_SHOWN)));
    int more = keys.size() - MOST_SHOWN;
    return "Set in a session, and not seen by tidegate: "
        + shown
        + (more > 0 ? " and " + more + " more" : "")
        + ". Its settings are read once, from the configuration that the application starts with, and"
        + " a session comes later. Give them to spark-submit with --conf, in spark-defaults.conf, or"
        + " to the builder that makes the application's first session, and start it again.";
  }
}
