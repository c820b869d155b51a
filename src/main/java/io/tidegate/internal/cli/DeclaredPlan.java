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

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.model.QueryPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that say of a query what no checkpoint tells. */
final class DeclaredPlan {
  @ArgGroup private @Nullable State state;

  /** What it keeps between batches. */
  static final class State {
    @Option(
        names = "--stateless",
        description =
            "Declares that the query runs in plain micro-batches (not continuously, in real-time"
                + " mode or with asynchronous progress tracking) and keeps nothing between them: no"
                + " aggregation, no join of streams, no state of its own, no deduplication. A"
                + " checkpoint that holds state contradicts it, and holds the verdict.")
    private boolean stateless;

    @Option(
        names = "--emits-at-once",
        description =
            "Declares plain micro-batches, as --stateless does, of a query whose state holds no row"
                + " back: it deduplicates or limits rows, and does nothing else that keeps state.")
    private boolean emitsAtOnce;
  }

  @Option(
      names = "--watermarked",
      description =
          "With the rule watermark: declares that every streaming source of the query has a"
              + " withWatermark above it.")
  private boolean watermarked;

  /** The plan as it is declared. */
  QueryPlan plan(FrontierRule rule) throws CommandException {
    if (state == null || !(state.stateless || state.emitsAtOnce)) {
      throw new CommandException(
          Exit.USAGE,
          "A checkpoint does not tell how its query runs, nor whether all that was read has left"
              + " it. Declare it with --stateless or --emits-at-once; a query that aggregates or"
              + " joins streams is judged by its own runs only.");
    }
    if (rule == FrontierRule.WATERMARK && !watermarked) {
      throw new CommandException(
          Exit.USAGE,
          "A checkpoint does not tell whether every source of its query has a watermark. Declare it"
              + " with --watermarked.");
    }
    return of(state.emitsAtOnce, watermarked);
  }

  /** A plan of rows that leave in the batch that read them. */
  static QueryPlan of(boolean emitsAtOnce, boolean watermarked) {
    return new QueryPlan(
        QueryPlan.Execution.MICRO_BATCH,
        QueryPlan.Trigger.PROCESSING_TIME,
        QueryPlan.OutputMode.APPEND,
        List.of(),
        List.of(),
        emitsAtOnce ? List.of("declared") : List.of(),
        List.of(),
        watermarked ? 1 : 0,
        null);
  }
}
