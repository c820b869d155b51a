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
package io.tidegate.internal.recovery;

/**
 * How an attempt counts, once it has been judged. Names are stable: they stand in the record as
 * {@code earlier_ending}.
 */
enum Ending {
  /** Not judged yet: no end is recorded, but it is alive. */
  ALIVE(Weight.NONE),
  /** It did what it was there for, or had nothing to do: the streak ends. */
  GOOD(Weight.GOOD),
  /** Stopped, itself or its SparkContext, with nothing to show for it; never bad. */
  STOPPED_IDLE(Weight.NONE),
  /** It died in an application in which another lineage was refused. */
  COLLATERAL(Weight.NONE),
  /** Its SparkContext was stopped under it, which is less than a good end. */
  CONTEXT_STOPPING(Weight.NONE),
  /** It failed with an exempt error. */
  EXEMPT(Weight.LIMITED),
  /** It failed with an exception of its own. */
  FAILED(Weight.BAD),
  /** Lost with no batch pending, and never seen with nothing to do. */
  LOST_IDLE(Weight.LIMITED),
  /** Lost with a batch pending. */
  LOST_AT_WORK(Weight.BAD),
  /** Lost before any run was bound to it. */
  NEVER_BOUND(Weight.LIMITED),
  /** It ended in a way that this version does not know. */
  OTHER(Weight.NONE);

  /** Neutral endings with a limit turn bad after this many in a row. */
  static final int TOLERATED_IN_A_ROW = 10;

  /** What an ending does to the streak; a limited one is neutral only for so long. */
  private enum Weight {
    NONE,
    LIMITED,
    BAD,
    GOOD
  }

  private final Weight weight;

  Ending(Weight weight) {
    this.weight = weight;
  }

  boolean good() {
    return weight == Weight.GOOD;
  }

  /**
   * Whether it is a bad end.
   *
   * @param inARow how many attempts in a row ended so, up to and with this one
   */
  boolean bad(long inARow) {
    return weight == Weight.BAD || (weight == Weight.LIMITED && inARow > TOLERATED_IN_A_ROW);
  }
}
