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

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.checkpoint.HadoopCheckpointReader;
import io.tidegate.internal.verdict.VerdictRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares verdicts with the checkpoints that prove them. */
@Command(
    name = "verify",
    description = {
      "Recomputes each table's verdict from the proof that its row names and from the checkpoint,"
          + " and says whether they agree. It writes nothing.",
      "",
      "AGREES: the checkpoint has the row's query_id and committed its batch_id with its end_offset,"
          + " the rule in basis yields its frontier from that, and the verdict is the start of the"
          + " period that holds the frontier.",
      "DISAGREES: one of these is not so; what is expected and what was found follow.",
      "UNKNOWN: the log cannot be asked, since Spark keeps the newest hundred batches or so, or since"
          + " the checkpoint is gone; what the row says by itself has been compared all the same.",
      "",
      "A row does not tell the length and zone of its periods, nor lag. With --conf-file they are"
          + " taken from there, as they are configured now. What is not checked is said.%n"
    })
final class VerifyCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final TableOptions tables = new TableOptions();

  @Option(
      names = {"-t", "--table"},
      paramLabel = "TABLE",
      description = "Only this table; may be given several times.")
  private List<String> names = List.of();

  @Option(names = "--json", description = "Writes one JSON object.")
  private boolean json;

  VerifyCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws CommandException {
    GivenConf conf = tables.conf(context);
    TidegateSettings settings = conf.settings();
    Tables open = tables.open(context, conf, settings);
    Map<String, VerdictRow> rows = new TreeMap<>(Tables.rows(open.verdicts()));
    for (String name : names) {
      if (!rows.containsKey(name)) {
        throw Tables.unknown(open.verdicts(), "table", name, rows.keySet());
      }
    }
    if (!names.isEmpty()) {
      rows.keySet().retainAll(names);
    }
    VerdictCheck check =
        new VerdictCheck(new HadoopCheckpointReader(open::hadoop), settings, conf.redactor());
    List<Verified> all = new ArrayList<>();
    for (VerdictRow row : rows.values()) {
      all.add(check.check(row));
    }
    Terminal terminal = context.terminal();
    if (json) {
      terminal.out().println(json(open.verdicts().table().location(), all));
    } else if (all.isEmpty()) {
      terminal.say("The " + open.verdicts().table() + " is empty: there is nothing to compare.");
    } else {
      text(all).lines(terminal.colour()).forEach(terminal.out()::println);
    }
    return exit(all).code();
  }

  /** The weightiest answer counts. */
  private static Exit exit(List<Verified> all) {
    if (all.stream().anyMatch(each -> each.result() == Verified.Result.DISAGREES)) {
      return Exit.DISAGREES;
    }
    return all.stream().anyMatch(Verified::unreadable) ? Exit.UNREADABLE : Exit.OK;
  }

  private static TextTable text(List<Verified> all) {
    TextTable text = new TextTable(1, "TABLE", "RESULT", "UNTIL", "BATCH", "WHAT");
    for (Verified each : all) {
      text.row(
          each.result().style(),
          Texts.cell(each.row().tableName()),
          each.result().name(),
          Texts.cell(each.row().finalizedUntil()),
          Texts.cell(each.row().batchId()),
          each.text().isEmpty() ? Texts.NONE : Texts.shown(each.text()));
    }
    return text;
  }

  private String json(String location, List<Verified> all) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("control_table", location);
    root.put("as_of", context.time().now().toString());
    var array = root.putArray("tables");
    for (Verified each : all) {
      ObjectNode table = array.addObject();
      VerdictRow row = each.row();
      table.put("table_name", row.tableName());
      table.put("result", each.result().name());
      table.put(
          "finalized_until", row.finalizedUntil() == null ? null : row.finalizedUntil().toString());
      table.put("batch_id", row.batchId());
      table.put("checkpoint", row.checkpoint());
      var differences = table.putArray("differences");
      each.differences()
          .forEach(
              difference ->
                  differences
                      .addObject()
                      .put("what", difference.what())
                      .put("expected", difference.expected())
                      .put("found", difference.found()));
      table.put("unknown", each.unknown());
      var unchecked = table.putArray("not_checked");
      each.unchecked().forEach(unchecked::add);
    }
    return root.toString();
  }
}
