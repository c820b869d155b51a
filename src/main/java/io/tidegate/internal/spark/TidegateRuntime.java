package io.tidegate.internal.spark;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidegate.internal.errors.InvalidConfigurationException;
import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.settings.TableLocation;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.VerdictStore;
import io.tidegate.internal.store.checkpoint.HadoopCheckpointReader;
import io.tidegate.internal.store.kernel.KernelVerdictStore;
import io.tidegate.internal.tracking.TimedStore;
import io.tidegate.internal.tracking.Tracker;
import io.tidegate.internal.tracking.TrackerParts;
import io.tidegate.internal.tracking.Workers;
import io.tidegate.internal.tracking.WriterThread;
import io.tidegate.internal.util.ProcessIdentity;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.util.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything of one application: its settings, its tracker and the threads that serve it. Thread
 * safe.
 */
final class TidegateRuntime {
  private static final Logger LOG = LoggerFactory.getLogger(TidegateRuntime.class);

  /** After Spark's own hook, which stops the context, and before the file systems are closed. */
  private static final int HOOK_PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  private static final int READERS = 4;
  private static final int MOST_THREADS = 8;
  private static final int MOST_STORE_THREADS = 4;

  private final SparkContext context;
  private final SparkConf conf;
  private final TidegateSettings settings;
  private final TidegateMetrics metrics = new TidegateMetrics();
  private final Redactor redactor;
  private final SparkQueries queries;
  private final Workers readers = new Workers("tidegate-reader", READERS, MOST_THREADS);
  private final Workers storeCalls = new Workers("tidegate-store", 1, MOST_STORE_THREADS);
  private final Tracker tracker;
  private final @Nullable WriterThread writer;
  private final Thread hook = new Thread(this::finishLate, "tidegate-end");
  private final Object endLock = new Object();

  @GuardedBy("endLock")
  private Duration budgetLeft;

  @GuardedBy("endLock")
  private boolean expiryTold;

  /**
   * Wires an application.
   *
   * @throws InvalidConfigurationException when a setting is wrong
   */
  static TidegateRuntime create(SparkContext context, SparkConf conf) {
    Redactor redactor = ConfReader.redactor(conf);
    TidegateSettings settings =
        ConfReader.settings(conf, context.hadoopConfiguration(), redactor);
    return new TidegateRuntime(context, conf, settings, redactor);
  }

  /** An application that runs without tidegate because of wrong settings, which are logged. */
  static TidegateRuntime disabled(
      SparkContext context, SparkConf conf, InvalidConfigurationException why) {
    LOG.error("Tidegate is disabled. {}", why.getMessage());
    return new TidegateRuntime(context, conf, TidegateSettings.NOTHING, ConfReader.redactor(conf));
  }

  private TidegateRuntime(
      SparkContext context, SparkConf conf, TidegateSettings settings, Redactor redactor) {
    this.context = context;
    this.conf = conf;
    this.settings = settings;
    this.redactor = redactor;
    this.queries = new SparkQueries(redactor);
    this.budgetLeft = settings.flushTimeout();
    Time time = SystemTime.INSTANCE;
    Configuration hadoop = new Configuration(context.hadoopConfiguration());
    TableLocation location = settings.controlTable();
    VerdictStore store =
        location == null || settings.queries().isEmpty()
            ? new NoStore()
            : KernelVerdictStore.open(location.value(), hadoop, time, engineInfo());
    this.tracker =
        new Tracker(
            settings,
            new TrackerParts(
                new TimedStore(store, storeCalls, settings.commitTimeout()),
                new HadoopCheckpointReader(hadoop),
                queries,
                readers,
                time,
                new Random(),
                metrics,
                redactor,
                ProcessIdentity.current().toString(),
                ProcessIdentity::knownGone));
    this.writer = tracks() ? begin(store, hadoop) : null;
  }

  private WriterThread begin(VerdictStore store, Configuration hadoop) {
    String shown = redactor.text(store.location());
    LOG.info("Tidegate {}: tracking {} entries into {}.", Version.of(), settings.queries().size(), shown);
    if (store.location().startsWith("file:") && !context.isLocal()) {
      LOG.warn(
          "The control table {} is on the driver's local file system although the master is {}:"
              + " consumers elsewhere and later drivers may not see it. Give"
              + " spark.tidegate.controlTable a path on shared storage.",
          shown,
          context.master());
    }
    KernelVerdictStore.storageWarning(store.location(), hadoop)
        .ifPresent(warning -> LOG.warn("{}", redactor.text(warning)));
    try {
      ShutdownHookManager.get().addShutdownHook(hook, HOOK_PRIORITY);
    } catch (IllegalStateException e) {
      LOG.debug("The JVM is shutting down already.", e);
    }
    return WriterThread.start(tracker, SystemTime.INSTANCE);
  }

  private static String engineInfo() {
    return "tidegate/" + Version.of();
  }

  boolean isOf(SparkConf other) {
    return conf == other;
  }

  boolean tracks() {
    return !settings.queries().isEmpty();
  }

  Tracker tracker() {
    return tracker;
  }

  TidegateMetrics metrics() {
    return metrics;
  }

  String redact(String text) {
    return redactor.text(text);
  }

  void started(UUID queryId, UUID runId, @Nullable String name, @Nullable Instant at) {
    Instant startedAt = at == null ? SystemTime.INSTANCE.now() : at;
    if (tracker.started(queryId, runId, name, startedAt, queries) && writer != null) {
      writer.wake();
    }
  }

  /** Writes what is left, within what is left of the application's one deadline. */
  void finish() {
    WriterThread running = writer;
    if (running == null) {
      return;
    }
    synchronized (endLock) {
      long start = SystemTime.INSTANCE.nanoTime();
      boolean written = running.finish(budgetLeft);
      Duration took = Duration.ofNanos(SystemTime.INSTANCE.nanoTime() - start);
      budgetLeft = took.compareTo(budgetLeft) < 0 ? budgetLeft.minus(took) : Duration.ZERO;
      if (written) {
        close();
      } else if (!expiryTold) {
        expiryTold = true;
        LOG.warn(
            "The application ends before everything was written (flushTimeout {}): {}. The next"
                + " start of these queries catches up from their checkpoints.",
            settings.flushTimeout(),
            String.join(", ", tracker.unwritten()));
      }
    }
  }

  private void finishLate() {
    finish();
  }

  /** Ends the threads of an application whose context is stopped; whether it was. */
  boolean closeIfStopped() {
    if (!context.isStopped()) {
      return false;
    }
    close();
    return true;
  }

  private void close() {
    if (writer != null) {
      writer.close();
    }
    readers.close();
    storeCalls.close();
    try {
      ShutdownHookManager.get().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("The hook is running.", e);
    }
  }
}
