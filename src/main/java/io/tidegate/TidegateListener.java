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
package io.tidegate;

import io.tidegate.internal.spark.EventShell;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.jspecify.annotations.Nullable;

/**
 * The listener, named in {@code spark.sql.streaming.streamingQueryListeners} or added to a session.
 * {@link TidegatePlugin} adds it by itself; alone, it tracks just the same but cannot stop an
 * application whose settings are wrong. Any number of instances share one tracker for each
 * application. Thread safe; no callback blocks or throws.
 */
public final class TidegateListener extends StreamingQueryListener {
  private final EventShell shell;

  /** Tracks by the configuration of the application whose first event arrives. */
  public TidegateListener() {
    this(null);
  }

  /**
   * Called by Spark.
   *
   * @param conf the application's live configuration
   */
  public TidegateListener(@Nullable SparkConf conf) {
    this.shell = new EventShell(conf);
  }

  @Override
  public void onQueryStarted(QueryStartedEvent event) {
    shell.started(event);
  }

  @Override
  public void onQueryProgress(QueryProgressEvent event) {
    shell.progressed(event);
  }

  @Override
  public void onQueryIdle(QueryIdleEvent event) {
    shell.idled(event);
  }

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {
    shell.terminated(event);
  }
}
