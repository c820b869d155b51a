package io.tidegate.internal.tracking;

/** Where examinations run. Thread safe. */
public interface ReadExecutor {

  /** A task that was handed over. */
  interface Ticket {
    /** Nobody waits for the task any more: if it hangs, another thread takes its place. */
    void giveUp();
  }

  /** Runs a task, now or later, on any thread. */
  Ticket execute(Runnable task);
}
