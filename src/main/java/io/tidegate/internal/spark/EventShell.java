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

import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.util.ErrorText;
import io.tidegate.internal.util.SystemTime;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands a listener's events to the application's tracker. Each session has a listener of its own,
 * and so has each run of a stateful query: instances are cheap, hold no state of their own and do
 * nothing until their first event. Thread safe. Nothing escapes a callback, not even an error that
 * would otherwise end the query or the context.
 */
public final class EventShell {
  private static final Logger LOG = LoggerFactory.getLogger(EventShell.class);
  private static final AtomicBoolean ERROR_TOLD = new AtomicBoolean();

  private final @Nullable SparkConf conf;
  private volatile @Nullable TidegateRuntime runtime;

  /**
   * @param conf the application's live configuration; null to take that of the first event's
   *     application
   */
  public EventShell(@Nullable SparkConf conf) {
    this.conf = conf;
  }

  /** Over one application's runtime. */
  EventShell(TidegateRuntime runtime) {
    this.conf = null;
    this.runtime = runtime;
  }

  private @Nullable TidegateRuntime runtime() {
    TidegateRuntime known = runtime;
    if (known == null) {
      known = Runtimes.forListener(conf);
      runtime = known;
    }
    return known;
  }

  /** A query started; on its own thread, before its first batch. */
  public void started(StreamingQueryListener.QueryStartedEvent event) {
    try {
      TidegateRuntime known = runtime();
      if (known != null) {
        Instant at = SparkProgress.instant(event.timestamp());
        known.started(event.id(), event.runId(), event.name(), at);
      }
    } catch (Throwable e) {
      swallowed(e);
    }
  }

  /** A batch is committed; on the listener bus. */
  public void progressed(StreamingQueryListener.QueryProgressEvent event) {
    long start = SystemTime.INSTANCE.nanoTime();
    try {
      TidegateRuntime known = runtime();
      if (known != null) {
        known.tracker().progressed(event.progress().runId(), new SparkProgress(event.progress()));
        TidegateMetrics metrics = known.metrics();
        metrics.callback(SystemTime.INSTANCE.nanoTime() - start);
      }
    } catch (Throwable e) {
      swallowed(e);
    }
  }

  /** A trigger found nothing to do; on the listener bus. */
  public void idled(StreamingQueryListener.QueryIdleEvent event) {
    try {
      TidegateRuntime known = runtime();
      if (known != null) {
        known.tracker().idled(event.id(), event.runId());
      }
    } catch (Throwable e) {
      swallowed(e);
    }
  }

  /** A query ended; on the listener bus. */
  public void terminated(StreamingQueryListener.QueryTerminatedEvent event) {
    try {
      TidegateRuntime known = runtime();
      if (known != null) {
        String error =
            event.exception().isEmpty() ? null : ErrorText.firstLine(event.exception().get());
        known.tracker().terminated(event.runId(), error == null ? null : known.redact(error));
      }
    } catch (Throwable e) {
      swallowed(e);
    }
  }

  private static void swallowed(Throwable error) {
    if (ERROR_TOLD.compareAndSet(false, true)) {
      try {
        LOG.error("An event could not be taken; queries are not affected.", error);
      } catch (Throwable alsoLogging) {
        // Nothing may escape, and there is nowhere left to say it.
        return;
      }
    }
  }
}
