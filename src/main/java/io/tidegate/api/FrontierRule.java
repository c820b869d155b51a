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
package io.tidegate.api;

import java.util.Locale;

/** The rules that derive a frontier, each with the assumption under which it is true. */
public enum FrontierRule {
  /** The source says it. */
  OFFSET(
      "the end offset of each source holds a time that does not decrease in the order the source is"
          + " read, and a position with time T means that everything before T has been read"),
  /** Spark's event-time watermark. */
  WATERMARK(
      "rows older than Spark's event-time watermark do not come any more: a heuristic, the maximum"
          + " seen minus the declared delay"),
  /** Proof of having caught up. */
  ARRIVAL(
      "what had arrived in the source before an instant is visible to it by then, within lag: the"
          + " frontier is the last time the query found nothing to read");

  private final String assumption;

  FrontierRule(String assumption) {
    this.assumption = assumption;
  }

  /** The value of {@code frontier} that selects this rule, in lower case. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The assumption the rule's verdicts stand on, as a sentence without its full stop. */
  public String assumption() {
    return assumption;
  }
}
