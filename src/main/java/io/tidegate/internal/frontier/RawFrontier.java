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
package io.tidegate.internal.frontier;

import io.tidegate.api.HoldCode;
import java.time.Instant;

/** What a rule reads from a batch, before the guard. */
sealed interface RawFrontier {

  /**
   * A frontier.
   *
   * @param raw the minimum over the batch's sources
   * @param notBefore the earliest instant a new lineage's coverage may begin after; never before
   *     {@code raw}
   */
  record At(Instant raw, Instant notBefore) implements RawFrontier {}

  /**
   * None.
   *
   * @param code why
   * @param why a sentence without its full stop
   */
  record None(HoldCode code, String why) implements RawFrontier {}
}
