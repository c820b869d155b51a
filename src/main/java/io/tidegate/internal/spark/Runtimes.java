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

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidegate.internal.errors.InvalidConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One runtime for each application in this JVM, told apart by its live configuration object. Those
 * of stopped applications are let go when the next one begins. Thread safe.
 */
final class Runtimes {
  private static final Logger LOG = LoggerFactory.getLogger(Runtimes.class);
  private static final Object LOCK = new Object();

  @GuardedBy("LOCK")
  private static final List<Application> ALL = new ArrayList<>();

  /**
   * An application of this JVM.
   *
   * @param conf its live configuration object
   * @param context its context
   * @param runtime null when it tracks nothing
   */
  private record Application(
      SparkConf conf, SparkContext context, @Nullable TidegateRuntime runtime) {

    boolean letGo() {
      if (!context.isStopped()) {
        return false;
      }
      if (runtime != null) {
        runtime.close();
      }
      return true;
    }
  }

  private Runtimes() {}

  /**
   * The runtime of an application whose plugin is being initialised; null when it tracks nothing.
   *
   * @throws InvalidConfigurationException when a setting is wrong and that stops the application
   */
  static @Nullable TidegateRuntime forPlugin(SparkContext context, SparkConf conf) {
    synchronized (LOCK) {
      Application known = find(conf);
      if (known != null) {
        return known.runtime();
      }
      try {
        return add(context, conf, TidegateRuntime.create(context, conf));
      } catch (InvalidConfigurationException e) {
        if (ConfReader.failOnInvalidConf(conf)) {
          throw e;
        }
        return disabled(context, conf, e);
      }
    }
  }

  /**
   * The runtime a listener belongs to, made here when there is no plugin.
   *
   * @param conf what the listener was made with; null when it was made by hand
   * @return null when the application tracks nothing, or none can be told yet
   */
  static @Nullable TidegateRuntime forListener(@Nullable SparkConf conf) {
    synchronized (LOCK) {
      Application known = conf == null ? null : find(conf);
      SparkContext context = known != null ? known.context() : contextOf(conf);
      if (known == null && context != null) {
        known = find(context.conf());
      }
      if (known != null || context == null) {
        return known == null ? null : known.runtime();
      }
      try {
        return add(context, context.conf(), TidegateRuntime.create(context, context.conf()));
      } catch (InvalidConfigurationException e) {
        return disabled(context, context.conf(), e);
      }
    }
  }

  @GuardedBy("LOCK")
  private static @Nullable TidegateRuntime disabled(
      SparkContext context, SparkConf conf, InvalidConfigurationException why) {
    LOG.error("Tidegate is disabled. {}", why.getMessage());
    return add(context, conf, null);
  }

  private static @Nullable SparkContext contextOf(@Nullable SparkConf conf) {
    for (SparkSession session : Sessions.known()) {
      SparkContext context = session.sparkContext();
      if (conf == null || sameObject(context.conf(), conf)) {
        return context;
      }
    }
    return null;
  }

  @GuardedBy("LOCK")
  private static @Nullable Application find(SparkConf conf) {
    for (Application application : ALL) {
      if (sameObject(application.conf(), conf)) {
        return application;
      }
    }
    return null;
  }

  @SuppressWarnings("ReferenceEquality") // the live object itself tells applications apart
  private static boolean sameObject(SparkConf a, SparkConf b) {
    return a == b;
  }

  @GuardedBy("LOCK")
  private static @Nullable TidegateRuntime add(
      SparkContext context, SparkConf conf, @Nullable TidegateRuntime runtime) {
    ALL.removeIf(Application::letGo);
    ALL.add(new Application(conf, context, runtime));
    return runtime;
  }
}
