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

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.streaming.StreamingQueryListener;

/** A listener of the user's own, which has to go on hearing of every query. */
public final class CountingListener extends StreamingQueryListener {
  static final AtomicInteger STARTED = new AtomicInteger();

  /** Called by Spark. */
  public CountingListener() {}

  @Override
  public void onQueryStarted(QueryStartedEvent event) {
    STARTED.incrementAndGet();
  }

  @Override
  public void onQueryProgress(QueryProgressEvent event) {}

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {}
}
