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
package io.tidegate.internal.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** How a command ends. The codes are public: scripts go by them. */
enum Exit {
  /** Done; for {@code wait}: final. */
  OK(0, "done; for wait: the period is final for every table, whatever their states"),
  /** Still not final at the timeout. */
  TIMED_OUT(1, "timed out: not final yet"),
  /** The question is wrong. */
  USAGE(2, "wrong arguments, or wrong settings"),
  /** A stream was refused a start. */
  STOPPED(3, "stopped: a stream was refused a start, so waiting does not help"),
  /** Nobody has been seen at work. */
  STALE(4, "stale: an owner has not been seen for longer than --max-age"),
  /** No answer. */
  UNREADABLE(5, "cannot be answered: a table or checkpoint cannot be read, or has no such row"),
  /** The period is out of reach. */
  NOT_COVERED(6, "not covered: the period starts before what the stream can vouch for"),
  /** The evidence does not suffice. */
  HELD(7, "held: what the checkpoint holds proves nothing newer"),
  /** The row is somebody else's. */
  OWNED(8, "owned: a run that is alive, or a newer lineage, keeps the table's row"),
  /** A verdict is not what its checkpoint proves. */
  DISAGREES(9, "disagrees: a verdict is not what its checkpoint proves"),
  /** A defect. */
  DEFECT(70, "a defect of tidegate");

  private final int code;
  private final String meaning;

  Exit(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  int code() {
    return code;
  }

  /** The codes with their meanings, as help shows them. */
  static Map<String, String> byMeaning() {
    Map<String, String> shown = new LinkedHashMap<>();
    for (Exit exit : values()) {
      shown.put(Integer.toString(exit.code), exit.meaning);
    }
    return shown;
  }
}
