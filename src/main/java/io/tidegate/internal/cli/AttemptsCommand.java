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

import io.tidegate.internal.recovery.Attempt;
import io.tidegate.internal.recovery.CheckpointLook;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.recovery.Liveness;
import io.tidegate.internal.recovery.Refusals;
import io.tidegate.internal.recovery.Standing;
import io.tidegate.internal.store.checkpoint.HadoopCheckpointReader;
import io.tidegate.internal.util.ProcessIdentity;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the recorded attempts of a lineage. */
@Command(
    name = "attempts",
    description = {
      "Shows the recorded starts of a query, how each ended and whether it banked progress, and how"
          + " many bad ones in a row count against the next start.",
      "",
      "It reads the query's checkpoint for what the last attempt banked; where that cannot be read,"
          + " it is not known.%n"
    })
final class AttemptsCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final TableOptions tables = new TableOptions();
  @Mixin private final LineageOptions lineage = new LineageOptions();

  AttemptsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws CommandException {
    Tables open = tables.open(context);
    PrintWriter out = context.terminal().out();
    String separator = "";
    Collection<LineageRow> all = Tables.rows(open.lineages()).values();
    for (LineageRow row : lineage.of(open)) {
      out.print(separator);
      show(row, all, open.hadoop(), out);
      separator = System.lineSeparator();
    }
    return Exit.OK.code();
  }

  private void show(
      LineageRow row, Collection<LineageRow> all, Configuration hadoop, PrintWriter out) {
    out.println("Query:      " + Texts.cell(row.queryName()));
    out.println("Checkpoint: " + Texts.cell(row.checkpoint()));
    CheckpointLook look = look(row, hadoop);
    if (look.replaces(row)) {
      out.println("The checkpoint has been replaced: the next start begins a new history.");
    }
    Optional<Standing> standing =
        Standing.of(
            row,
            look,
            Refusals.besides(row.checkpoint(), all),
            new Liveness(ProcessIdentity::knownGone),
            context.time().now());
    if (standing.isEmpty()) {
      out.println("Its history is damaged. The next start counts afresh.");
      return;
    }
    out.println(
        "Attempts:   "
            + row.attempts()
            + " in all; "
            + standing.get().streak()
            + " in a row ended badly and banked nothing");
    if (row.refusals() > 0) {
      out.println(
          "Refused:    "
              + row.refusals()
              + (row.refusals() == 1 ? " start, at " : " starts, the last at ")
              + Texts.cell(row.refusedAt())
              + ": "
              + Texts.cell(row.refusedReason()));
    }
    if (!standing.get().attempts().isEmpty()) {
      out.println();
      text(standing.get()).lines(context.terminal().colour()).forEach(out::println);
    }
  }

  private static TextTable text(Standing standing) {
    TextTable text =
        new TextTable(-1, "ATTEMPT", "STARTED", "ENDED", "READING", "BANKED", "HOW", "ERROR");
    for (Standing.Line line : standing.attempts()) {
      Attempt attempt = line.attempt();
      text.row(
          TextTable.Style.PLAIN,
          Long.toString(attempt.number()),
          attempt.startedAt().toString(),
          Texts.cell(attempt.endedAt()),
          Texts.cell(attempt.baseline()),
          banked(line.banked()),
          (attempt.probe() ? "probe, " : "")
              + line.ending()
              + (line.resumed() ? " (before the resume)" : ""),
          Texts.cell(attempt.error() != null ? attempt.error() : attempt.errorClass()));
    }
    return text;
  }

  private static String banked(@Nullable Boolean banked) {
    return banked == null ? "unknown" : banked ? "yes" : "no";
  }

  private CheckpointLook look(LineageRow row, Configuration hadoop) {
    try {
      return new HadoopCheckpointReader(() -> hadoop).outline(row.checkpoint()).look(null);
    } catch (IOException e) {
      context
          .terminal()
          .say("The checkpoint " + row.checkpoint() + " cannot be read: " + e.getMessage());
      return CheckpointLook.unknown();
    }
  }
}
