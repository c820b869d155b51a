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

import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.RecoverySettings;
import io.tidegate.internal.settings.TableLocation;
import io.tidegate.internal.settings.TidegateSettings;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands about configurations. */
@Command(
    name = "config",
    description = {"Checks configurations.", ""})
final class ConfigCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which of its commands? There is: check");
  }

  /** Checks a configuration and shows what it would track. */
  @Command(
      name = "check",
      description = {
        "Checks a configuration as the plugin would at the start of an application, and shows what"
            + " it would track. Everything that is wrong is shown at once, each with the place it"
            + " is from.",
        "",
        "A file with a line that begins with spark. has the form of spark-defaults.conf; any other"
            + " is HOCON. A HOCON file stands for the one that spark.tidegate.config names.%n"
      })
  static final class Check implements Callable<Integer> {
    private final Context context;

    @Parameters(
        arity = "1..*",
        paramLabel = "FILE",
        description = "Files of one configuration; of Spark's form, later ones come before others.")
    private List<String> files = List.of();

    Check(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() throws CommandException {
      TidegateSettings settings = new GivenConf().with(files).settings();
      PrintWriter out = context.terminal().out();
      if (settings.queries().isEmpty()) {
        out.println("The configuration is right and tracks nothing: it has no queries.<label>.");
        return Exit.OK.code();
      }
      out.println("Control table:   " + where(settings.controlTable()));
      out.println("Recovery record: " + where(settings.lineageTable()));
      out.println();
      TextTable text =
          new TextTable(
              -1, "LABEL", "QUERY", "TABLE", "FRONTIER", "PERIOD", "ZONE", "LAG", "RECOVERY");
      settings.queries().forEach(query -> row(text, query));
      text.lines(false).forEach(out::println);
      return Exit.OK.code();
    }

    private static String where(@Nullable TableLocation location) {
      return location == null ? Texts.NONE : Texts.shown(location.value());
    }

    private static void row(TextTable text, QuerySettings query) {
      text.row(
          TextTable.Style.PLAIN,
          query.label(),
          Texts.shown(query.name().toString()),
          Texts.shown(query.table()),
          query.frontier().key(),
          query.granularity().toString(),
          query.zone().toString(),
          query.lag().toString(),
          recovery(query.recovery()));
    }

    private static String recovery(RecoverySettings recovery) {
      return recovery.enabled()
          ? recovery.action().name().toLowerCase(Locale.ROOT) + " after " + recovery.limit()
          : "off";
    }
  }
}
