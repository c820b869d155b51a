package io.tidegate.internal.tracking;

import java.util.ArrayDeque;
import java.util.Deque;

/** Runs examinations at once, or keeps them until the test lets one go. */
final class ManualReads implements ReadExecutor {
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private boolean holding;
  private int givenUp;

  /** From now on examinations wait; false lets later ones run at once again. */
  void hold(boolean hold) {
    holding = hold;
  }

  /** The oldest one that waits ends now. */
  void letOneGo() {
    waiting.remove().run();
  }

  int waiting() {
    return waiting.size();
  }

  int givenUp() {
    return givenUp;
  }

  @Override
  public Ticket execute(Runnable task) {
    if (holding) {
      waiting.add(task);
    } else {
      task.run();
    }
    return () -> givenUp++;
  }
}
