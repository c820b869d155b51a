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

import io.tidegate.internal.settings.TableLocation;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.tracking.TimedStore;
import io.tidegate.internal.tracking.Workers;
import io.tidegate.internal.util.Version;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where the tables are. */
final class TableOptions {
  static final String CONTROL_VARIABLE = "TIDEGATE_CONTROL";

  private static final String CONTROL_KEY = "spark.tidegate.controlTable";
  private static final String LINEAGE_KEY = "spark.tidegate.lineageTable";
  private static final Duration LONGEST_CALL = Duration.ofSeconds(60);
  private static final int MOST_THREADS = 4;

  @Option(
      names = "--control",
      paramLabel = "PATH",
      description =
          "The control table, any Hadoop path. Without it that of --conf-file, and without either"
              + " the environment variable TIDEGATE_CONTROL.")
  private @Nullable String control;

  @Option(
      names = "--lineages",
      paramLabel = "PATH",
      description = "The recovery record. Without it the control table's path with _lineages.")
  private @Nullable String lineages;

  @Option(
      names = "--conf-file",
      paramLabel = "FILE",
      description =
          "A configuration of tidegate that names the tables, in HOCON or in the form of"
              + " spark-defaults.conf; its spark.hadoop.* settings are used too.")
  private @Nullable String confFile;

  /** Opens the tables to be read, without reading them yet. */
  Tables open(Context context) throws CommandException {
    GivenConf conf = conf(context);
    return open(context, conf, conf.settings());
  }

  /** Opens the tables to be written, without reading them yet. */
  Tables openToWrite(Context context) throws CommandException {
    GivenConf conf = conf(context);
    return openToWrite(context, conf, conf.settings());
  }

  /** What the options and the environment give. */
  GivenConf conf(Context context) throws CommandException {
    GivenConf conf = new GivenConf();
    if (confFile != null) {
      conf.with(List.of(confFile));
    }
    String variable = context.environment().getOrDefault(CONTROL_VARIABLE, "");
    if (control != null) {
      conf.with(CONTROL_KEY, control, "--control");
    } else if (confFile == null && !variable.isBlank()) {
      conf.with(CONTROL_KEY, variable, CONTROL_VARIABLE);
    }
    if (lineages != null) {
      conf.with(LINEAGE_KEY, lineages, "--lineages");
    }
    return conf;
  }

  /** Opens the tables that the settings name to be read, also those that only SQL can write. */
  Tables open(Context context, GivenConf conf, TidegateSettings settings) throws CommandException {
    Paths paths = paths(settings);
    return new Tables(
        timed(KernelTableStore.verdictsToRead(paths.control(), conf.hadoop(), context.time())),
        timed(KernelTableStore.lineagesToRead(paths.lineages(), conf.hadoop(), context.time())),
        conf.hadoop());
  }

  /** Opens the tables that the settings name to be written. */
  Tables openToWrite(Context context, GivenConf conf, TidegateSettings settings)
      throws CommandException {
    Paths paths = paths(settings);
    String author = "tidegate/" + Version.of();
    return new Tables(
        timed(KernelTableStore.verdicts(paths.control(), conf.hadoop(), context.time(), author)),
        timed(KernelTableStore.lineages(paths.lineages(), conf.hadoop(), context.time(), author)),
        conf.hadoop());
  }

  /** Where the two tables are. */
  private record Paths(String control, String lineages) {}

  private Paths paths(TidegateSettings settings) throws CommandException {
    TableLocation where = settings.controlTable();
    TableLocation record = settings.lineageTable();
    if (where == null || record == null) {
      throw new CommandException(
          Exit.USAGE,
          confFile == null
              ? "Which control table? Give its path with --control, set TIDEGATE_CONTROL, or name"
                  + " a configuration with --conf-file."
              : "The file "
                  + confFile
                  + " names no control table (controlTable). Give its path with --control.");
    }
    return new Paths(path(where, CONTROL_KEY), path(record, LINEAGE_KEY));
  }

  private static String path(TableLocation table, String key) throws CommandException {
    if (table.isPath()) {
      return table.value();
    }
    throw new CommandException(
        Exit.USAGE,
        key
            + " is the catalog name "
            + table.value()
            + ", and the command line reads tables by path, without Spark. Give the path, which is"
            + " the `location` of DESCRIBE DETAIL "
            + table.value()
            + " in Spark, with "
            + (key.equals(CONTROL_KEY) ? "--control" : "--lineages")
            + ".");
  }

  /** A storage that hangs does not keep a command for longer than this. */
  private static <R> TableStore<R> timed(TableStore<R> store) {
    return new TimedStore<>(store, new Workers("tidegate-store", 1, MOST_THREADS), LONGEST_CALL);
  }
}
