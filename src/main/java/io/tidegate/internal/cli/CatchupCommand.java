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
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.CheckpointState;
import io.tidegate.internal.store.checkpoint.HadoopCheckpointReader;
import io.tidegate.internal.store.checkpoint.HadoopFiles;
import io.tidegate.internal.tracking.CheckpointJudge;
import io.tidegate.internal.util.ProcessIdentity;
import io.tidegate.internal.verdict.CheckpointMerge;
import io.tidegate.internal.verdict.Ownership;
import io.tidegate.internal.verdict.RunReport;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings a verdict up to date from a checkpoint. */
@Command(
    name = "catchup",
    description = {
      "Brings a table's verdict up to date from the checkpoint of its query, where no run of the"
          + " query can do so itself: a platform that loads no plugin, a driver that was killed and"
          + " is not started again.",
      "",
      "It reads the newest committed batch by the entry of a configuration, as the plugin does when"
          + " a query starts, and writes what that proves. It may run again and again, beside the"
          + " query too: only committed batches count. The rules offset and watermark need a"
          + " declaration of what the query is like, below; arrival is proven by a run's own"
          + " progress, which no checkpoint holds.",
      "",
      "A row whose owner is alive is left alone. Of the same lineage, what the row says of the last"
          + " run stands: a table that is FAILED or STOPPED stays so until a batch was planned after"
          + " that. Another lineage's row is taken over as at a start, with a new epoch and"
          + " onNewLineage. startsAt=beginning does not count here.",
      "",
      "  tidegate catchup --conf-file tidegate.conf --checkpoint /lake/checkpoints/orders"
          + " --stateless%n"
    })
final class CatchupCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final TableOptions tables = new TableOptions();
  @Mixin private final DeclaredPlan declared = new DeclaredPlan();

  @Option(
      names = "--checkpoint",
      required = true,
      paramLabel = "PATH",
      description = "The checkpoint, as the query is given it: any Hadoop path.")
  private String checkpoint = "";

  @Option(
      names = {"-q", "--query"},
      paramLabel = "QUERY",
      description =
          "The query's name, or the label of its entry. May be left out where the configuration has"
              + " one entry.")
  private @Nullable String query;

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description =
          "A setting, such as spark.tidegate.queries.orders.table=bronze.orders; stronger than the"
              + " file, and may be given several times.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(names = "--dry-run", description = "Shows what would be written, and writes nothing.")
  private boolean dryRun;

  CatchupCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws CommandException {
    GivenConf conf = tables.conf(context);
    settings.forEach((key, value) -> conf.with(key, value, "--conf"));
    TidegateSettings all = conf.settings();
    TrackedEntry entry = TrackedEntry.of(all.queries(), query);
    Tables open = tables.openToWrite(context, conf, all);
    FrontierRule rule = entry.settings().frontier();
    CatchupTexts texts =
        new CatchupTexts(entry.settings().tableFor(entry.queryName()), context.terminal(), dryRun);
    if (rule == FrontierRule.ARRIVAL) {
      return texts.unprovable().code();
    }
    var plan = declared.plan(rule);
    String path = qualified(open.hadoop());
    CheckpointState state = read(path, open.hadoop());
    CheckpointJudge.Judged judged =
        new CheckpointJudge(entry.settings(), all.maxFutureSkew(), conf.redactor())
            .judge(
                entry.queryName(), lineage(path, state), path, state, plan, context.time().now());
    RunReport report = judged.report();
    if (report == null) {
      return texts.nothing(judged.hold()).code();
    }
    Ownership ownership = new Ownership(ProcessIdentity::knownGone, all.maxFutureSkew());
    CatchupMerge merge =
        new CatchupMerge(new CheckpointMerge(ownership, all.heartbeat()), report, context.time());
    write(open, merge);
    return texts.tell(merge.before(), merge.outcome(), state.newest()).code();
  }

  private String qualified(Configuration hadoop) throws CommandException {
    try {
      return HadoopFiles.qualified(checkpoint, hadoop);
    } catch (IOException e) {
      throw unreadable(checkpoint, e);
    }
  }

  private static CheckpointState read(String path, Configuration hadoop) throws CommandException {
    try {
      return new HadoopCheckpointReader(() -> hadoop).read(path);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  private static CommandException unreadable(String path, IOException e) {
    return new CommandException(
        Exit.UNREADABLE,
        "The checkpoint "
            + path
            + " cannot be read: "
            + e.getMessage()
            + ". Check the path, its permissions, and the Hadoop configuration of this command.");
  }

  private static String lineage(String path, CheckpointState state) throws CommandException {
    String id = state.lineageId();
    if (id == null) {
      throw new CommandException(
          Exit.UNREADABLE,
          state.problems().isEmpty()
              ? "There is no checkpoint at " + path + ": it has no metadata. Check the path."
              : "The checkpoint "
                  + path
                  + " does not tell its id: "
                  + String.join("; ", state.problems()));
    }
    return id;
  }

  private void write(Tables open, CatchupMerge merge) throws CommandException {
    if (!dryRun) {
      Commits.run(open.verdicts(), context.time(), merge::rows, "Nothing is written.");
      merge.check();
      return;
    }
    try {
      merge.rows(open.verdicts().read());
    } catch (StoreException e) {
      throw Tables.unreadable(open.verdicts(), e);
    }
    merge.check();
  }
}
