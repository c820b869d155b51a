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

import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.recovery.Resume;
import io.tidegate.internal.store.CommitLoop;
import io.tidegate.internal.store.TableSnapshot;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Gives a lineage a fresh streak. */
@Command(
    name = "resume",
    description = {
      "Lets a refused query start again, and counts its attempts afresh from then on. Its history is"
          + " kept. Correct first what made its attempts fail.",
      "",
      "It starts nothing: start the query as usual. Until it runs, its table says STOPPED.%n"
    })
final class ResumeCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final TableOptions tables = new TableOptions();
  @Mixin private final LineageOptions lineage = new LineageOptions();

  ResumeCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws CommandException {
    Tables open = tables.openToWrite(context);
    List<LineageRow> rows = lineage.of(open);
    if (rows.size() > 1) {
      throw new CommandException(
          Exit.USAGE,
          "Several checkpoints have had a query of that name. Give the one that is meant with"
              + " --checkpoint: "
              + rows.stream().map(LineageRow::checkpoint).collect(Collectors.joining(", ")));
    }
    String checkpoint = rows.get(0).checkpoint();
    CommitLoop.Result.Done<LineageRow> done =
        Commits.run(
            open.lineages(),
            context.time(),
            table -> resumed(table, checkpoint),
            "Nothing is resumed.");
    LineageRow row = done.table().rows().get(checkpoint);
    long attempts = row == null ? rows.get(0).attempts() : row.attempts();
    context
        .terminal()
        .out()
        .println(
            Texts.shown(
                done.wrote()
                    ? checkpoint
                        + " is resumed: none of its "
                        + attempts
                        + " attempts so far counts against its next start."
                    : checkpoint + " is resumed already: no attempt has started since."));
    return Exit.OK.code();
  }

  /** Nothing where there is nothing to count afresh. */
  private List<LineageRow> resumed(TableSnapshot<LineageRow> table, String checkpoint) {
    LineageRow row = table.rows().get(checkpoint);
    return row == null || Resume.resumed(row)
        ? List.of()
        : List.of(Resume.resume(row, context.time().now()));
  }
}
