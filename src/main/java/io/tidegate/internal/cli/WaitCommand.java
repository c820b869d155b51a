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
import io.tidegate.internal.status.Gate;
import io.tidegate.internal.status.Period;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Waits until a period is final. */
@Command(
    name = "wait",
    description = {
      "Waits until a period is final for every table that is named, and says with its exit code"
          + " how that ended.",
      "",
      "It ends at once where waiting cannot help: a stream that was refused a start, a period from"
          + " before the table was tracked, a table that is not known. A stream that failed, ended"
          + " or was lost may be started again, so that only --max-age gives it up.",
      "",
      "  tidegate wait --table bronze.orders --until 2026-10-01T15:00:00Z --timeout 2h && dbt run",
      "",
      "  tidegate wait -t bronze.orders -t bronze.items --period 2026-10-01T00:00Z/P1D%n"
    })
final class WaitCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final TableOptions tables = new TableOptions();

  @Option(
      names = {"-t", "--table"},
      required = true,
      paramLabel = "TABLE",
      description = "A table. Given several times, all of them are waited for.")
  private List<String> names = List.of();

  @ArgGroup(multiplicity = "1")
  private When when = new When();

  @Option(
      names = "--granularity",
      defaultValue = "hour",
      converter = Granularity.class,
      paramLabel = "LENGTH",
      description =
          "With --until: how long the period is that ends there. minute, hour, day, or an ISO-8601"
              + " duration. The default is ${DEFAULT-VALUE}; a day has 24 hours.")
  private Duration granularity = Duration.ofHours(1);

  @Option(
      names = "--timeout",
      defaultValue = "1h",
      paramLabel = "DURATION",
      description = "How long to wait, such as 90s or 2h; 0 asks once. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ofHours(1);

  @Option(
      names = "--poll",
      defaultValue = "10s",
      paramLabel = "DURATION",
      description = "How often to ask. Default: ${DEFAULT-VALUE}.")
  private Duration poll = Duration.ofSeconds(10);

  @Option(
      names = "--max-age",
      paramLabel = "DURATION",
      description =
          "Gives up where a table's owner was last seen longer ago than this. Without it an owner"
              + " that is out of sight is waited for.")
  private @Nullable Duration maxAge;

  /** Which period. */
  static final class When {
    @Option(
        names = "--period",
        required = true,
        paramLabel = "START/END",
        description =
            "The period, END exclusive: two instants with a zone each, such as"
                + " 2026-10-01T14:00:00Z/2026-10-01T15:00:00Z, or an instant and an ISO-8601"
                + " duration, such as 2026-10-01T14:00:00Z/PT1H.")
    private @Nullable Period period;

    @Option(
        names = "--until",
        required = true,
        paramLabel = "END",
        description = "The period of one --granularity that ends here, exclusive.")
    private @Nullable Instant until;

    private Period period(Duration granularity) throws CommandException {
      if (period != null) {
        return period;
      }
      if (until == null) {
        throw new CommandException(Exit.USAGE, "Give --period or --until.");
      }
      return new Period(until.minus(granularity), until);
    }
  }

  /** Reads the length of a period. */
  static final class Granularity implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      return Cli.converted(() -> CommandValues.granularity(value));
    }
  }

  private static final Duration SHORTEST_POLL = Duration.ofSeconds(1);

  WaitCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws CommandException {
    if (poll.compareTo(SHORTEST_POLL) < 0) {
      throw new CommandException(Exit.USAGE, "--poll is how often to ask; give at least 1s.");
    }
    Period period = when.period(granularity);
    return new Waiting(
            tables.open(context).verdicts(),
            List.copyOf(new LinkedHashSet<>(names)),
            new Gate(period, maxAge),
            context)
        .await(timeout, poll)
        .code();
  }
}
