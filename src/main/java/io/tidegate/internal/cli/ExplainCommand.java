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

import io.tidegate.internal.status.Claim;
import io.tidegate.internal.status.HoldAdvice;
import io.tidegate.internal.status.SeenState;
import io.tidegate.internal.status.TableStatus;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says why the next period of a table is not final. */
@Command(
    name = "explain",
    description = {
      "Says why the next period of a table is not final yet: what holds it, since when, what that"
          + " means and what to do.",
      ""
    })
final class ExplainCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final TableOptions tables = new TableOptions();

  @Option(
      names = {"-t", "--table"},
      required = true,
      paramLabel = "TABLE",
      description = "The table.")
  private String name = "";

  ExplainCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws CommandException {
    Tables open = tables.open(context);
    Map<String, VerdictRow> rows = Tables.rows(open.verdicts());
    VerdictRow row = rows.get(name);
    if (row == null) {
      throw Tables.unknown(open.verdicts(), "table", name, rows.keySet());
    }
    lines(TableStatus.of(row, context.time().now()))
        .forEach(line -> context.terminal().out().println(Texts.shown(line)));
    return Exit.OK.code();
  }

  private static List<String> lines(TableStatus status) {
    VerdictRow row = status.row();
    List<String> lines = new ArrayList<>();
    lines.add(row.tableName() + ": " + claimed(status.claim()) + ".");
    Optional<TableStatus.Held> held = status.held();
    held.ifPresentOrElse(
        hold -> held(lines, hold, status.at()),
        () ->
            lines.add(
                (status.claim().isEmpty() ? "Nothing" : "The next period: nothing")
                    + free(status)));
    lines.add("");
    lines.add("State:      " + status.state());
    lines.add("Last seen:  " + Texts.ago(row.seenAt(), status.at()));
    lines.add("Basis:      " + Texts.cell(row.basis()));
    lines.add("Frontier:   " + Texts.cell(row.frontier()) + behind(row));
    lines.add("Query:      " + Texts.cell(row.queryName()));
    lines.add("Checkpoint: " + Texts.cell(row.checkpoint()));
    return lines;
  }

  private static String claimed(Claim claim) {
    if (!claim.isEmpty()) {
      return "final from " + claim.from() + " until " + claim.until();
    }
    return claim.from() == null
        ? "nothing is final yet"
        : "nothing is final yet; periods from " + claim.from() + " on will be";
  }

  private static void held(List<String> lines, TableStatus.Held hold, Instant now) {
    lines.add(
        "The next period is held by "
            + hold.code()
            + (hold.since() == null ? "." : ", since " + Texts.ago(hold.since(), now) + "."));
    lines.add("");
    if (hold.reason() != null) {
      lines.add("What:       " + hold.reason());
    }
    HoldAdvice.on(hold.code())
        .map(HoldAdvice::plain)
        .ifPresentOrElse(
            advice -> {
              lines.add("Meaning:    " + advice.meaning());
              lines.add("What to do: " + advice.remedy());
            },
            () -> lines.add("Meaning:    A newer version of tidegate wrote this code."));
  }

  private static String free(TableStatus status) {
    if (status.state() == SeenState.ENDED) {
      return " holds it. Its query has ended, and goes on when it is started again.";
    }
    return " holds it. It becomes final when the frontier has passed its end: the period that"
        + " holds the frontier is never final.";
  }

  private static String behind(VerdictRow row) {
    return row.heldValue() == null ? "" : ", rejected as too far ahead: " + row.heldValue();
  }
}
