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

import io.tidegate.internal.util.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Says which version this is. */
@Command(
    name = "version",
    description = {"Says which version this is.", ""})
final class VersionCommand implements Callable<Integer> {
  private final Context context;

  VersionCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    context.terminal().out().println("tidegate " + Version.of());
    return Exit.OK.code();
  }
}
