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

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidegate.internal.util.SuppressForbidden;
import io.tidegate.internal.util.SystemTime;
import java.io.PrintWriter;
import java.util.Map;

/** The command line over this process: its streams, its environment and its clocks. */
public final class Shell {
  /** Set by the launcher, which can tell a terminal from a pipe. */
  private static final String OUT_IS_TERMINAL = "tidegate.terminal.out";

  private static final String ERR_IS_TERMINAL = "tidegate.terminal.err";

  /** What keeps the libraries quiet, unless something else is asked for. */
  private static final Map<String, String> QUIET =
      Map.of(
          "slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider",
          "slf4j.internal.verbosity", "ERROR",
          "org.apache.logging.log4j.level", "OFF");

  private Shell() {}

  /** Runs a command and gives its exit code. */
  @SuppressForbidden("the one place that writes to the process's own streams")
  public static int run(String... arguments) {
    QUIET.forEach(
        (key, value) -> {
          if (System.getProperty(key) == null) {
            System.setProperty(key, value);
          }
        });
    Map<String, String> environment = System.getenv();
    boolean colour =
        Boolean.getBoolean(OUT_IS_TERMINAL)
            && environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !"dumb".equals(environment.get("TERM"));
    Terminal terminal =
        new Terminal(
            new PrintWriter(System.out, false, UTF_8),
            new PrintWriter(System.err, false, UTF_8),
            colour,
            Boolean.getBoolean(ERR_IS_TERMINAL));
    return Cli.run(terminal, environment, SystemTime.INSTANCE, arguments);
  }
}
