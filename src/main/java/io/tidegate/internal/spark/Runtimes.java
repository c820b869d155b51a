package io.tidegate.internal.spark;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidegate.internal.errors.InvalidConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * One runtime for each application in this JVM, told apart by its live configuration object. Those
 * of stopped applications are let go when the next one begins. Thread safe.
 */
final class Runtimes {
  private static final Object LOCK = new Object();

  @GuardedBy("LOCK")
  private static final List<TidegateRuntime> ALL = new ArrayList<>();

  private Runtimes() {}

  /**
   * The runtime of an application whose plugin is being initialised.
   *
   * @throws InvalidConfigurationException when a setting is wrong and that stops the application
   */
  static TidegateRuntime forPlugin(SparkContext context, SparkConf conf) {
    synchronized (LOCK) {
      TidegateRuntime known = find(conf);
      if (known != null) {
        return known;
      }
      try {
        return add(TidegateRuntime.create(context, conf));
      } catch (InvalidConfigurationException e) {
        if (ConfReader.failOnInvalidConf(conf)) {
          throw e;
        }
        return add(TidegateRuntime.disabled(context, conf, e));
      }
    }
  }

  /**
   * The runtime a listener belongs to, made here when there is no plugin.
   *
   * @param conf what the listener was made with; null when it was made by hand
   * @return null while no application can be told
   */
  static @Nullable TidegateRuntime forListener(@Nullable SparkConf conf) {
    synchronized (LOCK) {
      SparkContext context = contextOf(conf);
      SparkConf live = conf != null ? conf : context == null ? null : context.conf();
      TidegateRuntime known = live == null ? null : find(live);
      if (known != null || context == null || live == null) {
        return known;
      }
      try {
        return add(TidegateRuntime.create(context, live));
      } catch (InvalidConfigurationException e) {
        return add(TidegateRuntime.disabled(context, live, e));
      }
    }
  }

  private static @Nullable SparkContext contextOf(@Nullable SparkConf conf) {
    for (SparkSession session : Sessions.known()) {
      SparkContext context = session.sparkContext();
      if (conf == null || context.conf().equals(conf)) {
        return context;
      }
    }
    return null;
  }

  @GuardedBy("LOCK")
  private static @Nullable TidegateRuntime find(SparkConf conf) {
    for (TidegateRuntime runtime : ALL) {
      if (runtime.isOf(conf)) {
        return runtime;
      }
    }
    return null;
  }

  @GuardedBy("LOCK")
  private static TidegateRuntime add(TidegateRuntime fresh) {
    ALL.removeIf(TidegateRuntime::closeIfStopped);
    ALL.add(fresh);
    return fresh;
  }
}
