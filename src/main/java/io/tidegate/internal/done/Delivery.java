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
package io.tidegate.internal.done;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How an attempt to deliver a marker ended. */
public sealed interface Delivery {

  /** It is there. */
  record Done() implements Delivery {}

  /**
   * It may not be there, for a reason that may pass.
   *
   * @param why what follows the name of the marker in a sentence
   * @param atLeast how long the other side asks to be left alone; zero when it does not
   * @param cause what was thrown; null when nothing was
   */
  record Later(String why, Duration atLeast, @Nullable Throwable cause) implements Delivery {}

  /**
   * It was refused, and would be again.
   *
   * @param why what follows the name of the marker in a sentence
   */
  record Never(String why) implements Delivery {}
}
