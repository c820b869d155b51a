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
package io.tidegate.internal.status;

/**
 * What a gate says of one table and one period.
 *
 * @param kind the answer
 * @param text the same in a sentence that names the table, with what is in the way
 */
public record Answer(Kind kind, String text) {

  /** The answers there are, the weightiest last. */
  public enum Kind {
    /** The period is final, whatever the table's state. */
    FINAL,
    /** Not yet: ask again. */
    NOT_YET,
    /** Not yet, and nobody has been seen at work for longer than the asker accepts. */
    STALE,
    /** Not final, and the stream was refused a start: somebody has to act. */
    STOPPED,
    /** Never: the period starts before what the table's owner can vouch for. */
    NOT_COVERED
  }
}
