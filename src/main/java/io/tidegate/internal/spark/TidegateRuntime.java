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
import io.tidegate.internal.done.file.SuccessFiles;
import io.tidegate.internal.done.http.HttpPosts;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.settings.TableLocation;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.checkpoint.HadoopCheckpointReader;
import io.tidegate.internal.store.kernel.DeltaPlaces;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.tracking.DoneParts;
import io.tidegate.internal.tracking.RecoveryParts;
import io.tidegate.internal.tracking.TimedStore;
import io.tidegate.internal.tracking.Tracker;
import io.tidegate.internal.tracking.TrackerParts;
import io.tidegate.internal.tracking.Workers;
import io.tidegate.internal.tracking.WriterThread;
import io.tidegate.internal.util.ProcessIdentity;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.util.Version;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
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

  /** Before Spark's own hook, while there still is a context. */
  private static final int BEFORE_SPARK = FileSystem.SHUTDOWN_HOOK_PRIORITY + 40;

  /** How much longer than flushTimeout the JVM lets a hook run. */
  private static final Duration HOOK_MARGIN = Duration.ofSeconds(20);

  private static final int READERS = 4;
  private static final int STARTS = 2;
  private static final int MOST_THREADS = 8;
  private static final int MOST_STORE_THREADS = 4;
  private static final int MARKERS = 2;

  private final TidegateSettings settings;
  private final TidegateMetrics metrics = new TidegateMetrics();
  private final Redactor redactor;
  private final SparkQueries queries;
  private final Workers readers = new Workers("tidegate-reader", READERS, MOST_THREADS);
  private final Workers storeCalls = new Workers("tidegate-store", 1, MOST_STORE_THREADS);
  // Apart from the other: a record that hangs must leave the verdicts their threads.
  private final Workers recordCalls = new Workers("tidegate-record", 1, MOST_STORE_THREADS);
  private final Workers starts = new Workers("tidegate-start", STARTS, MOST_THREADS);
  private final Workers counters = new Workers("tidegate-places", STARTS, MOST_THREADS);
  private final Workers fileCalls = new Workers("tidegate-file", MARKERS, MOST_STORE_THREADS);
  private final Workers postCalls = new Workers("tidegate-post", MARKERS, MOST_STORE_THREADS);
  private final Tracker tracker;
  private final WriterThread writer;
  private final Thread hook = new Thread(this::finish, "tidegate-end");
  private final Object endLock = new Object();
  private final AtomicBoolean warmed = new AtomicBoolean();
  private volatile @Nullable Consumer<SparkSession> sessionWatch;
  private volatile @Nullable Thread hookBefore;

  @GuardedBy("endLock")
  private Duration budgetLeft;

  @GuardedBy("endLock")
  private boolean expiryTold;

  /**
   * Wires an application and starts to track.
   *
   * @return null when no query is configured, or this Spark is none to work with
   * @throws io.tidegate.internal.errors.InvalidConfigurationException when a setting is wrong
   */
  static @Nullable TidegateRuntime create(SparkContext context, SparkConf conf) {
    HostSpark host = HostSpark.current();
    tell(host);
    if (!host.usable()) {
      return null;
    }
    Redactor redactor = ConfReader.redactor(conf);
    HadoopSettings hadoop = new HadoopSettings(context);
    TidegateSettings settings = ConfReader.settings(conf, hadoop.get(), redactor);
    TableLocation location = settings.controlTable();
    TableLocation lineageLocation = settings.lineageTable();
    if (settings.queries().isEmpty() || location == null || lineageLocation == null) {
      LOG.info(
          "Tidegate {}: no spark.tidegate.queries entry, so nothing is tracked.", Version.of());
      return null;
    }
    KernelLogs.quiet();
    TableStores stores = new TableStores(context, hadoop, redactor);
    TableStore<VerdictRow> store = stores.verdicts(location);
    TableStore<LineageRow> lineages = stores.lineages(lineageLocation);
    TidegateRuntime runtime =
        new TidegateRuntime(
            settings,
            redactor,
            store,
            lineages,
            () -> recordLimit(settings, stores.bySql(OwnTable.Kind.LINEAGE)),
            hadoop);
    runtime.warm(lineages);
    stores.whenBySql(() -> runtime.bySql(context, lineages));
    runtime.announce(context, location.isPath(), store.table().location(), hadoop.get());
    return runtime;
  }

  /** Some table is kept by SQL, which needs sessions, and ends with the context. */
  private void bySql(SparkContext context, TableStore<LineageRow> lineages) {
    Consumer<SparkSession> watch =
        session -> {
          if (session.sparkContext().equals(context) && warmed.compareAndSet(false, true)) {
            warm(lineages);
          }
        };
    sessionWatch = watch;
    Sessions.watch(watch);
    Thread before = new Thread(() -> finishBefore(context), "tidegate-end-before");
    hookBefore = before;
    addHook(before, BEFORE_SPARK);
  }

  /** Where the JVM ends and the context was not stopped before. */
  private void finishBefore(SparkContext context) {
    if (!context.isStopped()) {
      finish();
    }
  }

  private static void tell(HostSpark host) {
    switch (host.verdict()) {
      case UNUSABLE -> LOG.error("{}", host.text());
      case UNTESTED -> LOG.warn("{}", host.text());
      case TESTED -> LOG.debug("This Spark is one that tidegate is tested with.");
    }
  }

  /**
   * Over stores that may be any; the writer runs at once.
   *
   * @param recordLimit how long the writer waits for one call to the record
   */
  TidegateRuntime(
      TidegateSettings settings,
      Redactor redactor,
      TableStore<VerdictRow> store,
      TableStore<LineageRow> lineages,
      Supplier<Duration> recordLimit,
      Supplier<Configuration> hadoop) {
    this.settings = settings;
    this.redactor = redactor;
    this.queries = new SparkQueries(redactor);
    this.budgetLeft = settings.flushTimeout();
    this.tracker =
        new Tracker(
            settings,
            new TrackerParts(
                new TimedStore<>(store, storeCalls, settings.commitTimeout()),
                new RecoveryParts(
                    lineages,
                    new TimedStore<>(lineages, recordCalls, recordLimit),
                    starts,
                    RecoveryParts.DEADLINE,
                    new DeltaPlaces(hadoop),
                    counters),
                new DoneParts(
                    new SuccessFiles(hadoop, SystemTime.INSTANCE),
                    fileCalls,
                    new HttpPosts(SystemTime.INSTANCE),
                    postCalls),
                new HadoopCheckpointReader(hadoop),
                queries,
                readers,
                SystemTime.INSTANCE,
                new Random(),
                metrics,
                redactor,
                ProcessIdentity.current().toString(),
                ProcessIdentity::knownGone));
    addHook(hook, HOOK_PRIORITY);
    this.writer = WriterThread.start(tracker, SystemTime.INSTANCE);
  }

  /** Hadoop would end a hook after half a minute, whatever flushTimeout is. */
  private void addHook(Thread hook, int priority) {
    long limit = settings.flushTimeout().plus(HOOK_MARGIN).toMillis();
    try {
      ShutdownHookManager.get().addShutdownHook(hook, priority, limit, TimeUnit.MILLISECONDS);
    } catch (IllegalStateException e) {
      LOG.debug("The JVM is shutting down already.", e);
    }
  }

  /**
   * The writer waits for the record no longer than a start does: verdicts wait meanwhile. A record
   * that is kept by SQL takes as long as it takes.
   */
  private static Duration recordLimit(TidegateSettings settings, boolean bySql) {
    Duration limit = settings.commitTimeout();
    return bySql || limit.compareTo(RecoveryParts.DEADLINE) < 0 ? limit : RecoveryParts.DEADLINE;
  }

  /** Reads the record once, so that the first start does not wait for classes to be loaded. */
  private void warm(TableStore<LineageRow> lineages) {
    starts.execute(
        () -> {
          try {
            lineages.read();
          } catch (StoreException | RuntimeException | LinkageError e) {
            LOG.debug("The recovery record cannot be read yet; the first start tries again.", e);
          }
        });
  }

  private void announce(
      SparkContext context, boolean isPath, String location, Configuration hadoop) {
    String shown = redactor.text(location);
    LOG.info(
        "Tidegate {}: tracking {} entries into {}{}.",
        Version.of(),
        settings.queries().size(),
        shown,
        isPath ? "" : ", kept by SQL");
    if (!isPath) {
      return;
    }
    if (location.startsWith("file:") && !context.isLocal()) {
      LOG.warn(
          "The control table {} is on the driver's local file system although the master is {}:"
              + " consumers elsewhere and later drivers may not see it. Give"
              + " spark.tidegate.controlTable a path on shared storage.",
          shown,
          context.master());
    }
    KernelTableStore.storageWarning(OwnTable.Kind.CONTROL, location, hadoop)
        .ifPresent(warning -> LOG.warn("{}", redactor.text(warning)));
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
    if (tracker.started(queryId, runId, name, startedAt, queries)) {
      writer.wake();
    }
  }

  /** Writes what is left, within what is left of the application's one deadline. */
  void finish() {
    synchronized (endLock) {
      long start = SystemTime.INSTANCE.nanoTime();
      boolean written = writer.finish(budgetLeft);
      Duration took = Duration.ofNanos(SystemTime.INSTANCE.nanoTime() - start);
      budgetLeft = took.compareTo(budgetLeft) < 0 ? budgetLeft.minus(took) : Duration.ZERO;
      if (written) {
        close();
      } else if (!expiryTold) {
        expiryTold = true;
        LOG.warn(
            "The application ends before everything was written ({}): {}. The next"
                + " start of these queries catches up, as soon as the control table can be written"
                + " and the receivers of done markers answer.",
            tracker.cutOff()
                ? "a table that is kept by SQL cannot be written once the SparkContext has stopped"
                : "flushTimeout " + settings.flushTimeout(),
            String.join(", ", tracker.unwritten()));
      }
    }
  }

  /** Ends the threads, without waiting. */
  void close() {
    writer.close();
    readers.close();
    storeCalls.close();
    recordCalls.close();
    starts.close();
    counters.close();
    fileCalls.close();
    postCalls.close();
    Consumer<SparkSession> watch = sessionWatch;
    if (watch != null) {
      Sessions.unwatch(watch);
    }
    Thread before = hookBefore;
    try {
      ShutdownHookManager.get().removeShutdownHook(hook);
      if (before != null) {
        ShutdownHookManager.get().removeShutdownHook(before);
      }
    } catch (IllegalStateException e) {
      LOG.debug("The hook is running.", e);
    }
  }
}
