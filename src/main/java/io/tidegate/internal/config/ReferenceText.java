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
package io.tidegate.internal.config;

/** The prose of {@code docs/configuration.md}, a constant for each section. */
final class ReferenceText {
  private ReferenceText() {}

  static final String INTRODUCTION =
      """
      # Configuration

      <!-- Generated from the options' declarations: change those, not this page. -->

      Every key begins with `spark.tidegate.` and is part of Spark's configuration: `--conf`,
      `spark-defaults.conf`, or the session's builder. `spark.tidegate.config` may name a HOCON file with
      the same keys under the root `tidegate`. For each key Spark's configuration comes before the file,
      and the file before the default. Then an option in a query entry comes before the same option given
      for all entries, wherever either stands.

      Parsing is strict. Keys and words are case-sensitive, and no value is repaired. An unknown key, a
      wrong value, an empty value or a missing partner is an error, also where a stronger setting hides
      it. All errors are reported at once, each with its key, its value, where it was given and what is
      allowed. Values are redacted as Spark redacts them (`spark.redaction.regex`,
      `spark.redaction.string.regex`).

      A wrong setting stops the application at its start, before it asks for executors: otherwise it would
      run untracked, and nobody would know. `spark.tidegate.failOnInvalidConf=false` turns that into one
      ERROR and runs the application without tidegate. A wrong environment never stops anything: where the
      control table cannot be reached or written, queries run on and the log says what is wrong.
      """;

  static final String QUERIES =
      """
      A query is tracked when an entry `queries.<label>` matches its name. Labels are made of letters,
      digits, `_` and `-`; any other name is a value of `.name`. Options marked \\* may also be given once
      for all entries, without `queries.<label>`: `spark.tidegate.granularity=day`.
      """;

  static final String DONE =
      """
      A file or a POST for each period that becomes final; [done markers](done-markers.md) says what they
      hold and what is promised. All may be given once for all entries (\\*), and an entry may say `none`.
      """;

  static final String RECOVERY =
      """
      How often a lineage may start again without banking progress; [recovery](recovery.md) has the rules.
      All may be given once for all entries (\\*).
      """;

  static final String NAMES =
      """
      ## Names and globs

      A name is matched exactly and case-sensitively. In a glob `*` stands for any characters, none
      included; `\\*` is a star. An exact name is better than a glob; of two globs the one with the longer
      text before its first star is better, then the one with fewer stars. A query that two entries match
      equally well is not tracked: that is one ERROR and a metric. A query without a name, or with a blank
      one, is never tracked.

      The `table` of a glob holds `{name}`, so that each query has a table of its own. Two entries with
      the same name are an error. So are two entries that can be seen to give the same table; the same
      `table` under two globs is none, since a query belongs to one of them.

      Both file formats read backslashes themselves: a star that is meant is written `\\\\*` in
      `spark-defaults.conf` and `"\\\\*"` in HOCON. HOCON needs quotes around every value with a `*`, a `{` or
      a `:` in it.
      """;

  static final String FRONTIERS =
      """
      ## Frontiers

      The frontier of a query is the instant before which everything is in its table. Each rule stands on
      an assumption about the source. There is no default, because no assumption holds everywhere:
      """;

  static final String OFFSET =
      """
      `lag` is subtracted from what the rule says. With `arrival` it must be given, `0s` if that is what
      holds: it bounds how late a row may reach the source, and how far the clocks of the source and of
      the driver may differ.

      ### Times in offsets

      `offset.field` is a path into the end offset of each source, a JSON document such as
      `{"lsn":"0x2A","commit_ts":"2026-10-01T14:03:22.117"}`. Segments are separated by dots and are
      case-sensitive. `*` stands for every member of an object or every element of an array. A segment
      that holds a dot, a backtick or only a star is written between backticks, a backtick doubled:
      `` `db.orders`.commit_ts ``. Arrays are descended into without a segment of their own. Where a path
      leads to several times, the earliest counts.

      A time is one of these:

      * ISO-8601 with an offset from UTC or `Z`, a `T` or a blank between date and time:
        `2026-10-01T14:03:22.117Z`, `2026-10-01 16:03:22+02:00`;
      * the same without an offset; `offset.zone` says where that is. Of two readings at the end of
        daylight saving time the one that finalises less is taken;
      * seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their magnitude.

      Anything else makes no claim, and the verdict holds: an empty text, null, 0, and times before 1980,
      which stand for no time at all.
      """;

  static final String DURATIONS =
      """
      ## Durations and lists

      A duration is a whole number with a unit, `5m` or `10 s`, or ISO-8601: `PT1H30M`. Units are `ms`,
      `s`, `m`, `h` and `d`, or written out: `minutes`; a day has 24 hours. A number without a unit is an
      error. No duration is negative or longer than 36500 days.

      A list is given with commas between its elements, or as a HOCON list, which also takes elements that
      hold a comma. `none` is the empty list, `[]` in HOCON.
      """;

  static final String EXAMPLES =
      """
      ## Examples

      As properties, in `spark-defaults.conf` or after `--conf`:

      ```properties
      spark.tidegate.controlTable            hdfs:///lake/tidegate/control
      spark.tidegate.queries.orders.table    sales.orders
      spark.tidegate.queries.orders.frontier offset
      spark.tidegate.queries.cdc.name        cdc.*
      spark.tidegate.queries.cdc.table       raw.{name}
      spark.tidegate.queries.cdc.frontier    arrival
      spark.tidegate.queries.cdc.lag         10m
      ```

      The same in HOCON, in the file named by `spark.tidegate.config`:

      ```hocon
      tidegate {
        controlTable = "hdfs:///lake/tidegate/control"
        queries {
          orders {
            table = sales.orders
            frontier = offset
          }
          cdc {
            name = "cdc.*"
            table = "raw.{name}"
            frontier = arrival
            lag = 10m
          }
        }
      }
      ```

      References (`${tidegate.heartbeat}`, `${?ENVIRONMENT_VARIABLE}`) are resolved, the defaults included;
      other files are not included. Complete files are in `conf-examples/`.
      """;
}
