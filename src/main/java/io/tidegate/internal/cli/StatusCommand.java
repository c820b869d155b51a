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

import io.tidegate.internal.status.SeenState;
import io.tidegate.internal.status.TableStatus;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows every table of the control table. */
@Command(
    name = "status",
    description = {
      "Shows for every table what is final, how far that lies behind, and what holds it.",
      "",
      "A period from START (inclusive) to END (exclusive) is final when FROM <= START and"
          + " END <= UNTIL. A table whose state is ACTIVE in the control table, but whose owner has"
          + " not been seen in time, is shown as LOST.%n"
    })
final class StatusCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final TableOptions tables = new TableOptions();

  @Option(
      names = {"-t", "--table"},
      paramLabel = "TABLE",
      description = "Only this table; may be given several times.")
  private List<String> names = List.of();

  @Option(names = "--json", description = "Writes one JSON object, with every column.")
  private boolean json;

  StatusCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws CommandException {
    Tables open = tables.open(context);
    Map<String, VerdictRow> rows = new TreeMap<>(Tables.rows(open.verdicts()));
    for (String name : names) {
      if (!rows.containsKey(name)) {
        throw Tables.unknown(open.verdicts(), "table", name, rows.keySet());
      }
    }
    if (!names.isEmpty()) {
      rows.keySet().retainAll(names);
    }
    Instant now = context.time().now();
    List<TableStatus> statuses = new ArrayList<>();
    rows.values().forEach(row -> statuses.add(TableStatus.of(row, now)));
    Terminal terminal = context.terminal();
    if (json) {
      terminal.out().println(StatusJson.write(open.verdicts().table(), now, statuses));
    } else if (statuses.isEmpty()) {
      terminal.say("The " + open.verdicts().table() + " is empty: no tracked query has started.");
    } else {
      text(statuses).lines(terminal.colour()).forEach(terminal.out()::println);
    }
    return Exit.OK.code();
  }

  private static TextTable text(List<TableStatus> statuses) {
    TextTable text =
        new TextTable(1, "TABLE", "STATE", "FROM", "UNTIL", "LAG", "SEEN", "BASIS", "HELD BY");
    for (TableStatus status : statuses) {
      text.row(
          style(status.state()),
          Texts.cell(status.row().tableName()),
          status.state().name(),
          Texts.cell(status.claim().from()),
          Texts.cell(status.claim().until()),
          status.lag().map(Texts::span).orElse(Texts.NONE),
          status.unseenFor().map(unseen -> Texts.span(unseen) + " ago").orElse(Texts.NONE),
          Texts.cell(status.row().basis()),
          status
              .held()
              .map(held -> held(status, held))
              .orElse(status.claim().isEmpty() ? "nothing final yet" : Texts.NONE));
    }
    return text;
  }

  private static String held(TableStatus status, TableStatus.Held held) {
    String code = Texts.shown(held.code());
    if (status.state() == SeenState.LOST) {
      return code + ", not seen since " + Texts.cell(status.row().seenAt());
    }
    return held.since() == null ? code : code + " since " + held.since();
  }

  private static TextTable.Style style(SeenState state) {
    return switch (state) {
      case ACTIVE -> TextTable.Style.GOOD;
      case ENDED -> TextTable.Style.PLAIN;
      case LOST, UNKNOWN -> TextTable.Style.DOUBTFUL;
      case FAILED, STOPPED -> TextTable.Style.BAD;
    };
  }
}
