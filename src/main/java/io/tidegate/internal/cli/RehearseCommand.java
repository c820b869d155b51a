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

import io.tidegate.api.VerdictState;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Runs the commands that read tables over small tables of its own, so that the JVM loads what they
 * load. The launcher calls it once, for the archive of classes that later starts share.
 */
@Command(
    name = "rehearse",
    hidden = true,
    description = {"For bin/tidegate.", ""})
final class RehearseCommand implements Callable<Integer> {
  private static final String NAME = "rehearsed";
  private static final String PERIOD = "1970-01-01T00:00:00Z/PT1H";

  /** So many that the log gets a checkpoint. */
  private static final int COMMITS = 12;

  @Parameters(paramLabel = "DIRECTORY", description = "Where the tables go; a local path.")
  private String directory = "";

  @Override
  public Integer call() throws StoreException {
    String control = directory + "/control";
    TableStore<VerdictRow> verdicts =
        KernelTableStore.verdicts(control, new Configuration(), SystemTime.INSTANCE, NAME);
    TableStore<LineageRow> lineages =
        KernelTableStore.lineages(
            control + "_lineages", new Configuration(), SystemTime.INSTANCE, NAME);
    Instant until = Instant.EPOCH.plusSeconds(3600);
    boolean written = true;
    for (int i = 0; i < COMMITS && written; i++) {
      VerdictRow row =
          VerdictRow.builder(NAME)
              .trackedFrom(Instant.EPOCH)
              .finalizedUntil(until)
              .state(VerdictState.ENDED)
              .batchId((long) i)
              .build();
      written = wrote(verdicts, row);
    }
    written &=
        wrote(
            lineages,
            LineageRow.builder("file:" + directory + "/checkpoint").queryName(NAME).build());
    for (List<String> typed :
        List.of(
            List.of("status"),
            List.of("status", "--json"),
            List.of("explain", "-t", NAME),
            List.of("wait", "-t", NAME, "--period", PERIOD),
            List.of("attempts", "-q", NAME),
            List.of("resume", "-q", NAME))) {
      written &= Exit.OK.code() == quietly(control, typed);
    }
    return written ? Exit.OK.code() : Exit.DEFECT.code();
  }

  private static <R> boolean wrote(TableStore<R> store, R row) throws StoreException {
    return store.commit(store.read(), List.of(row)) instanceof CommitOutcome.Committed;
  }

  private static int quietly(String control, List<String> typed) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Cli.run(
        new Terminal(nowhere, nowhere, false, false),
        Map.of(TableOptions.CONTROL_VARIABLE, control),
        SystemTime.INSTANCE,
        typed.toArray(String[]::new));
  }
}
