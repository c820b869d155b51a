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

import io.tidegate.internal.config.CommandValues;
import io.tidegate.internal.status.Instants;
import io.tidegate.internal.status.Period;
import io.tidegate.internal.util.ErrorText;
import io.tidegate.internal.util.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command line. */
@Command(
    name = "tidegate",
    description = {
      "Says up to when streamed tables are complete, waits until they are, and shows why they are"
          + " not.",
      "",
      "It reads the control table that the tidegate plugin keeps, and starts no Spark.%n"
    })
public final class Cli implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private Cli() {}

  /**
   * Runs a command.
   *
   * @param terminal where it writes
   * @param environment the environment's variables
   * @param time its clocks
   * @param arguments what was typed
   * @return the exit code
   */
  public static int run(
      Terminal terminal, Map<String, String> environment, Time time, String... arguments) {
    try {
      return line(new Context(terminal, environment, time)).execute(arguments);
    } catch (LinkageError e) {
      terminal.say(
          "A class is missing or of another version: "
              + e
              + ". Put Spark's jars and one tidegate jar on the class path, as bin/tidegate does.");
      return Exit.UNREADABLE.code();
    } finally {
      terminal.out().flush();
      terminal.err().flush();
    }
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static CommandLine line(Context context) {
    CommandLine line =
        new CommandLine(new Cli())
            .addSubcommand(new StatusCommand(context))
            .addSubcommand(new WaitCommand(context))
            .addSubcommand(new ExplainCommand(context))
            .addSubcommand(new AttemptsCommand(context))
            .addSubcommand(new ResumeCommand(context))
            .addSubcommand(new CatchupCommand(context))
            .addSubcommand(new VerifyCommand(context))
            .addSubcommand(
                new CommandLine(new ConfigCommand())
                    .addSubcommand(new ConfigCommand.Check(context)))
            .addSubcommand(new VersionCommand(context))
            .addSubcommand(new RehearseCommand());
    dress(line);
    line.registerConverter(Instant.class, text -> converted(() -> Instants.instant(text)));
    line.registerConverter(Period.class, text -> converted(() -> Instants.period(text)));
    line.registerConverter(
        Duration.class, text -> converted(() -> CommandValues.duration(text), "'" + text + "' "));
    Terminal terminal = context.terminal();
    return line.setExpandAtFiles(false)
        .setOut(terminal.out())
        .setErr(terminal.err())
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(
                terminal.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
        .setParameterExceptionHandler((e, arguments) -> misused(e, terminal))
        .setExecutionExceptionHandler((e, command, parsed) -> failed(e, terminal));
  }

  /** Gives each command what all of them have in common. */
  private static void dress(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Shows this.").build());
    UsageMessageSpec usage = spec.usageMessage();
    usage.width(100);
    usage.exitCodeListHeading("%nExit codes:%n");
    usage.exitCodeList(Exit.byMeaning());
    line.getSubcommands().values().forEach(Cli::dress);
  }

  /** Reads a value that was typed. */
  static <T> T converted(Supplier<T> reading) {
    return converted(reading, "");
  }

  private static <T> T converted(Supplier<T> reading, String subject) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(subject + e.getMessage());
    }
  }

  private static int misused(ParameterException e, Terminal terminal) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String message = String.valueOf(e.getMessage());
    terminal.say(message + (message.endsWith(".") ? "" : "."));
    terminal.say("'" + command + " --help' shows what can be given.");
    return Exit.USAGE.code();
  }

  private static int failed(Exception e, Terminal terminal) {
    if (e instanceof CommandException known) {
      String.valueOf(known.getMessage()).lines().forEach(terminal::say);
      return known.exit().code();
    }
    terminal.say("This is a defect of tidegate; please report it with the lines below.");
    ErrorText.stack(e).lines().forEach(terminal::say);
    return Exit.DEFECT.code();
  }
}
