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

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A small pool of daemon threads for calls that may hang. A call that is given up keeps its thread
 * and another takes its place, up to a bound; beyond that, calls wait for a thread to come back.
 * Threads end after a minute without work. Thread safe.
 */
public final class Workers implements ReadExecutor {
  private final int size;
  private final int most;
  private final ThreadPoolExecutor pool;
  private final AtomicInteger hanging = new AtomicInteger();

  /**
   * @param name of the threads
   * @param size threads in ordinary times
   * @param most threads when some of them hang
   */
  public Workers(String name, int size, int most) {
    this.size = size;
    this.most = most;
    this.pool =
        new ThreadPoolExecutor(
            size, size, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), daemons(name));
    pool.allowCoreThreadTimeOut(true);
  }

  private static ThreadFactory daemons(String name) {
    AtomicInteger number = new AtomicInteger();
    ClassLoader ours = Workers.class.getClassLoader();
    return task -> {
      // Without inherited thread locals: Spark's active session is one, and whose it would be is
      // chance.
      Thread thread = new Thread(null, task, name + "-" + number.incrementAndGet(), 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(ours);
      return thread;
    };
  }

  /** A task on its way through the pool. */
  private final class Job implements Runnable, Ticket {
    /** Where the task is. */
    private enum State {
      WAITING,
      RUNNING,
      GIVEN_UP,
      OVER
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final Runnable task;

    Job(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      if (!state.compareAndSet(State.WAITING, State.RUNNING)) {
        return;
      }
      try {
        task.run();
      } finally {
        if (state.getAndSet(State.OVER) == State.GIVEN_UP) {
          hanging.decrementAndGet();
          resize();
        }
      }
    }

    @Override
    public void giveUp() {
      if (state.compareAndSet(State.WAITING, State.OVER)) {
        pool.remove(this);
      } else if (state.compareAndSet(State.RUNNING, State.GIVEN_UP)) {
        hanging.incrementAndGet();
        resize();
      }
    }
  }

  @Override
  public Ticket execute(Runnable task) {
    Job job = new Job(task);
    pool.execute(job);
    return job;
  }

  /**
   * Calls and waits.
   *
   * @param nanos how long to wait before the call is given up to its thread
   * @throws TimeoutException when it is given up, or had no thread to run on
   * @throws ExecutionException with what the call threw
   */
  public <T> T call(Callable<T> call, long nanos)
      throws TimeoutException, ExecutionException, InterruptedException {
    FutureTask<T> task = new FutureTask<>(call);
    Ticket ticket = execute(task);
    try {
      return task.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | InterruptedException e) {
      ticket.giveUp();
      throw e;
    }
  }

  private synchronized void resize() {
    int threads = Math.min(most, size + hanging.get());
    if (threads > pool.getMaximumPoolSize()) {
      pool.setMaximumPoolSize(threads);
      pool.setCorePoolSize(threads);
    } else {
      pool.setCorePoolSize(threads);
      pool.setMaximumPoolSize(threads);
    }
  }

  /** Tasks that wait for a thread. */
  int waiting() {
    return pool.getQueue().size();
  }

  /** Ends the threads that do not hang, without waiting. */
  public void close() {
    pool.shutdownNow();
  }
}
