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
package io.tidegate.internal.tracking;

import io.tidegate.internal.util.Time;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that runs a tracker: a daemon that no error ends. Closing has two stages: {@link
 * #finish} lets it write what is left, {@link #close} ends it. Thread safe.
 */
public final class WriterThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriterThread.class);
  private static final Duration AFTER_AN_ERROR = Duration.ofSeconds(1);
  private static final Duration FINISH_POLL = Duration.ofMillis(10);

  private final Tracker tracker;
  private final Time time;
  private final Thread thread;
  private volatile boolean closed;
  private boolean errorTold;

  /** Makes and starts the thread. */
  public static WriterThread start(Tracker tracker, Time time) {
    WriterThread writer = new WriterThread(tracker, time);
    writer.thread.start();
    return writer;
  }

  private WriterThread(Tracker tracker, Time time) {
    this.tracker = tracker;
    this.time = time;
    this.thread = new Thread(this::loop, "tidegate-writer");
    thread.setDaemon(true);
    thread.setContextClassLoader(WriterThread.class.getClassLoader());
  }

  private void loop() {
    while (!closed && !tracker.done()) {
      Duration pause = pass();
      if (!closed && !tracker.done()) {
        LockSupport.parkNanos(this, pause.toNanos());
      }
    }
  }

  private Duration pass() {
    boolean ours = Thread.interrupted(); // kept, the flag would end every wait of a pass at once
    if (ours) {
      LOG.debug("The writer was interrupted; it goes on.");
    }
    try {
      Duration pause = tracker.runOnce();
      errorTold = false;
      return pause;
    } catch (Throwable e) { // an error of ours must not end the tracking of the others
      if (!errorTold && !closed) {
        LOG.error("A pass of the writer failed; it goes on.", e);
        errorTold = true;
      }
      return AFTER_AN_ERROR;
    }
  }

  /** Lets the next pass begin at once. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  /**
   * Writes what is left; the thread ends once that is done, be it after the limit.
   *
   * @param limit how long this may take
   * @return whether everything is written
   */
  public boolean finish(Duration limit) {
    long start = time.nanoTime();
    tracker.end();
    wake();
    boolean interrupted = Thread.interrupted(); // what is left is written all the same
    try {
      while (!tracker.done() && thread.isAlive()) {
        if (time.nanoTime() - start >= limit.toNanos()) {
          return false;
        }
        time.sleep(FINISH_POLL);
        interrupted |= Thread.interrupted();
      }
      return tracker.done() && tracker.unwritten().isEmpty();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    wake();
  }
}
