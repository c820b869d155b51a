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

import io.tidegate.api.HoldCode;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a code means and what to do about it, as {@code docs/holds.md} says it too. The texts are
 * Markdown.
 *
 * @param meaning what it means, a clause
 * @param remedy what to do, in the imperative
 */
public record HoldAdvice(String meaning, String remedy) {
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)]\\([^)]+\\)");

  private static final Map<HoldCode, HoldAdvice> ALL =
      Map.ofEntries(
          Map.entry(
              HoldCode.IDLE,
              new HoldAdvice(
                  "nothing has been committed, or a source has no offset yet",
                  "wait for the first batch")),
          Map.entry(
              HoldCode.NO_FIELD,
              new HoldAdvice(
                  "`offset.field` is not in a source's end offset",
                  "compare the field with the offset in the checkpoint's newest `offsets/` file; "
                      + "sources such as Kafka or files carry no time, use `arrival`, or `watermark` "
                      + "where rows have one")),
          Map.entry(
              HoldCode.NO_TIME,
              new HoldAdvice(
                  "the field holds something that is not a time (null, empty, epoch 0, text, a "
                      + "duplicate key)",
                  "wait if the source has not read anything yet; else correct `offset.field`")),
          Map.entry(
              HoldCode.ZONE_NEEDED,
              new HoldAdvice(
                  "the time has no offset from UTC",
                  "set `offset.zone` to the zone the source's server writes in")),
          Map.entry(
              HoldCode.INCOMPLETE,
              new HoldAdvice(
                  "the offset says that its source is still being read for the first time",
                  "wait for the initial snapshot to end; `offset.incompleteWhen` names the paths")),
          Map.entry(
              HoldCode.TIME_WENT_BACK,
              new HoldAdvice(
                  "a source's time is before one the same run has reported",
                  "find out why the source is not in order; the verdict moves on once its time has "
                      + "passed again")),
          Map.entry(
              HoldCode.FUTURE,
              new HoldAdvice(
                  "a time lies beyond its batch's own timestamp by more than `maxFutureSkew`",
                  "correct the record or the source's clock. Nothing is accepted until the "
                      + "frontier passes the rejected value in `held_value`, a new epoch begins, or "
                      + "rule, field or zone change")),
          Map.entry(
              HoldCode.STATEFUL,
              new HoldAdvice(
                  "with `offset` or `arrival`: the query aggregates, joins streams or keeps state "
                      + "of its own, so what has been read is not in the table yet. With any rule: the "
                      + "checkpoint holds state that the query's plan no longer explains",
                  "track the query that writes the rows, before the aggregation; or use "
                      + "`watermark`, which goes by what has been emitted. A query that no longer keeps "
                      + "state needs a new checkpoint")),
          Map.entry(
              HoldCode.LAG_NEEDED,
              new HoldAdvice(
                  "with `watermark`: the query keeps rows in state otherwise than in one tumbling "
                      + "`window(time, length)` over the column that has the watermark; `reason` names "
                      + "the operators",
                  "set `lag` to at least the longest time a row can wait there: the length of a "
                      + "sliding window, the longest session with its gap, the time bound of a join, the "
                      + "timeout of a state of its own; the sum where one follows another")),
          Map.entry(
              HoldCode.MAX_POLICY,
              new HoldAdvice(
                  "`spark.sql.streaming.multipleWatermarkPolicy` is `max`",
                  "use `min`, the default")),
          Map.entry(
              HoldCode.NO_WATERMARK,
              new HoldAdvice(
                  "there is no watermark yet, none at all, or a source without one",
                  "add `withWatermark` above each source, or wait for the first batch with data")),
          Map.entry(
              HoldCode.NOT_CAUGHT_UP,
              new HoldAdvice(
                  "under `arrival`, a period has passed and no trigger since has been seen to find "
                      + "nothing to read; `reason` names the source",
                  "wait for a pause in the source; see [arrival](frontiers.md#arrival) for "
                      + "`AvailableNow` and for sources that never pause")),
          Map.entry(
              HoldCode.READ_COMMITTED,
              new HoldAdvice(
                  "under `arrival`, a source shows committed transactions only, and an open one "
                      + "may bring old records",
                  "set `lag` to at least 15 minutes, or to the longest transaction where that is "
                      + "longer")),
          Map.entry(
              HoldCode.CLOCK,
              new HoldAdvice(
                  "under `arrival`, the wall clock moved against elapsed time by more than "
                      + "`maxFutureSkew` since the application began",
                  "correct the driver's clock; after a sleep, or a correction that is to stay, "
                      + "start the application anew")),
          Map.entry(
              HoldCode.UNSUPPORTED_TRIGGER,
              new HoldAdvice(
                  "the query runs with asynchronous progress tracking, in real-time or continuous "
                      + "mode",
                  "run it in micro-batches")),
          Map.entry(
              HoldCode.UNKNOWN_PLAN,
              new HoldAdvice(
                  "the plan could not be read, or holds an operator that tidegate does not know; "
                      + "`reason` names it",
                  "report the operator's name; until then the query cannot be judged")),
          Map.entry(
              HoldCode.CHECKPOINT_UNREADABLE,
              new HoldAdvice(
                  "the checkpoint's newest committed batch could not be read; `reason` names the "
                      + "file",
                  "check storage and permissions; Spark itself may fail on a damaged file at its "
                      + "next start")),
          Map.entry(
              HoldCode.REBUILDING,
              new HoldAdvice(
                  "a new lineage has not yet passed what the one before it had claimed",
                  "wait; or set `onNewLineage=trust` if the checkpoint was only moved")),
          Map.entry(
              HoldCode.QUERY_FAILED,
              new HoldAdvice(
                  "with state `FAILED`: the last run ended with the error in `reason`",
                  "correct the cause and start the query again")),
          Map.entry(
              HoldCode.LOST,
              new HoldAdvice(
                  "the last run was lost without a recorded end. Nobody is left to write it: a "
                      + "reader sees the state `ACTIVE` and an `alive_until` that has passed",
                  "look for a killed driver; the next start takes the row over")),
          Map.entry(
              HoldCode.REFUSED,
              new HoldAdvice(
                  "with state `STOPPED`: the lineage was refused a start; `reason` names the bound",
                  "see [recovery](recovery.md#when-a-start-is-refused): correct what fails, and "
                      + "resume it or wait for the probe")),
          Map.entry(
              HoldCode.CONFLICT,
              new HoldAdvice(
                  "another live lineage feeds the same table; the ERROR names both",
                  "let one query write a table, or give the entries different tables")),
          Map.entry(
              HoldCode.FENCED,
              new HoldAdvice(
                  "a newer run of the same lineage, or of the one that replaced its checkpoint, "
                      + "owns the row",
                  "stop the older driver")),
          Map.entry(
              HoldCode.AMBIGUOUS,
              new HoldAdvice(
                  "two entries match the query name equally well, so neither tracks it",
                  "give one of them the exact name or a longer literal prefix")),
          Map.entry(
              HoldCode.STORE,
              new HoldAdvice(
                  "the control table cannot be read or written; the ERROR says why",
                  "see [errors](errors.md); verdicts wait and are tried again for as long as the "
                      + "application lives")));

  /** The advice on a code. */
  public static HoldAdvice on(HoldCode code) {
    HoldAdvice advice = ALL.get(code);
    if (advice == null) {
      throw new IllegalStateException("There is no advice on " + code + ".");
    }
    return advice;
  }

  /** The advice on a code by its name; empty for one that this version does not know. */
  public static Optional<HoldAdvice> on(@Nullable String name) {
    return Arrays.stream(HoldCode.values())
        .filter(code -> code.name().equals(name))
        .findFirst()
        .map(HoldAdvice::on);
  }

  /** The same without Markdown's marks, a sentence each. */
  public HoldAdvice plain() {
    return new HoldAdvice(sentence(meaning), sentence(remedy));
  }

  private static String sentence(String markdown) {
    String text = LINK.matcher(markdown).replaceAll("$1").replace("`", "");
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }
}
