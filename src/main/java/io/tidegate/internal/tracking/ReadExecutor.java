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
