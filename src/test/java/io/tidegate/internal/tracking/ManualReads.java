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
